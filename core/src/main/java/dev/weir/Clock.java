package dev.weir;

import dev.weir.op.kernel.root.SystemClock;
import java.time.Duration;

/**
 * The time of a pipeline. Every operator that waits asks the clock in its {@link Context}, so a
 * test that puts a virtual clock there decides when time passes.
 */
public interface Clock {
    /** Nanoseconds since an arbitrary origin; never goes back. */
    long nanoTime();

    /**
     * Runs the task once after the delay. A task of the system clock runs on a virtual thread of
     * its own and may block.
     *
     * @return cancels the task if it has not begun
     */
    Cancellable schedule(Runnable task, Duration delay);

    /** The machine's monotonic clock, with timers on one daemon thread. */
    static Clock system() {
        return SystemClock.INSTANCE;
    }
}
