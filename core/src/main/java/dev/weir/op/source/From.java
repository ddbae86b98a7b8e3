package dev.weir.op.source;

import dev.weir.op.kernel.Pull;
import dev.weir.op.kernel.Source;
import dev.weir.op.kernel.Stage;
import java.util.Iterator;
import java.util.Objects;

/** Emits what an iterable holds. */
public final class From<T> extends Source<T> {
    private final Iterable<? extends T> items;

    public From(Iterable<? extends T> items) {
        this.items = Objects.requireNonNull(items, "items");
    }

    @Override
    protected void start(Stage<? super T> stage) {
        Iterator<? extends T> iterator;
        boolean any;
        try {
            iterator = items.iterator();
            any = iterator.hasNext();
        } catch (Throwable failure) {
            fail(stage, failure);
            return;
        }
        if (any) {
            stage.onSubscribe(new Iterating<>(iterator, stage));
        } else {
            complete(stage);
        }
    }

    private static final class Iterating<T> extends Pull<T> {
        private final Iterator<? extends T> iterator;

        Iterating(Iterator<? extends T> iterator, Stage<? super T> downstream) {
            super(downstream);
            this.iterator = iterator;
        }

        @Override
        protected boolean emit(long demand) {
            long left = demand;
            while (!isCancelled()) {
                if (left == 0) {
                    return true;
                }
                T item;
                try {
                    item = Objects.requireNonNull(iterator.next(), "from: the iterator returned null");
                } catch (Throwable failure) {
                    downstream.onError(failure);
                    return false;
                }
                if (downstream.onNext(item)) {
                    left--;
                }
                if (isCancelled() || !hasNext()) {
                    return false;
                }
            }
            return false;
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
