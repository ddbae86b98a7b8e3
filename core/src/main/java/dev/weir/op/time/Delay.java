package dev.weir.op.time;

import dev.weir.Many;
import dev.weir.op.kernel.drain.Timed;
import dev.weir.op.kernel.race.LateQueue;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.root.SystemClock;
import dev.weir.op.kernel.stage.Operator;
import dev.weir.op.kernel.stage.Stage;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Each item, later. */
public final class Delay<T> extends Operator<T, T> {
    private final Duration delay;

    public Delay(Many<T> source, Duration delay) {
        super(source, NONE, Delaying.class, Delaying<T>::new);
        this.delay = Argument.notNegative(delay, "delay: the delay");
    }

    private static final class Delaying<T> extends Timed<T, T, T> {
        private final LateQueue<Long> times = new LateQueue<>(Many.BUFFER_SIZE); // when those in the queue are due
        private final long delay;
        private long endsAt; // before `done`

        Delaying(Delay<T> delay, Stage<? super T> downstream, Root root) {
            super(downstream, root, Many.BUFFER_SIZE);
            this.delay = SystemClock.nanos(delay.delay);
            this.batch = Integer.MAX_VALUE;
        }

        @Override
        public boolean onNext(T item) {
            times.offer(clock.nanoTime() + delay); // before its item
            queue.offer(item);
            drain();
            return true;
        }

        @Override
        public void onComplete() {
            endsAt = clock.nanoTime() + delay;
            super.onComplete();
        }

        @Override
        protected boolean mayEnd(@Nullable T next) {
            return hasFailed() || (next == null && isPast(endsAt));
        }

        @Override
        protected boolean isReadyFor(T item, boolean hasRoom) {
            return hasRoom && !hasFailed() && isPast(Objects.requireNonNull(times.peek()));
        }

        @Override
        protected boolean pass(T item) {
            times.poll();
            return downstream.onNext(item);
        }
    }
}
