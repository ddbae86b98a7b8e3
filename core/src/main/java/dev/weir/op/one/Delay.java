package dev.weir.op.one;

import dev.weir.One;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.run.AfterDelay;
import dev.weir.op.kernel.run.Link;
import dev.weir.op.kernel.run.Run;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The value, some time later. */
public final class Delay<T extends @Nullable Object> extends Link<T, T> {
    private final Duration delay;

    public Delay(One<T> source, Duration delay) {
        super(source);
        this.delay = Argument.notNegative(delay, "delay: the delay");
    }

    @Override
    public Object resume(@Nullable Object value, Run run, int depth) {
        return new AfterDelay(delay, value);
    }
}
