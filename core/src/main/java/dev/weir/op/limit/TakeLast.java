package dev.weir.op.limit;

import dev.weir.Many;
import dev.weir.op.kernel.drain.Held;
import dev.weir.op.kernel.drain.SerialDrain;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.stage.Operator;
import dev.weir.op.kernel.stage.Stage;

/** The last items, or all but those. */
public final class TakeLast<T> extends Operator<T, T> {
    private final int count;
    private final boolean isSkip;

    /**
     * @param isSkip whether all others are emitted, or these, once upstream has completed
     */
    public TakeLast(Many<T> source, int count, boolean isSkip) {
        this.count = Argument.checked(count, count >= 0, "the number of last items must not be negative");
        this.isSkip = isSkip;
        super(source, Holding.class, Holding<T>::new);
    }

    private static final class Holding<T> extends SerialDrain<T, T> {
        private final Held<T> last;
        private final boolean isSkip;

        Holding(TakeLast<T> takeLast, Stage<? super T> downstream, Root root) {
            super(downstream, root);
            this.last = new Held<>(takeLast.count, root.context());
            this.isSkip = takeLast.isSkip;
        }

        @Override
        public void request(long n) {
            if (isSkip) {
                upstream.request(n);
            } else {
                super.request(n);
            }
        }

        @Override
        protected void asked() {
            upstream.request(Many.BUFFER_SIZE); // of which no item that comes uses any up
        }

        @Override
        public boolean onNext(T item) {
            T oldest = last.add(item);
            if (isSkip) {
                return oldest != null && downstream.onNext(oldest);
            }
            undelivered(oldest);
            return false;
        }

        @Override
        protected void emit() {
            long demand = demand();
            while (isDone() && !isCancelled()) {
                T item = isSkip || hasFailed() || emitted == demand ? null : last.poll();
                if (item != null) {
                    emitted += downstream.onNext(item) ? 1 : 0;
                } else if (isSkip || hasFailed() || last.isEmpty()) {
                    end();
                } else {
                    return;
                }
            }
        }

        @Override
        protected void clear() {
            last.close();
        }
    }
}
