package dev.weir.op.kernel;

import dev.weir.Cancellable;
import dev.weir.Clock;
import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * {@code System.nanoTime}, with all timers on one daemon thread that hands each due task to a
 * virtual thread.
 */
public final class SystemClock implements Clock {
    public static final Clock INSTANCE = new SystemClock();

    private final ScheduledThreadPoolExecutor timers;

    private SystemClock() {
        timers = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().daemon().name("weir-clock").factory());
        timers.setRemoveOnCancelPolicy(true);
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public Cancellable schedule(Runnable task, Duration delay) {
        ScheduledFuture<?> due =
                timers.schedule(() -> VirtualThreads.start("weir-timer", task), nanos(delay), TimeUnit.NANOSECONDS);
        return () -> due.cancel(false);
    }

    /** The delay in nanoseconds; what doesn't fit waits for ever. */
    public static long nanos(Duration delay) {
        try {
            return Math.max(0, delay.toNanos());
        } catch (ArithmeticException tooLong) {
            return Long.MAX_VALUE;
        }
    }
}
