package dev.weir.op.combine;

import dev.weir.Many;
import dev.weir.op.kernel.inner.Combined;
import dev.weir.op.kernel.inner.Inner;
import dev.weir.op.kernel.inner.Sides;
import dev.weir.op.kernel.root.Dropped;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.stage.Stage;
import org.jspecify.annotations.Nullable;

/** The stream that signals first. */
public final class Race<T> extends Combined<T> {
    private static final int NOBODY = -1;

    /** Of the streams of an array, which is copied. */
    public Race(Many<? extends T>[] sources) {
        super(sources.clone(), null, Racing.class, Racing<T>::new);
    }

    private static final class Racing<T> extends Sides<T> {
        private volatile int winner = NOBODY;

        Racing(Race<T> race, Stage<? super T> downstream, Root root) {
            super(downstream, root, race.size());
        }

        @Override
        public void innerError(Inner<Object> inner, Throwable failure) {
            if (winner == NOBODY || winner == inner.place()) {
                super.innerError(inner, failure);
            } else {
                Dropped.report(failure, context());
            }
        }

        @Override
        @SuppressWarnings("unchecked") // a stream's item
        protected void take(int side, @Nullable Object item) {
            if (winner == NOBODY) {
                winner = side;
                cancelAllBut(side);
            }
            if (side != winner) {
                undelivered(item);
            } else if (item == null) {
                end();
            } else {
                if (downstream.onNext((T) item)) {
                    emitted++;
                }
                consumed(side);
            }
        }
    }
}
