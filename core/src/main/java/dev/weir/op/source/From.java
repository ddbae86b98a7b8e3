package dev.weir.op.source;

import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.stage.Known;
import dev.weir.op.kernel.stage.Pull;
import dev.weir.op.kernel.stage.PullSource;
import dev.weir.op.kernel.stage.Stage;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;

/** Emits what an iterable holds. */
public final class From<T> extends PullSource<T> {
    private final Iterable<? extends T> items;

    public From(Iterable<? extends T> items) {
        this.items = Argument.given(items, "from: the iterable");
    }

    @Override
    protected boolean isFew() {
        try {
            return items instanceof List<? extends T> list && list.size() <= Known.FEW;
        } catch (Throwable failure) { // which its iterator tells, too, where somebody waits for it
            return false;
        }
    }

    @Override
    protected void start(Stage<? super T> stage, Root root, boolean few) {
        start(Iterating.class, Iterating<T>::new, stage, root, few);
    }

    @Override
    @SuppressWarnings("unchecked") // who takes items puts none
    protected Iterator<T> items() {
        return (Iterator<T>) Objects.requireNonNull(items.iterator(), "from: the iterable has no iterator");
    }

    private static final class Iterating<T> extends Pull<T> {
        private final Iterator<T> iterator;
        private final boolean isThere; // all that it gives: what others give may take its time, and be for nobody
        private final boolean empty;

        Iterating(From<T> from, Stage<? super T> downstream, Root root) {
            super(downstream, root);
            this.iterator = from.items();
            this.isThere = from.items instanceof Collection;
            this.empty = isThere && !iterator.hasNext();
        }

        @Override
        protected boolean isOver() {
            return empty;
        }

        @Override
        protected long emit(int tries, long demand) {
            Iterator<T> items = iterator; // locals, as those stay known whatever a call that is not inlined does
            long left = isThere || hasNext(items) ? demand : ENDED;
            for (int i = 0; i < tries && left > 0 && !isCancelled(); i++) {
                T item;
                try {
                    item = PullSource.next(items);
                } catch (Throwable failure) {
                    return fail(failure, null);
                }
                left -= downstream.onNext(item) ? 1 : 0;
                if (isCancelled() || ((left > 0 || isThere) && !hasNext(items))) {
                    return ENDED;
                }
            }
            return left;
        }

        private boolean hasNext(Iterator<T> items) {
            boolean more;
            try {
                more = items.hasNext();
            } catch (Throwable failure) {
                fail(failure, null);
                return false;
            }
            if (!more && !isCancelled()) {
                downstream.onComplete();
            }
            return more;
        }
    }
}
