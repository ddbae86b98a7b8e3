package dev.weir.op.source;

import dev.weir.op.kernel.race.Once;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Dropped;
import dev.weir.op.kernel.root.Failures;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.site.Site;
import dev.weir.op.kernel.stage.Known;
import dev.weir.op.kernel.stage.Pull;
import dev.weir.op.kernel.stage.PullSource;
import dev.weir.op.kernel.stage.Stage;
import java.util.Objects;
import java.util.Spliterator;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a stream of the JDK has, which is closed then. */
public final class FromStream<T> extends PullSource<T> {
    private final Supplier<? extends Stream<T>> supplier;

    public FromStream(Supplier<? extends Stream<T>> supplier) {
        this.supplier = Site.note(Argument.given(supplier, "fromStream: the supplier"));
    }

    @Override
    public Object given() {
        return supplier;
    }

    @Override
    protected void start(Stage<? super T> stage, Root root, boolean few) {
        start(Advancing.class, Advancing<T>::new, stage, root, few);
    }

    private static final class Advancing<T> extends Pull<T> implements Consumer<T> {
        private final Object supplier;
        private final Stream<T> stream;
        private @Nullable Spliterator<T> spliterator;
        private @Nullable T item;
        private long emitter; // the id of the thread that emits, else 0
        private final Once closed = new Once();

        Advancing(FromStream<T> from, Stage<? super T> downstream, Root root) {
            super(downstream, root);
            this.supplier = from.supplier;
            this.stream = Argument.due(from.supplier.get(), "fromStream: the supplier", "a stream");
        }

        @Override
        public void accept(T next) {
            item = Objects.requireNonNull(next, "fromStream: the stream has null");
        }

        @Override
        protected long emit(int tries, long demand) {
            long left = demand;
            emitter = Thread.currentThread().threadId();
            try {
                for (int i = 0; i < tries && left > 0 && !isCancelled(); i++) {
                    try {
                        spliterator = spliterator == null ? stream.spliterator() : spliterator;
                        item = spliterator.tryAdvance(this) ? item : null;
                    } catch (Throwable failure) {
                        if (!closed.isTaken()) {
                            close(true);
                            return fail(failure, supplier);
                        }
                        Dropped.reportQuietly(failure, root.context()); // as who has left has closed it meanwhile
                        Failures.throwIfFatal(failure);
                        return ENDED;
                    }
                    if (item == null) {
                        close(true);
                        downstream.onComplete();
                        return ENDED;
                    }
                    left -= downstream.onNext(item) ? 1 : 0;
                    if (i == Known.FEW) {
                        Site.wide(supplier);
                    }
                }
            } finally {
                emitter = 0;
                close(isCancelled());
            }
            return left;
        }

        private void close(boolean over) {
            if (over && closed.first()) {
                Dropped.reportThrown(stream::close, root.context());
            }
        }

        /** Who leaves while it has an item still uses that, and the stream. */
        @Override
        public void cancel() {
            super.cancel();
            close(emitter != Thread.currentThread().threadId());
        }

        @Override
        public void release() {
            emitter = 0; // who leaves is done with the item
            cancel();
        }
    }
}
