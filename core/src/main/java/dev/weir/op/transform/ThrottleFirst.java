package dev.weir.op.transform;

import dev.weir.Many;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.SystemClock;
import java.time.Duration;

/** An item, and then none for some time. */
public final class ThrottleFirst {
    private ThrottleFirst() {}

    public static <T> Many<T> of(Many<T> source, Duration pause) {
        long nanos =
                Math.min(SystemClock.nanos(Argument.positive(pause, "throttleFirst: the time")), Long.MAX_VALUE >> 1);
        return Filter.by(source, context -> {
            long[] last = {context.clock().nanoTime() - nanos};
            return item -> {
                long now = context.clock().nanoTime();
                boolean wanted = now - last[0] >= nanos;
                last[0] = wanted ? now : last[0];
                return wanted;
            };
        });
    }
}
