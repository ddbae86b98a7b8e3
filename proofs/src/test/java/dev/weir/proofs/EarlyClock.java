package dev.weir.proofs;

import dev.weir.Cancellable;
import dev.weir.Clock;
import dev.weir.Context;
import dev.weir.testkit.VirtualTime;
import java.time.Duration;

/** A clock whose timers fire after half of their time, as coarse ones may. */
public record EarlyClock(VirtualTime time) implements Clock {
    @Override
    public long nanoTime() {
        return time.nanoTime();
    }

    @Override
    public Cancellable schedule(Runnable task, Duration delay) {
        return time.schedule(task, delay.plusNanos(1).dividedBy(2));
    }

    public Context context() {
        return Context.empty().withClock(this);
    }
}
