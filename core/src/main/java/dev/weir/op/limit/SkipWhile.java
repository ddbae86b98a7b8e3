package dev.weir.op.limit;

import dev.weir.Many;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.stage.Operator;
import dev.weir.op.kernel.stage.PassThrough;
import dev.weir.op.kernel.stage.Stage;
import java.util.function.Predicate;

/** The items from the first on that does not satisfy a predicate. */
public final class SkipWhile<T> extends Operator<T, T> {
    public SkipWhile(Many<T> source, Predicate<? super T> predicate) {
        super(source, predicate, Skipping.class, Skipping<T>::new);
    }

    private static final class Skipping<T> extends PassThrough<T, T> {
        private final Predicate<? super T> predicate;
        private boolean begun;

        Skipping(SkipWhile<T> skipWhile, Stage<? super T> downstream, Root root) {
            super(downstream, root);
            this.predicate = skipWhile.function();
        }

        @Override
        public boolean onNext(T item) {
            if (!begun) {
                try {
                    begun = !predicate.test(item);
                } catch (Throwable failure) {
                    return fail(failure, predicate);
                }
            }
            return begun && downstream.onNext(item);
        }
    }
}
