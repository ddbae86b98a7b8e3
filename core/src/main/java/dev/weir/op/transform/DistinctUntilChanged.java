package dev.weir.op.transform;

import dev.weir.Many;
import dev.weir.op.kernel.Operator;
import dev.weir.op.kernel.PassThrough;
import dev.weir.op.kernel.Stage;
import org.jspecify.annotations.Nullable;

/** The items that differ from the one before. */
public final class DistinctUntilChanged<T> extends Operator<T, T> {
    public DistinctUntilChanged(Many<T> source) {
        super(source);
    }

    @Override
    protected Stage<T> attach(Stage<? super T> downstream) {
        return new Comparing<>(this, downstream);
    }

    private static final class Comparing<T> extends PassThrough<T, T> {
        private @Nullable T last;

        Comparing(DistinctUntilChanged<T> unused, Stage<? super T> downstream) {
            super(downstream);
        }

        @Override
        public boolean onNext(T item) {
            boolean same;
            try {
                same = item.equals(last);
            } catch (Throwable failure) {
                return fail(failure);
            }
            last = item;
            return !same && downstream.onNext(item);
        }
    }
}
