package dev.weir.net.http.server;

import org.jspecify.annotations.Nullable;

/** Holds a streamed body to the length that its head has announced. */
final class LengthCheck {
    private final long announced;
    private long sent;

    LengthCheck(long announced) {
        this.announced = announced;
    }

    void add(int bytes) {
        sent += bytes;
        if (announced != Reply.UNKNOWN && sent > announced) {
            throw new IllegalStateException("the body has more than the " + announced + " bytes that were announced");
        }
    }

    /** What is wrong if nothing more comes, or null. */
    @Nullable
    Throwable missing() {
        if (announced == Reply.UNKNOWN || sent == announced) {
            return null;
        }
        return new IllegalStateException(
                "the body ended after " + sent + " of the " + announced + " bytes that were announced");
    }
}
