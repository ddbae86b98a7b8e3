package dev.weir.op.thread;

import dev.weir.Many;
import dev.weir.op.kernel.drain.Prefetching;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.stage.Known;
import dev.weir.op.kernel.stage.Operator;
import dev.weir.op.kernel.stage.Stage;
import java.util.concurrent.Executor;

/** Items on another thread. */
public final class PublishOn<T> extends Operator<T, T> {
    private final Executor executor;
    private final int bufferSize;

    /** On another thread, in the way that suits the source. */
    public static <T> Many<T> of(Many<T> source, Executor executor, int bufferSize) {
        if (source instanceof PublishKnown<T> before) {
            return before.on(executor, bufferSize);
        }
        return source instanceof Known<T> known
                ? new PublishKnown<>(known, executor, bufferSize)
                : new PublishOn<>(source, executor, bufferSize);
    }

    private PublishOn(Many<T> source, Executor executor, int bufferSize) {
        super(
                source instanceof PublishOn<T> before ? before.source() : source,
                Publishing.class,
                Publishing<T>::new); // nobody would see the first hop
        this.executor = Argument.given(executor, "publishOn: the executor");
        this.bufferSize = size(bufferSize);
    }

    static int size(int bufferSize) {
        return positive(bufferSize, "publishOn: the buffer size");
    }

    private static final class Publishing<T> extends Prefetching<T, T, T> implements Runnable {
        private final Executor executor;

        Publishing(PublishOn<T> publishOn, Stage<? super T> downstream, Root root) {
            super(downstream, root, publishOn.bufferSize);
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
            hop(executor, this);
        }

        @Override
        public void run() {
            runDrain();
        }

        @Override
        protected void emit() {
            boolean refilled = false; // which woke the thread before: it may as well bring all that there is room for
            while (!isCancelled()) {
                int most = (int) Math.min(demand() - emitted, untilRefill());
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
                used += downstream.onNext(item) ? 1 : 0;
            }
            emitted += used;
            return passed;
        }
    }
}
