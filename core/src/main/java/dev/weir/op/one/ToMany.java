package dev.weir.op.one;

import dev.weir.Context;
import dev.weir.One;
import dev.weir.op.kernel.run.Single;
import dev.weir.op.kernel.run.Step;
import org.jspecify.annotations.Nullable;

/** A stream of the value, or of nothing. */
public final class ToMany<T> extends Single<T> {
    public ToMany(One<? extends @Nullable T> source) {
        super(source);
    }

    @Override
    protected String pipeline() {
        return Step.pipeline(Context.empty(), step());
    }
}
