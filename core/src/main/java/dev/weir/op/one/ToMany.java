package dev.weir.op.one;

import dev.weir.Context;
import dev.weir.One;
import dev.weir.op.kernel.race.Once;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.run.Failure;
import dev.weir.op.kernel.run.Run;
import dev.weir.op.kernel.run.Step;
import dev.weir.op.kernel.stage.Source;
import dev.weir.op.kernel.stage.Stage;
import dev.weir.op.kernel.stage.Upstream;
import org.jspecify.annotations.Nullable;

/** A stream of the value, or of nothing. */
public final class ToMany<T> extends Source<T> {
    private final One<? extends @Nullable T> source;

    public ToMany(One<? extends @Nullable T> source) {
        this.source = source;
    }

    @Override
    protected boolean isFew() {
        return true;
    }

    @Override
    protected void start(Stage<? super T> stage, Root root) {
        stage.onSubscribe(new Emitting<>(source, stage, root));
    }

    @Override
    protected @Nullable String pipeline() {
        String name = Step.pipeline(Context.empty(), source);
        return name.isEmpty() ? null : name;
    }

    private static final class Emitting<T> extends Run implements Upstream {
        private final One<? extends @Nullable T> source;
        private final Stage<? super T> downstream;
        private final Root root;
        private final Once asked = new Once();

        Emitting(One<? extends @Nullable T> source, Stage<? super T> downstream, Root root) {
            super(downstream, root);
            this.source = source;
            this.downstream = downstream;
            this.root = root;
            makeKnown();
        }

        @Override
        public void request(long n) {
            if (asked.first()) {
                start(source);
            }
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
