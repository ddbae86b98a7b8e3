package dev.weir.op.thread;

import dev.weir.Many;
import dev.weir.op.kernel.Operator;
import dev.weir.op.kernel.Queues;
import dev.weir.op.kernel.SerialDrain;
import dev.weir.op.kernel.Stage;
import dev.weir.op.kernel.Upstream;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.Executor;

/** Items on another thread. */
public final class PublishOn<T> extends Operator<T, T> {
    private final Executor executor;
    private final int bufferSize;

    public PublishOn(Many<T> source, Executor executor, int bufferSize) {
        super(source);
        this.executor = Objects.requireNonNull(executor, "executor");
        this.bufferSize = positive(bufferSize, "publishOn: the buffer size");
    }

    @Override
    protected Stage<T> attach(Stage<? super T> downstream) {
        return new Publishing<>(this, downstream);
    }

    private static final class Publishing<T> extends SerialDrain<T, T> implements Runnable {
        private final Executor executor;
        private final int bufferSize;
        private final int batch;
        private final Queue<T> queue;
        private boolean rejected;
        private int consumed;
        private long emitted;

        Publishing(PublishOn<T> publishOn, Stage<? super T> downstream) {
            super(downstream);
            this.executor = publishOn.executor;
            this.bufferSize = publishOn.bufferSize;
            this.batch = bufferSize - (bufferSize >> 2);
            this.queue = Queues.spsc(bufferSize);
        }

        @Override
        public void onSubscribe(Upstream newUpstream) {
            super.onSubscribe(newUpstream);
            newUpstream.request(bufferSize);
        }

        @Override
        public boolean onNext(T item) {
            queue.offer(item);
            drain();
            return true;
        }

        @Override
        protected void begin() {
            try {
                executor.execute(this);
            } catch (Throwable rejection) {
                upstream.cancel();
                offerFailure(rejection);
                rejected = true;
                runDrain();
            }
        }

        @Override
        public void run() {
            runDrain();
        }

        @Override
        protected void emit() {
            if (rejected) {
                end();
                return;
            }
            long demand = requested.get();
            while (!isCancelled()) {
                boolean last = isDone();
                T item = emitted < demand ? queue.poll() : null;
                if (item == null) {
                    if (last && queue.isEmpty()) {
                        end();
                    }
                    return;
                }
                if (downstream.onNext(item)) {
                    emitted++;
                }
                if (++consumed == batch) {
                    consumed = 0;
                    upstream.request(batch);
                }
            }
        }

        @Override
        protected void clear() {
            queue.clear();
        }
    }
}
