package dev.weir.op.limit;

import dev.weir.Many;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.root.Undelivered;
import dev.weir.op.kernel.stage.Operator;
import dev.weir.op.kernel.stage.PassThrough;
import dev.weir.op.kernel.stage.Stage;

/** All items but the first. */
public final class Skip<T> extends Operator<T, T> {
    private final long count;

    public Skip(Many<T> source, long count) {
        super(source, NONE, Skipping.class, Skipping<T>::new);
        this.count = Argument.checked(count, count >= 0, "skip: the count must not be negative");
    }

    private static final class Skipping<T> extends PassThrough<T, T> {
        private final boolean isWatched; // what is not delivered
        private long left;

        Skipping(Skip<T> skip, Stage<? super T> downstream, Root root) {
            super(downstream, root);
            this.isWatched = Undelivered.isAwaited(root.context());
            this.left = skip.count;
        }

        @Override
        public boolean onNext(T item) {
            if (left > 0) {
                left--;
                undelivered(isWatched ? item : null);
                return false;
            }
            return downstream.onNext(item);
        }
    }
}
