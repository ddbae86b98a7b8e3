package dev.weir.op.watch;

import dev.weir.Many;
import dev.weir.op.kernel.Operator;
import dev.weir.op.kernel.PassThrough;
import dev.weir.op.kernel.Stage;
import java.util.function.Consumer;

/** An action for each item. */
public final class DoOnNext<T> extends Operator<T, T> {
    private final Consumer<? super T> action;

    public DoOnNext(Many<T> source, Consumer<? super T> action) {
        super(source, action);
        this.action = action;
    }

    @Override
    protected Stage<T> attach(Stage<? super T> downstream) {
        return new Acting<>(this, downstream);
    }

    private static final class Acting<T> extends PassThrough<T, T> {
        private final Consumer<? super T> action;

        Acting(DoOnNext<T> doOnNext, Stage<? super T> downstream) {
            super(downstream);
            this.action = doOnNext.action;
        }

        @Override
        public boolean onNext(T item) {
            try {
                action.accept(item);
            } catch (Throwable failure) {
                return fail(failure);
            }
            return downstream.onNext(item);
        }
    }
}
