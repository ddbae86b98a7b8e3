package dev.weir.op.thread;

import static dev.weir.op.kernel.root.Argument.positive;

import dev.weir.Many;
import dev.weir.op.kernel.drain.Prefetching;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.stage.Operator;
import dev.weir.op.kernel.stage.Stage;
import java.util.concurrent.Executor;

/** Items on another thread. */
public final class PublishOn<T> extends Operator<T, T> {
    private final Executor executor;
    private final int bufferSize;

    public PublishOn(Many<T> source, Executor executor, int bufferSize) {
        Many<T> above = source instanceof PublishOn<T> hop ? hop.source() : source; // nobody would see the first of two
        super(above, NONE, Publishing.class, Publishing<T>::new);
        this.executor = Argument.given(executor, "publishOn: the executor");
        this.bufferSize = positive(bufferSize, "publishOn: the buffer size");
    }

    private static final class Publishing<T> extends Prefetching<T, T, T> {
        private static final int PAUSES = 64; // a few microseconds, in which the other thread brings some items

        private final Executor executor;

        Publishing(PublishOn<T> publishOn, Stage<? super T> downstream, Root root) {
            super(downstream, root, publishOn.bufferSize);
            this.executor = publishOn.executor;
        }

        @Override
        protected boolean pass(T item) {
            return downstream.onNext(item);
        }

        /** Else the threads go item by item, each of which one has to fetch from the other's cache. */
        @Override
        protected void pause() {
            for (int i = queue.isEmpty() ? PAUSES : 0; i < PAUSES; i++) {
                Thread.onSpinWait();
            }
        }

        @Override
        protected void begin() {
            hop(executor);
        }
    }
}
