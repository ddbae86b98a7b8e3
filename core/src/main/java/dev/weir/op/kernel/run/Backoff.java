package dev.weir.op.kernel.run;

import dev.weir.Context;
import dev.weir.Retry;
import dev.weir.op.kernel.root.Failures;
import dev.weir.op.kernel.root.Names;
import dev.weir.op.kernel.root.SystemClock;
import java.util.concurrent.ThreadLocalRandom;

/** Decides, failure by failure, whether and after how long one subscription is retried. */
public final class Backoff {
    private final Retry retry;
    private final Context context;
    private final long deadline; // Long.MAX_VALUE if there is none, and the clock is not asked
    private long begin;
    private long retries; // negative: the next failure is the first of a subscription that begins then

    /** Of a subscription that begins now. */
    public Backoff(Retry retry, Context context) {
        this.retry = retry;
        this.context = context;
        this.deadline = SystemClock.nanos(retry.deadline());
        this.begin = now();
    }

    /** What fails next is the first failure of a subscription that begins then. */
    public void restart() {
        retries = -1;
    }

    /** The nanoseconds to wait before the next retry; negative if there is none, as the failure then tells. */
    public long next(Throwable failure) {
        if (retries < 0) {
            retries = 0;
            begin = now();
        }
        if (retries >= retry.attempts() || !Failures.isMet(retry.filter(), failure)) {
            return retries == 0 ? -1 : giveUp(failure, retries < retry.attempts() ? ", as it is none to retry" : "");
        }
        long wait = pause();
        if (deadline != Long.MAX_VALUE && wait > deadline - (now() - begin)) {
            return giveUp(failure, ", as the next would begin after its deadline of " + Names.of(retry.deadline()));
        }
        retries++;
        return wait;
    }

    private long now() {
        return deadline == Long.MAX_VALUE ? 0 : context.clock().nanoTime();
    }

    private long giveUp(Throwable failure, String why) {
        String tries = retries == 0 ? "1 try" : retries + 1 + " tries";
        Exception told = new Exception("retry gave up after " + tries + Failures.inPipeline(context.name()) + why);
        told.setStackTrace(new StackTraceElement[0]);
        Failures.suppress(failure, told);
        return -1;
    }

    /** Twice as long for each retry, and then longer or shorter by a random part. */
    private long pause() {
        long first = SystemClock.nanos(retry.backoff());
        long longest = SystemClock.nanos(retry.maxBackoff());
        double doubled = Math.min((double) longest, Math.scalb((double) first, (int) Math.min(retries, 1_000)));
        double part = retry.jitter() * (2 * ThreadLocalRandom.current().nextDouble() - 1);
        return Math.min(longest, (long) (doubled * (1 + part)));
    }
}
