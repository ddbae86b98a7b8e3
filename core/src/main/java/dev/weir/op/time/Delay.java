package dev.weir.op.time;

import dev.weir.Many;
import dev.weir.op.kernel.drain.Timed;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.root.SystemClock;
import dev.weir.op.kernel.stage.Operator;
import dev.weir.op.kernel.stage.Stage;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Each item, later. */
public final class Delay<T> extends Operator<T, T> {
    private final Duration delay;

    public Delay(Many<T> source, Duration delay) {
        super(source, Delaying.class, Delaying<T>::new);
        this.delay = Argument.notNegative(delay, "delay: the delay");
    }

    private record Due<T>(long nanos, T item) {}

    private static final class Delaying<T> extends Timed<T, Due<T>, T> {
        private final long delay;
        private long endsAt; // before `done`

        Delaying(Delay<T> delay, Stage<? super T> downstream, Root root) {
            super(downstream, root, Many.BUFFER_SIZE);
            this.delay = SystemClock.nanos(delay.delay);
            this.batch = 0;
        }

        @Override
        public boolean onNext(T item) {
            queue.offer(new Due<>(clock.nanoTime() + delay, item));
            drain();
            return true;
        }

        @Override
        public void onComplete() {
            endsAt = clock.nanoTime() + delay;
            super.onComplete();
        }

        @Override
        protected boolean mayEnd(@Nullable Due<T> next) {
            return hasFailed() || (next == null && isPast(endsAt));
        }

        @Override
        protected boolean isReadyFor(Due<T> due) {
            return emitted < demand() && isPast(due.nanos);
        }

        @Override
        protected void pass(Due<T> due) {
            emitted += downstream.onNext(due.item) ? 1 : 0;
        }

        @Override
        protected void clear() {
            for (Due<T> due = queue.poll(); due != null; due = queue.poll()) {
                undelivered(due.item);
            }
        }
    }
}
