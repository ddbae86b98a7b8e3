package dev.weir.op.group;

import static dev.weir.op.kernel.root.Argument.positive;

import dev.weir.Many;
import dev.weir.op.kernel.drain.Timed;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.root.SystemClock;
import dev.weir.op.kernel.stage.Operator;
import dev.weir.op.kernel.stage.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Lists of so many items, or of those that came within a time. */
public final class BufferTimed<T> extends Operator<T, List<T>> {
    private final int size;
    private final Duration longest;

    public BufferTimed(Many<T> source, int size, Duration longest) {
        super(source, NONE, Buffering.class, Buffering<T>::new);
        this.size = positive(size, "buffer: the size");
        this.longest = Argument.positive(longest, "buffer: the time");
    }

    private static final class Buffering<T> extends Timed<T, T, List<T>> {
        /*
         * The items asked for and those that wait are never more than `size` together, so the queue is the list
         * in the making. Its time begins with the first item that waits.
         */
        private final long longest;
        private boolean begun;
        private long dueAt;

        Buffering(BufferTimed<T> buffer, Stage<? super List<T>> downstream, Root root) {
            super(downstream, root, buffer.size);
            this.longest = SystemClock.nanos(buffer.longest);
        }

        @Override
        protected void emit() {
            long demand = demand();
            while (!isCancelled()) {
                boolean last = isDone();
                int waiting = queue.size();
                if (hasFailed() || (last && waiting == 0)) {
                    end();
                    return;
                }
                if (waiting == 0 || !(last || waiting >= ahead || hasWaited()) || emitted >= demand) {
                    return;
                }
                begun = false;
                List<T> list = new ArrayList<>(waiting);
                for (int i = 0; i < waiting; i++) {
                    list.add(queue.poll());
                }
                emitted += downstream.onNext(list) ? 1 : 0;
                upstream.request(waiting);
            }
        }

        private boolean hasWaited() {
            dueAt = begun ? dueAt : clock.nanoTime() + longest;
            begun = true;
            return isPast(dueAt);
        }
    }
}
