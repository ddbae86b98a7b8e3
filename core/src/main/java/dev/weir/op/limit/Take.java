package dev.weir.op.limit;

import dev.weir.Many;
import dev.weir.op.kernel.Argument;
import dev.weir.op.kernel.Intercept;
import dev.weir.op.kernel.Operator;
import dev.weir.op.kernel.Requested;
import dev.weir.op.kernel.Stage;

/** The first items. */
public final class Take<T> extends Operator<T, T> {
    private final long count;

    public Take(Many<T> source, long count) {
        super(source);
        this.count = Argument.checked(count, count >= 0, "take: the count must not be negative");
    }

    @Override
    protected Stage<T> attach(Stage<? super T> downstream) {
        return new Taking<>(this, downstream);
    }

    @Override
    protected Many<T> resolve() {
        return count == 0 ? Many.empty() : this;
    }

    private static final class Taking<T> extends Intercept<T, T> {
        private final Requested budget = new Requested();
        private long left;
        private boolean cancelled; // seen by the last item, if it was during that

        Taking(Take<T> take, Stage<? super T> downstream) {
            super(downstream);
            this.left = take.count;
            budget.add(left);
        }

        @Override
        public boolean onNext(T item) {
            if (--left > 0) {
                return downstream.onNext(item) || budget.claim(1) == 0;
            }
            upstream.cancel();
            downstream.onNext(item);
            if (!cancelled) {
                downstream.onComplete();
            }
            return true;
        }

        @Override
        public void request(long n) {
            long allowed = budget.claim(n);
            if (allowed > 0) {
                upstream.request(allowed);
            }
        }

        @Override
        public void cancel() {
            cancelled = true;
            upstream.cancel();
        }
    }
}
