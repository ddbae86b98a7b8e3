package dev.weir.op.limit;

import dev.weir.Many;
import dev.weir.op.kernel.Operator;
import dev.weir.op.kernel.PassThrough;
import dev.weir.op.kernel.Stage;
import java.util.function.Predicate;

/** The items before the first that does not satisfy a predicate. */
public final class TakeWhile<T> extends Operator<T, T> {
    private final Predicate<? super T> predicate;

    public TakeWhile(Many<T> source, Predicate<? super T> predicate) {
        super(source, predicate);
        this.predicate = predicate;
    }

    @Override
    protected Stage<T> attach(Stage<? super T> downstream) {
        return new Taking<>(this, downstream);
    }

    private static final class Taking<T> extends PassThrough<T, T> {
        private final Predicate<? super T> predicate;

        Taking(TakeWhile<T> takeWhile, Stage<? super T> downstream) {
            super(downstream);
            this.predicate = takeWhile.predicate;
        }

        @Override
        public boolean onNext(T item) {
            boolean wanted;
            try {
                wanted = predicate.test(item);
            } catch (Throwable failure) {
                return fail(failure);
            }
            return wanted ? downstream.onNext(item) : finish();
        }
    }
}
