package dev.weir.op.transform;

import dev.weir.Many;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.stage.Operator;
import dev.weir.op.kernel.stage.PassThrough;
import dev.weir.op.kernel.stage.Stage;
import java.util.function.Predicate;

/** The items that satisfy a predicate. */
public final class Filter<T> extends Operator<T, T> {
    private final boolean isOurs; // so nobody has seen what it drops

    public Filter(Many<T> source, Predicate<? super T> predicate) {
        this(source, predicate, false);
    }

    Filter(Many<T> source, Predicate<? super T> predicate, boolean isOurs) {
        this.isOurs = isOurs;
        super(source, predicate, Filtering.class, Filtering<T>::new);
    }

    @SuppressWarnings("unchecked") // those that are left are of the type
    public static <R> Many<R> ofType(Many<?> source, Class<R> type) {
        Argument.given(type, "ofType: the type");
        return (Many<R>) new Filter<>(source, type::isInstance, true);
    }

    private static final class Filtering<T> extends PassThrough<T, T> {
        private final Predicate<? super T> predicate;
        private final boolean isOurs;

        Filtering(Filter<T> filter, Stage<? super T> downstream, Root root) {
            super(downstream, root);
            this.predicate = filter.function();
            this.isOurs = filter.isOurs;
        }

        @Override
        public boolean onNext(T item) {
            boolean wanted;
            try {
                wanted = predicate.test(item);
            } catch (Throwable failure) {
                return fail(failure, predicate);
            }
            if (wanted) {
                return downstream.onNext(item);
            }
            if (isOurs) {
                undelivered(item);
            }
            return false;
        }
    }
}
