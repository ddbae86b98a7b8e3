package dev.weir.op.one;

import dev.weir.Context;
import dev.weir.One;
import dev.weir.op.kernel.SharedRun;
import dev.weir.op.kernel.Step;
import org.jspecify.annotations.Nullable;

/** One run for all. */
public final class Cache<T extends @Nullable Object> extends Step<T> {
    private final SharedRun shared;

    public Cache(One<T> source) {
        super(1);
        this.shared = new SharedRun(source);
    }

    @Override
    public @Nullable Object poll(Context context, int depth) {
        return shared.poll();
    }
}
