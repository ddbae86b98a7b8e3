package dev.weir.op.kernel.stage;

import dev.weir.op.kernel.root.Root;
import java.util.Iterator;

/** A source whose items are there already: who flattens it may take them without subscribing. */
public abstract class Known<T> extends PullSource<T> {
    /** So many are few. */
    public static final int FEW = 16;

    public abstract int size();

    public abstract T item(int index);

    @Override
    protected final Iterator<T> items() {
        int size = size();
        return new Iterator<>() {
            private int next;

            @Override
            public boolean hasNext() {
                return next < size;
            }

            @Override
            public T next() {
                return item(next++);
            }
        };
    }

    @Override
    protected final boolean isFew() {
        return size() <= FEW;
    }

    @Override
    protected final void start(Stage<? super T> stage, Root root, boolean few) {
        start(Emitting.class, Emitting<T>::new, stage, root, few);
    }

    private static final class Emitting<T> extends Pull<T> {
        private final Known<T> known;
        private int next;

        Emitting(Known<T> known, Stage<? super T> downstream, Root root) {
            super(downstream, root);
            this.known = known;
        }

        @Override
        protected boolean isOver() {
            return known.size() == 0;
        }

        @Override
        protected long emit(int tries, long demand) {
            long left = demand;
            int size = known.size();
            int i = next;
            for (int end = i + Math.min(tries, size - i); i < end && left > 0 && !isCancelled(); i++) {
                left -= downstream.onNext(known.item(i)) ? 1 : 0;
            }
            next = i;
            if (i < size || isCancelled()) {
                return left;
            }
            downstream.onComplete();
            return ENDED;
        }
    }
}
