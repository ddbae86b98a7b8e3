package dev.weir.op.one;

import dev.weir.One;
import dev.weir.op.kernel.Failure;
import dev.weir.op.kernel.Receiver;
import dev.weir.op.kernel.Run;
import dev.weir.op.kernel.RunOnRequest;
import dev.weir.op.kernel.Source;
import dev.weir.op.kernel.Stage;
import org.jspecify.annotations.Nullable;

/** A stream of the value, or of nothing. */
public final class ToMany<T> extends Source<T> {
    private final One<? extends @Nullable T> source;

    public ToMany(One<? extends @Nullable T> source) {
        this.source = source;
    }

    @Override
    protected void start(Stage<? super T> stage) {
        stage.onSubscribe(new RunOnRequest(source, new Emitting<>(stage).run));
    }

    private static final class Emitting<T> implements Receiver {
        private final Stage<? super T> downstream;
        private final Run run;

        Emitting(Stage<? super T> downstream) {
            this.downstream = downstream;
            this.run = new Run(downstream.context(), this);
        }

        @Override
        @SuppressWarnings("unchecked") // the One's value
        public void accept(@Nullable Object outcome) {
            if (outcome instanceof Failure failure) {
                downstream.onError(failure.error());
                return;
            }
            if (outcome != null) {
                downstream.onNext((T) outcome);
            }
            if (!run.isCancelled()) {
                downstream.onComplete();
            }
        }
    }
}
