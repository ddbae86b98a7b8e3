package dev.weir.op.watch;

import dev.weir.Many;
import dev.weir.op.kernel.Failure;
import dev.weir.op.kernel.Operator;
import dev.weir.op.kernel.PassThrough;
import dev.weir.op.kernel.Stage;
import java.util.function.Consumer;

/** An action for a failure. */
public final class DoOnError<T> extends Operator<T, T> {
    private final Consumer<? super Throwable> action;

    public DoOnError(Many<T> source, Consumer<? super Throwable> action) {
        super(source, action);
        this.action = action;
    }

    @Override
    protected Stage<T> attach(Stage<? super T> downstream) {
        return new Acting<>(this, downstream);
    }

    private static final class Acting<T> extends PassThrough<T, T> {
        private final Consumer<? super Throwable> action;

        Acting(DoOnError<T> doOnError, Stage<? super T> downstream) {
            super(downstream);
            this.action = doOnError.action;
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
                new Failure(failure).suppress(thrown);
            }
            downstream.onError(failure);
        }
    }
}
