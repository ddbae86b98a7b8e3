package dev.weir.op.transform;

import dev.weir.Many;
import dev.weir.op.kernel.Operator;
import dev.weir.op.kernel.PassThrough;
import dev.weir.op.kernel.Stage;
import java.util.function.Predicate;

/** The items that satisfy a predicate. */
public final class Filter<T> extends Operator<T, T> {
    private final Predicate<? super T> predicate;

    public Filter(Many<T> source, Predicate<? super T> predicate) {
        super(source, predicate);
        this.predicate = predicate;
    }

    @Override
    protected Stage<T> attach(Stage<? super T> downstream) {
        return new Filtering<>(this, downstream);
    }

    private static final class Filtering<T> extends PassThrough<T, T> {
        private final Predicate<? super T> predicate;

        Filtering(Filter<T> filter, Stage<? super T> downstream) {
            super(downstream);
            this.predicate = filter.predicate;
        }

        @Override
        public boolean onNext(T item) {
            boolean wanted;
            try {
                wanted = predicate.test(item);
            } catch (Throwable failure) {
                return fail(failure);
            }
            return wanted && downstream.onNext(item);
        }
    }
}
