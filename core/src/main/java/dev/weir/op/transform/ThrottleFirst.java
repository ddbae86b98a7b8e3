package dev.weir.op.transform;

import dev.weir.Many;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.SystemClock;
import java.time.Duration;

/** An item, and then none for some time. */
public final class ThrottleFirst {
    private boolean any;
    private long last;

    private ThrottleFirst() {}

    public static <T> Many<T> of(Many<T> source, Duration pause) {
        long nanos = SystemClock.nanos(Argument.positive(pause, "throttleFirst: the time"));
        return Filter.by(source, context -> {
            ThrottleFirst throttle = new ThrottleFirst();
            return item -> throttle.isWanted(context.clock().nanoTime(), nanos);
        });
    }

    private boolean isWanted(long now, long pause) {
        boolean wanted = !any || now - last >= pause;
        any = true;
        last = wanted ? now : last;
        return wanted;
    }
}
