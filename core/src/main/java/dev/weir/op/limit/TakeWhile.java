package dev.weir.op.limit;

import dev.weir.Many;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.stage.Intercept;
import dev.weir.op.kernel.stage.Operator;
import dev.weir.op.kernel.stage.Stage;
import java.util.function.Predicate;

/** The items before the first that does not satisfy a predicate, or up to the first that does. */
public final class TakeWhile<T> extends Operator<T, T> {
    private final boolean isUntil;

    /**
     * @param isUntil whether the item that satisfies the predicate is the last one
     */
    public TakeWhile(Many<T> source, Predicate<? super T> predicate, boolean isUntil) {
        this.isUntil = isUntil;
        super(source, predicate, Taking.class, Taking<T>::new);
    }

    private static final class Taking<T> extends Intercept<T, T> {
        private final Predicate<? super T> predicate;
        private final boolean isUntil;

        Taking(TakeWhile<T> takeWhile, Stage<? super T> downstream, Root root) {
            super(downstream, root);
            this.predicate = takeWhile.function();
            this.isUntil = takeWhile.isUntil;
        }

        @Override
        public boolean onNext(T item) {
            boolean satisfies;
            try {
                satisfies = predicate.test(item);
            } catch (Throwable failure) {
                return fail(failure, predicate);
            }
            if (satisfies != isUntil) {
                return downstream.onNext(item);
            }
            if (isUntil) {
                downstream.onNext(item); // before upstream is cancelled, to which it may belong
            }
            return cancelSeen || finish();
        }
    }
}
