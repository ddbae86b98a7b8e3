package dev.weir.op.thread;

import dev.weir.op.kernel.drain.SerialDrain;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.site.Tailor;
import dev.weir.op.kernel.stage.Known;
import dev.weir.op.kernel.stage.Source;
import dev.weir.op.kernel.stage.Stage;
import dev.weir.op.kernel.stage.Upstream;
import java.util.concurrent.Executor;

/** Items that are there already, on another thread: it takes them itself, so none waits between the two. */
final class PublishKnown<T> extends Source<T> {
    private final Known<T> known;
    private final Executor executor;

    /**
     * @param bufferSize needs to be right, though nothing waits
     */
    PublishKnown(Known<T> known, Executor executor, int bufferSize) {
        super(known);
        this.known = known;
        this.executor = Argument.given(executor, "publishOn: the executor");
        int _ = PublishOn.size(bufferSize);
    }

    PublishKnown<T> on(Executor last, int bufferSize) {
        return new PublishKnown<>(known, last, bufferSize);
    }

    @Override
    @SuppressWarnings("unchecked") // a copy of the class makes what it would
    protected void start(Stage<? super T> stage, Root root) {
        Object copy = hasFew(known) ? null : Tailor.make(Publishing.class, null, stage, this, stage, root);
        SerialDrain<T, T> publishing = copy == null ? new Publishing<>(this, stage, root) : (SerialDrain<T, T>) copy;
        publishing.onSubscribe(Upstream.NONE);
    }

    private static final class Publishing<T> extends SerialDrain<T, T> implements Runnable {
        private final Known<T> known;
        private final Executor executor;
        private final int size;
        private int next;

        Publishing(PublishKnown<T> description, Stage<? super T> downstream, Root root) {
            super(downstream, root);
            this.known = description.known;
            this.executor = description.executor;
            this.size = known.size();
        }

        @Override
        public void onSubscribe(Upstream none) {
            super.onSubscribe(none);
            if (size == 0) { // then the end is due, whatever is asked for
                drain();
            }
        }

        @Override
        public boolean onNext(T item) {
            throw new IllegalStateException("items are taken, not received");
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
            long demand = demand();
            int i = next;
            while (i < size && emitted < demand && !isCancelled()) {
                emitted += downstream.onNext(known.item(i++)) ? 1 : 0;
            }
            next = i;
            if (i == size && !isCancelled()) {
                end();
            }
        }
    }
}
