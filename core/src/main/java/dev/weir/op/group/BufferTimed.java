package dev.weir.op.group;

import dev.weir.Many;
import dev.weir.op.kernel.Argument;
import dev.weir.op.kernel.Operator;
import dev.weir.op.kernel.Stage;
import dev.weir.op.kernel.SystemClock;
import dev.weir.op.kernel.Timed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Lists of so many items, or of those that came within a time. */
public final class BufferTimed<T> extends Operator<T, List<T>> {
    private final int size;
    private final Duration longest;

    public BufferTimed(Many<T> source, int size, Duration longest) {
        super(source);
        this.size = positive(size, "buffer: the size");
        this.longest = Argument.checked(
                Objects.requireNonNull(longest, "longest"), longest.isPositive(), "buffer: the time must be positive");
    }

    @Override
    protected Stage<T> attach(Stage<? super List<T>> downstream) {
        return new Buffering<>(this, downstream);
    }

    private static final class Buffering<T> extends Timed<T, T, List<T>> {
        /*
         * The items asked for and those that wait are never more than `size` together, so the queue is the list
         * in the making. Its time begins with the first item that waits.
         */
        private final int size;
        private final long longest;
        private boolean begun;
        private long dueAt;
        private long emitted;

        Buffering(BufferTimed<T> buffer, Stage<? super List<T>> downstream) {
            super(downstream, buffer.size);
            this.size = buffer.size;
            this.longest = SystemClock.nanos(buffer.longest);
        }

        @Override
        public boolean onNext(T item) {
            queue.offer(item);
            drain();
            return true;
        }

        @Override
        protected void emit() {
            long demand = requested.get();
            while (!isCancelled()) {
                boolean last = isDone();
                int waiting = queue.size();
                if (hasFailed() || (last && waiting == 0)) {
                    end();
                    return;
                }
                if (waiting == 0 || !(last || waiting >= size || hasWaited()) || emitted >= demand) {
                    return;
                }
                emitList(waiting);
            }
        }

        private boolean hasWaited() {
            if (!begun) {
                begun = true;
                dueAt = clock.nanoTime() + longest;
            }
            return isPast(dueAt);
        }

        private void emitList(int count) {
            begun = false;
            List<T> list = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                list.add(queue.poll());
            }
            if (downstream.onNext(list)) {
                emitted++;
            }
            upstream.request(count);
        }
    }
}
