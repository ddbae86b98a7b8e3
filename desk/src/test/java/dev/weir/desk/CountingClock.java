package dev.weir.desk;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Cancellable;
import dev.weir.Clock;
import dev.weir.testkit.VirtualTime;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** A virtual clock that tells when tasks of one certain delay have been scheduled. */
final class CountingClock implements Clock {
    private final VirtualTime time = new VirtualTime();
    private final Semaphore scheduled = new Semaphore(0);
    private final Duration counted;

    CountingClock(Duration counted) {
        this.counted = counted;
    }

    @Override
    public long nanoTime() {
        return time.nanoTime();
    }

    @Override
    public Cancellable schedule(Runnable task, Duration delay) {
        Cancellable cancellable = time.schedule(task, delay);
        if (delay.equals(counted)) {
            scheduled.release();
        }
        return cancellable;
    }

    /** Waits until so many more tasks have been scheduled. */
    void awaitScheduled(int count) throws InterruptedException {
        assertTrue(
                scheduled.tryAcquire(count, 1, TimeUnit.MINUTES),
                () -> "only " + scheduled.availablePermits() + " of " + count + " were scheduled");
    }

    /** How many more have been scheduled that nobody has waited for. */
    int scheduled() {
        return scheduled.availablePermits();
    }

    /** Moves on to where the counted tasks are due. */
    void pass() {
        time.advance(counted);
    }
}
