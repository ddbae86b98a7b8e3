package dev.weir.op.watch;

import dev.weir.Many;
import dev.weir.op.kernel.root.Failures;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.stage.Operator;
import dev.weir.op.kernel.stage.PassThrough;
import dev.weir.op.kernel.stage.Stage;
import java.util.function.Consumer;

/** An action for a failure, or for the completion. */
public final class DoOnError<T> extends Operator<T, T> {
    private final boolean isForFailures;

    /**
     * @param action takes the failure, or runs at the completion
     */
    public DoOnError(Many<T> source, Object action, boolean isForFailures) {
        this.isForFailures = isForFailures;
        super(source, action, Acting.class, Acting<T>::new);
    }

    private static final class Acting<T> extends PassThrough<T, T> {
        private final DoOnError<T> doOnError;

        Acting(DoOnError<T> doOnError, Stage<? super T> downstream, Root root) {
            super(downstream, root);
            this.doOnError = doOnError;
        }

        @Override
        public boolean onNext(T item) {
            return downstream.onNext(item);
        }

        @Override
        public void onError(Throwable failure) {
            if (doOnError.isForFailures) {
                Failures.tell(root().noted(failure), doOnError.<Consumer<Throwable>>function(), context());
            }
            downstream.onError(failure);
        }

        @Override
        public void onComplete() {
            try {
                if (!doOnError.isForFailures) {
                    doOnError.<Runnable>function().run();
                }
            } catch (Throwable thrown) {
                fail(thrown, doOnError.function());
                return;
            }
            downstream.onComplete();
        }
    }
}
