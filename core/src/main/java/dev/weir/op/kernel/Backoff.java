package dev.weir.op.kernel;

import dev.weir.Context;
import dev.weir.Retry;
import java.util.concurrent.ThreadLocalRandom;

/** Decides, failure by failure, whether and after how long one subscription is retried. */
public final class Backoff {
    private static final int MOST_DOUBLINGS = 62;
    private static final int MOST_SUPPRESSED = 16; // a failure that is kept may be given up often

    private final Retry retry;
    private final Context context;
    private final long begin;
    private long retries;

    /**
     * @param begin what the context's clock showed when the first attempt began
     */
    public Backoff(Retry retry, Context context, long begin) {
        this.retry = retry;
        this.context = context;
        this.begin = begin;
    }

    /** The nanoseconds to wait before the next retry; negative if there is none, as the failure then tells. */
    public long next(Throwable failure) {
        if (retries >= retry.attempts() || !retry.filter().test(failure)) {
            boolean refused = retries < retry.attempts();
            return retries == 0 ? -1 : giveUp(failure, refused ? ", as its filter refuses this failure" : "");
        }
        long wait = jittered(exponential());
        if (wait > SystemClock.nanos(retry.deadline()) - (context.clock().nanoTime() - begin)) {
            return giveUp(failure, ", as the next would begin after its deadline of " + retry.deadline());
        }
        retries++;
        return wait;
    }

    private long giveUp(Throwable failure, String why) {
        if (failure.getSuppressed().length < MOST_SUPPRESSED) {
            String tries = retries == 0 ? "1 try" : retries + 1 + " tries";
            Exception told = new Exception("retry gave up after " + tries + Where.in(context.name()) + why);
            told.setStackTrace(new StackTraceElement[0]);
            failure.addSuppressed(told);
        }
        return -1;
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
