package dev.weir.op.watch;

import dev.weir.Many;
import dev.weir.op.kernel.root.Failures;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.stage.Operator;
import dev.weir.op.kernel.stage.PassThrough;
import dev.weir.op.kernel.stage.Stage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** An action for a failure, or for the completion. */
public final class DoOnError<T> extends Operator<T, T> {
    private final boolean isForFailures;

    public DoOnError(Many<T> source, Consumer<? super Throwable> action) {
        this(source, action, true);
    }

    private DoOnError(Many<T> source, Object action, boolean isForFailures) {
        this.isForFailures = isForFailures;
        super(source, action, Acting.class, Acting<T>::new);
    }

    public static <T> Many<T> completed(Many<T> source, Runnable action) {
        return new DoOnError<>(source, action, false);
    }

    private static final class Acting<T> extends PassThrough<T, T> {
        private final @Nullable Consumer<? super Throwable> onError;
        private final @Nullable Runnable onComplete;

        Acting(DoOnError<T> doOnError, Stage<? super T> downstream, Root root) {
            super(downstream, root);
            this.onError = doOnError.isForFailures ? doOnError.function() : null;
            this.onComplete = doOnError.isForFailures ? null : doOnError.function();
        }

        @Override
        public boolean onNext(T item) {
            return downstream.onNext(item);
        }

        @Override
        public void onError(Throwable failure) {
            try {
                if (onError != null) {
                    onError.accept(failure);
                }
            } catch (Throwable thrown) {
                Failures.suppress(failure, thrown);
            }
            downstream.onError(failure);
        }

        @Override
        public void onComplete() {
            try {
                if (onComplete != null) {
                    onComplete.run();
                }
            } catch (Throwable thrown) {
                fail(thrown, onComplete);
                return;
            }
            downstream.onComplete();
        }
    }
}
