package dev.weir.op.watch;

import dev.weir.Ending;
import dev.weir.Many;
import dev.weir.op.kernel.AtEnd;
import dev.weir.op.kernel.Operator;
import dev.weir.op.kernel.Stage;
import java.util.function.Consumer;

/** An action for the end, whatever it is. */
public final class DoFinally<T> extends Operator<T, T> {
    private final Consumer<? super Ending> action;

    public DoFinally(Many<T> source, Consumer<? super Ending> action) {
        super(source, action);
        this.action = action;
    }

    @Override
    protected Stage<T> attach(Stage<? super T> downstream) {
        return new Acting<>(this, downstream);
    }

    private static final class Acting<T> extends AtEnd<T> {
        private final Consumer<? super Ending> action;

        Acting(DoFinally<T> doFinally, Stage<? super T> downstream) {
            super(downstream);
            this.action = doFinally.action;
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
