package dev.weir.op.group;

import dev.weir.Many;
import dev.weir.op.kernel.drain.Gathered;
import dev.weir.op.kernel.race.Requested;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.stage.Intercept;
import dev.weir.op.kernel.stage.Operator;
import dev.weir.op.kernel.stage.Stage;
import java.util.List;

/** Lists of so many items. */
public final class Buffer<T> extends Operator<T, List<T>> {
    private final int size;

    public Buffer(Many<T> source, int size) {
        super(source, Buffering.class, Buffering<T>::new);
        this.size = positive(size, "buffer: the size");
    }

    private static final class Buffering<T> extends Intercept<T, List<T>> {
        private final int size;
        private final Gathered<T> list;
        private boolean cancelled; // seen by the last list, if it was during that

        Buffering(Buffer<T> buffer, Stage<? super List<T>> downstream, Root root) {
            super(downstream, root);
            this.size = buffer.size;
            this.list = new Gathered<>(root.context(), size);
        }

        @Override
        public boolean onNext(T item) {
            List<T> full = list.add(item);
            if (full == null || downstream.onNext(full)) {
                return true;
            }
            if (size > 1) {
                upstream.request(size - 1);
            }
            return false;
        }

        @Override
        public void onError(Throwable failure) {
            list.close();
            downstream.onError(failure);
        }

        @Override
        public void onComplete() {
            List<T> rest = list.take();
            if (!rest.isEmpty()) {
                downstream.onNext(rest);
            }
            if (!cancelled) {
                downstream.onComplete();
            }
        }

        @Override
        public void request(long n) {
            upstream.request(Requested.product(n, size));
        }

        @Override
        public void cancel() {
            cancelled = true;
            upstream.cancel();
            list.close();
        }
    }
}
