package dev.weir.proofs;

import dev.weir.Cancellable;
import dev.weir.Clock;
import java.time.Duration;

/** A clock that takes no timers, as that of an event loop that has ended. */
public record StoppedClock(RuntimeException refusal) implements Clock {
    @Override
    public long nanoTime() {
        return 0;
    }

    @Override
    public Cancellable schedule(Runnable task, Duration delay) {
        throw refusal;
    }
}
