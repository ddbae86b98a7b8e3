package dev.weir.op.thread;

import dev.weir.Many;
import dev.weir.op.kernel.Operator;
import dev.weir.op.kernel.Prefetching;
import dev.weir.op.kernel.Stage;
import java.util.Objects;
import java.util.concurrent.Executor;

/** Items on another thread. */
public final class PublishOn<T> extends Operator<T, T> {
    private final Executor executor;
    private final int bufferSize;

    public PublishOn(Many<T> source, Executor executor, int bufferSize) {
        super(source instanceof PublishOn<T> before ? before.source() : source); // nobody would see the first hop
        this.executor = Objects.requireNonNull(executor, "executor");
        this.bufferSize = positive(bufferSize, "publishOn: the buffer size");
    }

    @Override
    protected Stage<T> attach(Stage<? super T> downstream) {
        return new Publishing<>(this, downstream);
    }

    private static final class Publishing<T> extends Prefetching<T, T, T> implements Runnable {
        private final Executor executor;
        private boolean rejected;
        private long emitted;

        Publishing(PublishOn<T> publishOn, Stage<? super T> downstream) {
            super(downstream, publishOn.bufferSize);
            this.executor = publishOn.executor;
        }

        @Override
        public boolean onNext(T item) {
            queue.offer(item);
            if (!isRefilling()) {
                drain();
            }
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
            boolean refilled = false; // which woke the thread before: it may as well bring all that there is room for
            while (!isCancelled()) {
                int most = (int) Math.min(requested.get() - emitted, untilRefill());
                int passed = pass(most);
                if (consumed(passed)) {
                    refilled = true;
                } else if (most == 0 || (passed < most && !(refilled && refill()))) {
                    break;
                }
            }
            if (!isCancelled() && isDone() && queue.isEmpty()) {
                end();
            }
        }

        private int pass(int most) {
            int passed = 0;
            int used = 0;
            while (passed < most && !isCancelled()) {
                T item = queue.poll();
                if (item == null) {
                    break;
                }
                passed++;
                if (downstream.onNext(item)) {
                    used++;
                }
            }
            emitted += used;
            return passed;
        }
    }
}
