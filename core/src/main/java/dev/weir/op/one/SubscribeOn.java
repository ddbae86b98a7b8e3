package dev.weir.op.one;

import dev.weir.Context;
import dev.weir.One;
import dev.weir.op.kernel.Hop;
import dev.weir.op.kernel.Later;
import dev.weir.op.kernel.Step;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** The run on another thread. */
public final class SubscribeOn<T extends @Nullable Object> extends Step<T> {
    private final Step<T> source;
    private final Executor executor;

    public SubscribeOn(One<T> source, Executor executor) {
        super(1);
        this.source = of(source);
        this.executor = Objects.requireNonNull(executor, "executor");
    }

    @Override
    public Object poll(Context context, int depth) {
        return new Hop(executor, new Later(source));
    }

    @Override
    protected Step<?> above() {
        return source;
    }
}
