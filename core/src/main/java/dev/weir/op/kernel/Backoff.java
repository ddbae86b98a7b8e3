package dev.weir.op.kernel;

import dev.weir.Clock;
import dev.weir.Retry;
import java.util.concurrent.ThreadLocalRandom;

/** Decides, failure by failure, whether and after how long one subscription is retried. */
public final class Backoff {
    private static final int MOST_DOUBLINGS = 62;

    private final Retry retry;
    private final Clock clock;
    private final long begin;
    private long retries;

    /**
     * @param begin what the clock showed when the first attempt began
     */
    public Backoff(Retry retry, Clock clock, long begin) {
        this.retry = retry;
        this.clock = clock;
        this.begin = begin;
    }

    /** The nanoseconds to wait before the next retry; negative if there is none. */
    public long next(Throwable failure) {
        if (retries >= retry.attempts() || !retry.filter().test(failure)) {
            return -1;
        }
        long wait = jittered(exponential());
        retries++;
        long deadline = SystemClock.nanos(retry.deadline());
        return wait > deadline - (clock.nanoTime() - begin) ? -1 : wait;
    }

    private long exponential() {
        long first = SystemClock.nanos(retry.backoff());
        long longest = SystemClock.nanos(retry.maxBackoff());
        int doublings = (int) Math.min(retries, MOST_DOUBLINGS);
        return first > longest >> doublings ? longest : first << doublings;
    }

    private long jittered(long nanos) {
        if (nanos == 0 || retry.jitter() == 0) {
            return nanos;
        }
        double part = retry.jitter() * (2 * ThreadLocalRandom.current().nextDouble() - 1);
        return Math.min(SystemClock.nanos(retry.maxBackoff()), (long) (nanos * (1 + part)));
    }
}
