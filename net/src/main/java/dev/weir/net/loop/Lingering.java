package dev.weir.net.loop;

import java.util.concurrent.TimeUnit;

/** How long a peer is waited for that has got our goodbye: until it is silent, and never for long. */
public final class Lingering {
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long LONGEST_SILENCE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private long since;
    private long heard;

    /** The time begins now. */
    public Lingering(long now) {
        begin(now);
    }

    /** The time begins anew. */
    public void begin(long now) {
        since = now;
        heard = now;
    }

    /** The peer sent more. */
    public void heard(long now) {
        heard = now;
    }

    /** Whether it was waited for long enough. */
    public boolean isOver(long now) {
        return now - since > LONGEST_NANOS || now - heard > LONGEST_SILENCE_NANOS;
    }
}
