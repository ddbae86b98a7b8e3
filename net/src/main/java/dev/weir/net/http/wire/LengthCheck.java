package dev.weir.net.http.wire;

import org.jspecify.annotations.Nullable;

/** Holds a streamed body to the length that its head has announced. */
public final class LengthCheck {
    private final long announced;
    private long sent;

    /**
     * Nothing has been sent.
     *
     * @param announced negative if no length was
     */
    public LengthCheck(long announced) {
        this.announced = announced;
    }

    public void add(int bytes) {
        sent += bytes;
        if (announced >= 0 && sent > announced) {
            throw new IllegalStateException("the body has more than the " + announced + " bytes that were announced");
        }
    }

    /** Whether all has been sent that was announced. */
    public boolean isAll() {
        return sent == announced;
    }

    /** What is wrong if nothing more comes, or null. */
    public @Nullable Throwable missing() {
        if (announced < 0 || sent == announced) {
            return null;
        }
        return new IllegalStateException(
                "the body ended after " + sent + " of the " + announced + " bytes that were announced");
    }
}
