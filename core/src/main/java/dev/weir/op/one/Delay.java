package dev.weir.op.one;

import dev.weir.Context;
import dev.weir.One;
import dev.weir.op.kernel.Link;
import dev.weir.op.kernel.Pause;
import dev.weir.op.kernel.Signal;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The value, some time later. */
public final class Delay<T extends @Nullable Object> extends Link<T, T> {
    private final Duration delay;

    public Delay(One<T> source, Duration delay) {
        super(source);
        this.delay = Objects.requireNonNull(delay, "delay");
    }

    @Override
    public @Nullable Object poll(Context context, int depth) {
        Object polled = source.poll(context, depth);
        return polled instanceof Signal signal ? signal.through(this, context, depth) : resume(polled, context, depth);
    }

    @Override
    public Object resume(@Nullable Object value, Context context, int depth) {
        return new Pause(delay, value);
    }
}
