package dev.weir.op.transform;

import dev.weir.Many;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.stage.Operator;
import dev.weir.op.kernel.stage.PassThrough;
import dev.weir.op.kernel.stage.Stage;
import org.jspecify.annotations.Nullable;

/** The items that differ from the one before. */
public final class DistinctUntilChanged<T> extends Operator<T, T> {
    public DistinctUntilChanged(Many<T> source) {
        super(source, Comparing.class, Comparing<T>::new);
    }

    private static final class Comparing<T> extends PassThrough<T, T> {
        private @Nullable T last;

        Comparing(DistinctUntilChanged<T> unused, Stage<? super T> downstream, Root root) {
            super(downstream, root);
        }

        @Override
        public boolean onNext(T item) {
            boolean same;
            try {
                same = item.equals(last);
            } catch (Throwable failure) {
                return fail(failure, null);
            }
            last = item;
            if (same) {
                undelivered(item);
                return false;
            }
            return downstream.onNext(item);
        }
    }
}
