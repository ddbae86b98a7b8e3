package dev.weir.op.transform;

import dev.weir.Context;
import dev.weir.Many;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.root.Undelivered;
import dev.weir.op.kernel.stage.Operator;
import dev.weir.op.kernel.stage.PassThrough;
import dev.weir.op.kernel.stage.Stage;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The items that satisfy a predicate. */
public final class Filter<T> extends Operator<T, T> {
    private final @Nullable Function<Context, Predicate<? super T>> ours; // so nobody has seen what it drops

    public Filter(Many<T> source, Predicate<? super T> predicate) {
        this.ours = null;
        super(source, predicate, Filtering.class, Filtering<T>::new);
    }

    private Filter(Function<Context, Predicate<? super T>> ours, Many<T> source) {
        this.ours = ours;
        super(source, NONE, Filtering.class, Filtering<T>::new);
    }

    /** By a predicate that is made for each subscription. */
    static <T> Many<T> by(Many<T> source, Function<Context, Predicate<? super T>> ours) {
        return new Filter<>(ours, source);
    }

    @SuppressWarnings("unchecked") // those that are left are of the type
    public static <R> Many<R> ofType(Many<?> source, Class<R> type) {
        Argument.given(type, "ofType: the type");
        return (Many<R>) by(source, context -> type::isInstance);
    }

    private static final class Filtering<T> extends PassThrough<T, T> {
        private final Predicate<? super T> predicate;
        private final boolean isWatched;

        Filtering(Filter<T> filter, Stage<? super T> downstream, Root root) {
            super(downstream, root);
            this.isWatched = filter.ours != null && Undelivered.isAwaited(root.context());
            this.predicate = filter.ours == null ? filter.function() : filter.ours.apply(root.context());
        }

        @Override
        public boolean onNext(T item) {
            boolean wanted;
            try {
                wanted = predicate.test(item);
            } catch (Throwable failure) {
                undelivered(isWatched ? item : null);
                return fail(failure, predicate);
            }
            if (wanted) {
                return downstream.onNext(item);
            }
            if (isWatched) {
                undelivered(item);
            }
            return false;
        }
    }
}
