package dev.weir.op.watch;

import dev.weir.Many;
import dev.weir.op.kernel.root.Failures;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.stage.Operator;
import dev.weir.op.kernel.stage.PassThrough;
import dev.weir.op.kernel.stage.Stage;
import java.util.function.Consumer;

/** An action for a failure. */
public final class DoOnError<T> extends Operator<T, T> {

    public DoOnError(Many<T> source, Consumer<? super Throwable> action) {
        super(source, action);
    }

    @Override
    protected Class<?> stage() {
        return Acting.class;
    }

    @Override
    protected Stage<T> attach(Stage<? super T> downstream, Root root) {
        return new Acting<>(this, downstream, root);
    }

    private static final class Acting<T> extends PassThrough<T, T> {
        private final Consumer<? super Throwable> action;

        Acting(DoOnError<T> doOnError, Stage<? super T> downstream, Root root) {
            super(downstream, root);
            this.action = doOnError.function();
        }

        @Override
        public boolean onNext(T item) {
            return downstream.onNext(item);
        }

        @Override
        public void onError(Throwable failure) {
            try {
                action.accept(failure);
            } catch (Throwable thrown) {
                Failures.suppress(failure, thrown);
            }
            downstream.onError(failure);
        }
    }
}
