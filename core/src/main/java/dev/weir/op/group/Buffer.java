package dev.weir.op.group;

import static dev.weir.op.kernel.root.Argument.positive;

import dev.weir.Many;
import dev.weir.op.kernel.drain.Gathered;
import dev.weir.op.kernel.race.Requested;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.stage.Counting;
import dev.weir.op.kernel.stage.Operator;
import dev.weir.op.kernel.stage.Stage;
import java.util.List;

/** Lists of so many items, one after the other, or with common items, or with items left out in between. */
public final class Buffer<T> extends Operator<T, List<T>> {
    private final int size;
    private final int skip;

    public Buffer(Many<T> source, int size, int skip) {
        super(source, NONE, Buffering.class, Buffering<T>::new);
        this.size = positive(size, "buffer: the size");
        this.skip = positive(skip, "buffer: how many items from one list to the next");
    }

    private static final class Buffering<T> extends Counting<T, List<T>> {
        private final Buffer<T> buffer;
        private final Gathered<T> list;
        private int left; // to be left out before that

        Buffering(Buffer<T> buffer, Stage<? super List<T>> downstream, Root root) {
            super(downstream, root);
            this.buffer = buffer;
            this.list = new Gathered<>(root.context(), buffer.size, buffer.skip);
        }

        @Override
        public boolean onNext(T item) {
            if (left > 0) {
                left--;
                undelivered(item);
                return true;
            }
            List<T> full = list.add(item);
            left = full == null ? 0 : Math.max(0, buffer.skip - buffer.size);
            if (full == null || downstream.onNext(full)) {
                return true;
            }
            if (buffer.skip > 1) {
                upstream.request(buffer.skip - 1);
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
            if (!cancelSeen) { // by the last list
                downstream.onComplete();
            }
        }

        @Override
        protected void counted(long before, long n) {
            int more = before == 0 ? Math.max(0, buffer.size - buffer.skip) : 0; // for the first list
            upstream.request(Requested.sum(Requested.product(n, buffer.skip), more));
        }

        @Override
        public void cancel() {
            super.cancel();
            list.close();
        }
    }
}
