package dev.weir.op.watch;

import dev.weir.Ending;
import dev.weir.Many;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.stage.AtEnd;
import dev.weir.op.kernel.stage.Operator;
import dev.weir.op.kernel.stage.Stage;
import java.util.function.Consumer;

/** An action for the end, whatever it is. */
public final class DoFinally<T> extends Operator<T, T> {

    public DoFinally(Many<T> source, Consumer<? super Ending> action) {
        super(source, action, Acting.class, Acting<T>::new);
    }

    private static final class Acting<T> extends AtEnd<T> {
        private final Consumer<? super Ending> action;

        Acting(DoFinally<T> doFinally, Stage<? super T> downstream, Root root) {
            super(downstream, root);
            this.action = doFinally.function();
        }

        @Override
        public boolean onNext(T item) {
            return downstream.onNext(item);
        }

        @Override
        protected void atEnd(Ending ending) {
            action.accept(ending);
        }
    }
}
