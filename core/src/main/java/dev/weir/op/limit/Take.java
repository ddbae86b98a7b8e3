package dev.weir.op.limit;

import dev.weir.Many;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.stage.Counting;
import dev.weir.op.kernel.stage.Operator;
import dev.weir.op.kernel.stage.Stage;

/** The first items. */
public final class Take<T> extends Operator<T, T> {
    private final long count;

    public Take(Many<T> source, long count) {
        super(source, NONE, Taking.class, Taking<T>::new);
        this.count = Argument.checked(count, count >= 0, "take: the count must not be negative");
    }

    private static final class Taking<T> extends Counting<T, T> {
        private final long count;
        private long left;

        Taking(Take<T> take, Stage<? super T> downstream, Root root) {
            super(downstream, root);
            this.count = take.count;
            this.left = count;
        }

        @Override
        public boolean onNext(T item) {
            if (--left > 0) {
                return downstream.onNext(item) || count(1) >= count;
            }
            downstream.onNext(item); // before upstream is cancelled, to which it may belong
            return cancelSeen || finish();
        }

        /** Upstream is never asked for more than there is to take. */
        @Override
        protected void counted(long before, long n) {
            long allowed = Math.min(n, count - before);
            if (allowed == count) {
                upstream.requestAlone(count); // nothing else will be asked for
            } else if (allowed > 0) {
                upstream.request(allowed);
            }
        }
    }
}
