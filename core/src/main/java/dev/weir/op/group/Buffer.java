package dev.weir.op.group;

import dev.weir.Many;
import dev.weir.op.kernel.Intercept;
import dev.weir.op.kernel.Operator;
import dev.weir.op.kernel.Requested;
import dev.weir.op.kernel.Stage;
import java.util.ArrayList;
import java.util.List;

/** Lists of so many items. */
public final class Buffer<T> extends Operator<T, List<T>> {
    private final int size;

    public Buffer(Many<T> source, int size) {
        super(source);
        this.size = positive(size, "buffer: the size");
    }

    @Override
    protected Stage<T> attach(Stage<? super List<T>> downstream) {
        return new Buffering<>(this, downstream);
    }

    private static final class Buffering<T> extends Intercept<T, List<T>> {
        private static final int INITIAL_CAPACITY = 64;

        private final int size;
        private List<T> list;
        private boolean cancelled; // seen by the last list, if it was during that

        Buffering(Buffer<T> buffer, Stage<? super List<T>> downstream) {
            super(downstream);
            this.size = buffer.size;
            this.list = newList();
        }

        private List<T> newList() {
            return new ArrayList<>(Math.min(size, INITIAL_CAPACITY));
        }

        @Override
        public boolean onNext(T item) {
            list.add(item);
            if (list.size() < size) {
                return true;
            }
            List<T> full = list;
            list = newList();
            if (downstream.onNext(full)) {
                return true;
            }
            if (size > 1) {
                upstream.request(size - 1);
            }
            return false;
        }

        @Override
        public void onComplete() {
            List<T> rest = list;
            list = List.of();
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
        }
    }
}
