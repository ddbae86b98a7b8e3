package dev.weir.op.watch;

import dev.weir.Many;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.stage.Operator;
import dev.weir.op.kernel.stage.PassThrough;
import dev.weir.op.kernel.stage.Stage;
import java.util.function.Consumer;

/** An action for each item. */
public final class DoOnNext<T> extends Operator<T, T> {

    public DoOnNext(Many<T> source, Consumer<? super T> action) {
        super(source, action, Acting.class, Acting<T>::new);
    }

    private static final class Acting<T> extends PassThrough<T, T> {
        private final Consumer<? super T> action;

        Acting(DoOnNext<T> doOnNext, Stage<? super T> downstream, Root root) {
            super(downstream, root);
            this.action = doOnNext.function();
        }

        @Override
        public boolean onNext(T item) {
            try {
                action.accept(item);
            } catch (Throwable failure) {
                return fail(failure, action);
            }
            return downstream.onNext(item);
        }
    }
}
