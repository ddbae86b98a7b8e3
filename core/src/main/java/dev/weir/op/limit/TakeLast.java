package dev.weir.op.limit;

import dev.weir.Ending;
import dev.weir.Many;
import dev.weir.op.kernel.drain.Held;
import dev.weir.op.kernel.drain.SerialDrain;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.stage.AtEnd;
import dev.weir.op.kernel.stage.Operator;
import dev.weir.op.kernel.stage.Stage;

/** The last items, or all but those. */
public final class TakeLast<T> extends Operator<T, T> {
    private final int count;

    /**
     * @param isSkip whether all others are emitted, or these, once upstream has completed
     */
    public TakeLast(Many<T> source, int count, boolean isSkip) {
        this.count = Argument.checked(count, count >= 0, "the number of last items must not be negative");
        super(source, NONE, isSkip ? Skipping.class : Taking.class, isSkip ? Skipping<T>::new : Taking<T>::new);
    }

    private static final class Taking<T> extends SerialDrain<T, T> {
        private final Held<T> last;

        Taking(TakeLast<T> takeLast, Stage<? super T> downstream, Root root) {
            super(downstream, root);
            this.last = new Held<>(takeLast.count, root.context());
        }

        @Override
        protected void asked() {
            upstream.requestAlone(Many.BUFFER_SIZE); // of which no item that comes uses any up
        }

        @Override
        public boolean onNext(T item) {
            last.drop(last.add(item));
            return false;
        }

        @Override
        protected void emit() {
            long demand = demand();
            while (isDone() && !isCancelled()) {
                T item = hasFailed() || emitted == demand ? null : last.poll();
                if (item != null) {
                    emitted += downstream.onNext(item) ? 1 : 0;
                } else if (hasFailed() || last.isEmpty()) {
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

    private static final class Skipping<T> extends AtEnd<T> {
        private final Held<T> last;

        Skipping(TakeLast<T> takeLast, Stage<? super T> downstream, Root root) {
            super(downstream, root);
            this.last = new Held<>(takeLast.count, root.context());
        }

        @Override
        public boolean onNext(T item) {
            T oldest = last.add(item);
            return oldest != null && downstream.onNext(oldest);
        }

        @Override
        protected void atEnd(Ending ending) {
            last.close();
        }
    }
}
