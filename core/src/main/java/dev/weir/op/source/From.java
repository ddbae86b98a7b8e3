package dev.weir.op.source;

import dev.weir.op.kernel.Pull;
import dev.weir.op.kernel.PullSource;
import dev.weir.op.kernel.Stage;
import java.util.Iterator;
import java.util.Objects;

/** Emits what an iterable holds. */
public final class From<T> extends PullSource<T> {
    private final Iterable<? extends T> items;

    public From(Iterable<? extends T> items) {
        this.items = Objects.requireNonNull(items, "items");
    }

    @Override
    protected Pull<T> open(Stage<? super T> stage) {
        return new Iterating<>(this, stage);
    }

    private static final class Iterating<T> extends Pull<T> {
        private final Iterator<? extends T> iterator;
        private final boolean empty;

        Iterating(From<T> from, Stage<? super T> downstream) {
            super(downstream);
            this.iterator = from.items.iterator();
            this.empty = !iterator.hasNext();
        }

        @Override
        protected boolean isOver() {
            return empty;
        }

        @Override
        protected int emit(int most) {
            int used = 0;
            for (int i = 0; i < most && !isCancelled(); i++) {
                T item;
                try {
                    item = Objects.requireNonNull(iterator.next(), "from: the iterator returned null");
                } catch (Throwable failure) {
                    downstream.onError(failure);
                    return ENDED;
                }
                if (downstream.onNext(item)) {
                    used++;
                }
                if (isCancelled() || !hasNext()) {
                    return ENDED;
                }
            }
            return used;
        }

        private boolean hasNext() {
            try {
                if (iterator.hasNext()) {
                    return true;
                }
            } catch (Throwable failure) {
                downstream.onError(failure);
                return false;
            }
            if (!isCancelled()) {
                downstream.onComplete();
            }
            return false;
        }
    }
}
