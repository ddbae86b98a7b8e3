package dev.weir.op.group;

import dev.weir.Many;
import dev.weir.op.kernel.Operator;
import dev.weir.op.kernel.PassThrough;
import dev.weir.op.kernel.Requested;
import dev.weir.op.kernel.Stage;
import dev.weir.op.kernel.Upstream;
import java.util.ArrayList;
import java.util.List;

/** Lists of so many items. */
public final class Buffer<T> extends Operator<T, List<T>> {
    private final int size;

    public Buffer(Many<T> source, int size) {
        super(source);
        this.size = size;
        if (size <= 0) {
            throw new IllegalArgumentException("buffer: the size must be positive, was " + size);
        }
    }

    @Override
    protected Stage<T> attach(Stage<? super List<T>> downstream) {
        return new Buffering<>(this, downstream);
    }

    private static final class Buffering<T> extends PassThrough<T, List<T>> implements Upstream {
        private static final int INITIAL_CAPACITY = 64;

        private final int size;
        private List<T> list;

        Buffering(Buffer<T> buffer, Stage<? super List<T>> downstream) {
            super(downstream);
            this.size = buffer.size;
            this.list = newList();
        }

        private List<T> newList() {
            return new ArrayList<>(Math.min(size, INITIAL_CAPACITY));
        }

        @Override
        public void onSubscribe(Upstream newUpstream) {
            upstream = newUpstream;
            downstream.onSubscribe(this);
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
            downstream.onComplete();
        }

        @Override
        public void request(long n) {
            upstream.request(Requested.product(n, size));
        }

        @Override
        public void cancel() {
            upstream.cancel();
        }
    }
}
