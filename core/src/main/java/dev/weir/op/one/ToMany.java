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
        stage.onSubscribe(new Emitting<>(this, stage, root));
    }

    @Override
    protected @Nullable String pipeline() {
        String name = Step.pipeline(Context.empty(), step());
        return name.isEmpty() ? null : name;
    }

    private static final class Emitting<T> extends Asked {
        private final Single<T> single;
        private final Stage<? super T> downstream;
        private final Root root;

        Emitting(Single<T> single, Stage<? super T> downstream, Root root) {
            super(downstream, root);
            this.single = single;
            this.downstream = downstream;
            this.root = root;
        }

        @Override
        protected Step<?> step() {
            return single.step();
        }

        @Override
        @SuppressWarnings("unchecked") // the One's value
        protected void ended(@Nullable Object outcome) {
            try {
                if (outcome instanceof Failure failure) {
                    downstream.onError(failure.into(root));
                    return;
                }
                if (outcome != null) {
                    downstream.onNext((T) outcome);
                }
                if (!isCancelled()) {
                    downstream.onComplete();
                }
            } catch (Throwable thrown) {
                root.caught(thrown);
            }
        }
    }
}
