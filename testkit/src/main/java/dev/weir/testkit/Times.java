package dev.weir.testkit;

/** Virtual times as a test reads them. */
final class Times {
    static final long MILLI = 1_000_000;

    private Times() {}

    /** Such as {@code 10ms}, {@code 2s} or {@code 1500ns}: the largest unit that is exact. */
    static String text(long nanos) {
        if (nanos == Long.MAX_VALUE) {
            return "never";
        }
        if (nanos % MILLI != 0) {
            return nanos + "ns";
        }
        long millis = nanos / MILLI;
        return millis != 0 && millis % 1000 == 0 ? millis / 1000 + "s" : millis + "ms";
    }
}
