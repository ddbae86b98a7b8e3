package dev.weir.op.kernel.run;

import dev.weir.Context;
import dev.weir.One;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.stage.Source;
import dev.weir.op.kernel.stage.Stage;
import org.jspecify.annotations.Nullable;

/** A stream of what a {@link One} gives, if it gives anything: who flattens it may run that without subscribing. */
public final class Single<T> extends Source<T> {
    public final Step<? extends @Nullable T> step;

    public Single(One<? extends @Nullable T> one) {
        this.step = Step.of(one);
    }

    @Override
    protected boolean isFew() {
        return true;
    }

    @Override
    protected void start(Stage<? super T> stage, Root root, boolean few) {
        stage.onSubscribe(new Asked<>(step, stage, root));
    }

    @Override
    protected String pipeline() {
        return Step.pipeline(Context.empty(), step);
    }
}
