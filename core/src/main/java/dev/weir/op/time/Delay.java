package dev.weir.op.time;

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
import java.util.Objects;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** Each item, later. */
public final class Delay<T> extends Operator<T, T> {
    private final Duration delay;
    private final int bufferSize;

    public Delay(Many<T> source, Duration delay, int bufferSize) {
        super(source);
        this.delay = Objects.requireNonNull(delay, "delay");
        this.bufferSize = bufferSize;
        if (delay.isNegative()) {
            throw new IllegalArgumentException("delay: the delay must not be negative, was " + delay);
        }
    }

    @Override
    protected Stage<T> attach(Stage<? super T> downstream) {
        return new Delaying<>(this, downstream);
    }

    /**
     * @param item null stands for the completion
     */
    private record Due<T>(long nanos, @Nullable T item) {}

    private static final class Delaying<T> extends SerialDrain<T, T> implements Runnable {
        private final Clock clock;
        private final long delay;
        private final int bufferSize;
        private final Queue<Due<T>> queue;
        private final Slot timer = new Slot();
        private volatile boolean fired;
        private boolean timing;
        private long emitted;

        Delaying(Delay<T> delay, Stage<? super T> downstream) {
            super(downstream);
            this.clock = downstream.context().clock();
            this.delay = SystemClock.nanos(delay.delay);
            this.bufferSize = delay.bufferSize;
            this.queue = Queues.spsc(bufferSize + 1);
        }

        @Override
        public void onSubscribe(Upstream newUpstream) {
            super.onSubscribe(newUpstream);
            newUpstream.request(bufferSize);
        }

        @Override
        public boolean onNext(T item) {
            queue.offer(new Due<>(clock.nanoTime() + delay, item));
            drain();
            return true;
        }

        @Override
        public void onComplete() {
            queue.offer(new Due<>(clock.nanoTime() + delay, null));
            drain();
        }

        @Override
        protected void emit() {
            if (fired) {
                fired = false;
                timing = false;
            }
            while (!isCancelled()) {
                if (hasFailed()) {
                    end();
                    return;
                }
                Due<T> head = queue.peek();
                if (head == null) {
                    return;
                }
                long wait = head.nanos - clock.nanoTime();
                if (wait > 0) {
                    startTimer(wait);
                    return;
                }
                T item = head.item;
                if (item == null) {
                    end();
                    return;
                }
                if (emitted >= requested.get()) {
                    return;
                }
                queue.poll();
                if (downstream.onNext(item)) {
                    emitted++;
                }
                upstream.request(1);
            }
        }

        private void startTimer(long nanos) {
            if (!timing) {
                timing = true;
                timer.schedule(clock, this, Duration.ofNanos(nanos));
            }
        }

        @Override
        public void run() {
            fired = true;
            drain();
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
