package dev.weir.op.transform;

import dev.weir.Many;
import dev.weir.Operators.Indexed;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.stage.Operator;
import dev.weir.op.kernel.stage.PassThrough;
import dev.weir.op.kernel.stage.Stage;

/** Each item with its number. */
public final class Index<T> extends Operator<T, Indexed<T>> {
    public Index(Many<T> source) {
        super(source, NONE, Numbering.class, Numbering<T>::new);
    }

    private static final class Numbering<T> extends PassThrough<T, Indexed<T>> {
        private long next;

        Numbering(Index<T> unused, Stage<? super Indexed<T>> downstream, Root root) {
            super(downstream, root);
        }

        @Override
        public boolean onNext(T item) {
            return downstream.onNext(new Indexed<>(next++, item));
        }
    }
}
