package dev.weir.op.kernel.run;

import dev.weir.One;
import dev.weir.op.kernel.stage.Source;
import org.jspecify.annotations.Nullable;

/** A stream of what a {@link One} gives, if it gives anything: who flattens it may run that without subscribing. */
public abstract class Single<T> extends Source<T> {
    public final Step<? extends @Nullable T> step;

    protected Single(One<? extends @Nullable T> one) {
        this.step = Step.of(one);
    }

    @Override
    protected final boolean isFew() {
        return true;
    }
}
