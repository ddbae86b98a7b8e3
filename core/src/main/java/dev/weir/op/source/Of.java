package dev.weir.op.source;

import dev.weir.op.kernel.Pull;
import dev.weir.op.kernel.Source;
import dev.weir.op.kernel.Stage;
import java.util.Objects;

/** Emits items that are known. */
public final class Of<T> extends Source<T> {
    private final T[] items;

    public Of(T[] items) {
        this.items = items.clone();
        for (T item : this.items) {
            Objects.requireNonNull(item, "of: an item is null");
        }
    }

    @Override
    protected void start(Stage<? super T> stage) {
        if (items.length == 0) {
            complete(stage);
        } else {
            stage.onSubscribe(new Items<>(this, stage));
        }
    }

    private static final class Items<T> extends Pull<T> {
        private final T[] items;
        private int next;

        Items(Of<T> of, Stage<? super T> downstream) {
            super(downstream);
            this.items = of.items;
        }

        @Override
        protected boolean emit(long demand) {
            long left = demand;
            while (!isCancelled()) {
                if (next == items.length) {
                    downstream.onComplete();
                    return false;
                }
                if (left == 0) {
                    return true;
                }
                if (downstream.onNext(items[next++])) {
                    left--;
                }
            }
            return false;
        }
    }
}
