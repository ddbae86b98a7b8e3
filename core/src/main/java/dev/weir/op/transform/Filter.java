package dev.weir.op.transform;

import dev.weir.Many;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.stage.Operator;
import dev.weir.op.kernel.stage.PassThrough;
import dev.weir.op.kernel.stage.Stage;
import java.util.function.Predicate;

/** The items that satisfy a predicate. */
public final class Filter<T> extends Operator<T, T> {

    public Filter(Many<T> source, Predicate<? super T> predicate) {
        super(source, predicate);
    }

    @Override
    protected Class<?> stage() {
        return Filtering.class;
    }

    @Override
    protected Stage<T> attach(Stage<? super T> downstream, Root root) {
        return new Filtering<>(this, downstream, root);
    }

    private static final class Filtering<T> extends PassThrough<T, T> {
        private final Predicate<? super T> predicate;

        Filtering(Filter<T> filter, Stage<? super T> downstream, Root root) {
            super(downstream, root);
            this.predicate = filter.function();
        }

        @Override
        public boolean onNext(T item) {
            boolean wanted;
            try {
                wanted = predicate.test(item);
            } catch (Throwable failure) {
                return fail(failure, predicate);
            }
            return wanted && downstream.onNext(item);
        }
    }
}
