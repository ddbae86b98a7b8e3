package dev.weir.testkit;

import java.time.Duration;

/** Times as a test reads them. */
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

    /** As {@link #text(long)}; in seconds if it is of centuries. */
    static String text(Duration duration) {
        try {
            return text(duration.toNanos());
        } catch (ArithmeticException tooLong) {
            return duration.toSeconds() + "s";
        }
    }

    /** So many; of centuries, as many as there can be. */
    static long nanos(Duration duration) {
        try {
            return duration.toNanos();
        } catch (ArithmeticException tooLong) {
            return duration.isNegative() ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
    }

    /** A measured duration: to the second from 10 seconds on, below that to the millisecond if it has one. */
    static String rounded(Duration duration) {
        long seconds = duration.toSeconds();
        if (seconds >= 10) {
            return Math.max(seconds, seconds + duration.toMillisPart() / 500) + "s"; // the sum may overflow
        }
        long nanos = duration.toNanos();
        return text(nanos < MILLI ? nanos : (nanos + MILLI / 2) / MILLI * MILLI);
    }
}
