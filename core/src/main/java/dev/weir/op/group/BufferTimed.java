package dev.weir.op.group;

import dev.weir.Clock;
import dev.weir.Many;
import dev.weir.op.kernel.Operator;
import dev.weir.op.kernel.Queues;
import dev.weir.op.kernel.SerialDrain;
import dev.weir.op.kernel.Slot;
import dev.weir.op.kernel.Stage;
import dev.weir.op.kernel.SystemClock;
import dev.weir.op.kernel.Upstream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;

/** Lists of so many items, or of those that came within a time. */
public final class BufferTimed<T> extends Operator<T, List<T>> {
    private final int size;
    private final Duration longest;

    public BufferTimed(Many<T> source, int size, Duration longest) {
        super(source);
        this.size = positive(size, "buffer: the size");
        this.longest = Objects.requireNonNull(longest, "longest");
        if (longest.isNegative() || longest.isZero()) {
            throw new IllegalArgumentException("buffer: the time must be positive, was " + longest);
        }
    }

    @Override
    protected Stage<T> attach(Stage<? super List<T>> downstream) {
        return new Buffering<>(this, downstream);
    }

    private static final class Buffering<T> extends SerialDrain<T, List<T>> implements Runnable {
        /*
         * The items asked for and those that wait are never more than `size` together, so the queue is the list
         * in the making. A timer runs while the queue is not empty; one that was set for a list that has gone, or
         * that fires early, is told by the time at which the present list began.
         */
        private final int size;
        private final Duration longest;
        private final Queue<T> queue;
        private final Slot timer = new Slot();
        private volatile boolean fired;
        private boolean timing;
        private boolean expired;
        private long began;
        private long emitted;

        Buffering(BufferTimed<T> buffer, Stage<? super List<T>> downstream) {
            super(downstream);
            this.size = buffer.size;
            this.longest = buffer.longest;
            this.queue = Queues.spsc(size);
        }

        @Override
        public void onSubscribe(Upstream newUpstream) {
            super.onSubscribe(newUpstream);
            newUpstream.request(size);
        }

        @Override
        public boolean onNext(T item) {
            queue.offer(item);
            drain();
            return true;
        }

        @Override
        protected void emit() {
            if (fired) {
                fired = false;
                lookAtTime();
            }
            while (!isCancelled()) {
                if (hasFailed()) {
                    end();
                    return;
                }
                boolean last = isDone();
                int waiting = queue.size();
                if (waiting == 0) {
                    if (last) {
                        end();
                    }
                    return;
                }
                startTimer();
                boolean due = last || waiting >= size || expired;
                if (!due || emitted >= requested.get()) {
                    return;
                }
                emitList(waiting);
            }
        }

        private void startTimer() {
            if (!timing) {
                timing = true;
                began = context().clock().nanoTime();
                timer.schedule(context().clock(), this, longest);
            }
        }

        private void lookAtTime() {
            Clock clock = context().clock();
            long left = SystemClock.nanos(longest) - (clock.nanoTime() - began);
            if (timing && left > 0) {
                timer.schedule(clock, this, Duration.ofNanos(left));
            }
            expired = timing && left <= 0;
        }

        @Override
        public void run() {
            fired = true;
            drain();
        }

        private void emitList(int count) {
            timing = false;
            expired = false;
            timer.replace(null);
            List<T> list = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                list.add(queue.poll());
            }
            if (downstream.onNext(list)) {
                emitted++;
            }
            upstream.request(count);
        }

        @Override
        protected void cancelOthers() {
            timer.cancel();
        }

        @Override
        protected void clear() {
            queue.clear();
        }
    }
}
