package dev.weir.op.transform;

import dev.weir.Clock;
import dev.weir.Many;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.SystemClock;
import java.time.Duration;

/** An item, and then none for some time. */
public final class ThrottleFirst {
    private final Clock clock;
    private final long pause;
    private boolean any;
    private long last;

    private ThrottleFirst(Clock clock, Duration pause) {
        this.clock = clock;
        this.pause = SystemClock.nanos(pause);
    }

    public static <T> Many<T> of(Many<T> source, Duration pause) {
        Argument.positive(pause, "throttleFirst: the time");
        return Many.deferContextual(context -> {
            ThrottleFirst throttle = new ThrottleFirst(context.clock(), pause);
            return new Filter<>(source, item -> throttle.isWanted(), true);
        });
    }

    private boolean isWanted() {
        long now = clock.nanoTime();
        if (any && now - last < pause) {
            return false;
        }
        any = true;
        last = now;
        return true;
    }
}
