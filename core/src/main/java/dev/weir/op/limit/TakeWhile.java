package dev.weir.op.limit;

import dev.weir.Many;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.stage.Operator;
import dev.weir.op.kernel.stage.PassThrough;
import dev.weir.op.kernel.stage.Stage;
import java.util.function.Predicate;

/** The items before the first that does not satisfy a predicate. */
public final class TakeWhile<T> extends Operator<T, T> {

    public TakeWhile(Many<T> source, Predicate<? super T> predicate) {
        super(source, predicate);
    }

    @Override
    protected Class<?> stage() {
        return Taking.class;
    }

    @Override
    protected Stage<T> attach(Stage<? super T> downstream, Root root) {
        return new Taking<>(this, downstream, root);
    }

    private static final class Taking<T> extends PassThrough<T, T> {
        private final Predicate<? super T> predicate;

        Taking(TakeWhile<T> takeWhile, Stage<? super T> downstream, Root root) {
            super(downstream, root);
            this.predicate = takeWhile.function();
        }

        @Override
        public boolean onNext(T item) {
            boolean wanted;
            try {
                wanted = predicate.test(item);
            } catch (Throwable failure) {
                return fail(failure, predicate);
            }
            return wanted ? downstream.onNext(item) : finish();
        }
    }
}
