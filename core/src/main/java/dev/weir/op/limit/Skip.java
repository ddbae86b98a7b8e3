package dev.weir.op.limit;

import dev.weir.Many;
import dev.weir.op.kernel.Argument;
import dev.weir.op.kernel.Operator;
import dev.weir.op.kernel.PassThrough;
import dev.weir.op.kernel.Stage;

/** All items but the first. */
public final class Skip<T> extends Operator<T, T> {
    private final long count;

    public Skip(Many<T> source, long count) {
        super(source);
        this.count = Argument.checked(count, count >= 0, "skip: the count must not be negative");
    }

    @Override
    protected Stage<T> attach(Stage<? super T> downstream) {
        return new Skipping<>(this, downstream);
    }

    private static final class Skipping<T> extends PassThrough<T, T> {
        private long left;

        Skipping(Skip<T> skip, Stage<? super T> downstream) {
            super(downstream);
            this.left = skip.count;
        }

        @Override
        public boolean onNext(T item) {
            if (left > 0) {
                left--;
                return false;
            }
            return downstream.onNext(item);
        }
    }
}
