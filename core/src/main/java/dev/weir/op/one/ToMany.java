package dev.weir.op.one;

import dev.weir.Context;
import dev.weir.One;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.run.Asked;
import dev.weir.op.kernel.run.Failure;
import dev.weir.op.kernel.run.Single;
import dev.weir.op.kernel.run.Step;
import dev.weir.op.kernel.stage.Stage;
import org.jspecify.annotations.Nullable;

/** A stream of the value, or of nothing. */
public final class ToMany<T> extends Single<T> {
    public ToMany(One<? extends @Nullable T> source) {
        super(source);
    }

    @Override
    protected void start(Stage<? super T> stage, Root root) {
        stage.onSubscribe(new Emitting<>(step, stage, root));
    }

    @Override
    protected @Nullable String pipeline() {
        String name = Step.pipeline(Context.empty(), step);
        return name.isEmpty() ? null : name;
    }

    private static final class Emitting<T> extends Asked {
        private final Stage<? super T> downstream;

        Emitting(Step<?> step, Stage<? super T> downstream, Root root) {
            super(step, downstream, root);
            this.downstream = downstream;
        }

        @Override
        @SuppressWarnings("unchecked") // the One's value
        protected void tell(@Nullable Object outcome) {
            Throwable failure = outcome instanceof Failure failed ? failed.into(root) : null;
            if (failure == null && outcome != null) {
                downstream.onNext((T) outcome);
            }
            closeOpen(); // it may need what is closed at the end
            if (failure != null || !isCancelled()) {
                downstream.onEnd(failure);
            }
        }
    }
}
