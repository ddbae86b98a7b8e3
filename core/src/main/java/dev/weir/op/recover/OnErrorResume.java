package dev.weir.op.recover;

import dev.weir.Many;
import dev.weir.op.kernel.Failure;
import dev.weir.op.kernel.Handover;
import dev.weir.op.kernel.Operator;
import dev.weir.op.kernel.Source;
import dev.weir.op.kernel.Stage;
import java.util.Objects;
import java.util.function.Function;

/** Another stream after a failure. */
public final class OnErrorResume<T> extends Operator<T, T> {
    private final Function<? super Throwable, ? extends Many<? extends T>> function;

    public OnErrorResume(Many<T> source, Function<? super Throwable, ? extends Many<? extends T>> function) {
        super(source, function);
        this.function = function;
    }

    public static <T> Many<T> returning(Many<T> source, Function<? super Throwable, ? extends T> function) {
        Objects.requireNonNull(function, "function");
        return new OnErrorResume<>(
                source,
                failure -> Many.of(Objects.<T>requireNonNull(
                        function.apply(failure), "onErrorReturn: the function returned null")));
    }

    @Override
    protected Stage<T> attach(Stage<? super T> downstream) {
        return new Resuming<>(this, downstream);
    }

    private static final class Resuming<T> extends Handover<T, T> {
        private final Function<? super Throwable, ? extends Many<? extends T>> function;
        private boolean resumed;

        Resuming(OnErrorResume<T> onErrorResume, Stage<? super T> downstream) {
            super(downstream);
            this.function = onErrorResume.function;
        }

        @Override
        public boolean onNext(T item) {
            return count(downstream.onNext(item));
        }

        @Override
        public void onError(Throwable failure) {
            if (resumed) {
                downstream.onError(failure);
                return;
            }
            resumed = true;
            Many<? extends T> next;
            try {
                next = due(function.apply(failure), "onErrorResume");
            } catch (Throwable thrown) {
                downstream.onError(new Failure(failure).replacedBy(thrown).error());
                return;
            }
            Source.connect(next, this);
        }
    }
}
