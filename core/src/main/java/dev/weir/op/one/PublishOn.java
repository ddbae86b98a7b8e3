package dev.weir.op.one;

import dev.weir.Context;
import dev.weir.One;
import dev.weir.op.kernel.Failure;
import dev.weir.op.kernel.Hop;
import dev.weir.op.kernel.Link;
import dev.weir.op.kernel.Signal;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** The outcome on another thread. */
public final class PublishOn<T extends @Nullable Object> extends Link<T, T> {
    private final Executor executor;

    public PublishOn(One<T> source, Executor executor) {
        super(source);
        this.executor = Objects.requireNonNull(executor, "executor");
    }

    @Override
    public @Nullable Object poll(Context context, int depth) {
        Object polled = source.poll(context, depth);
        return polled instanceof Signal signal ? signal.through(this, context, depth) : resume(polled, context, depth);
    }

    @Override
    public Object resume(@Nullable Object value, Context context, int depth) {
        return new Hop(executor, value);
    }

    @Override
    public Object recover(Failure failure, Context context, int depth) {
        return new Hop(executor, failure);
    }
}
