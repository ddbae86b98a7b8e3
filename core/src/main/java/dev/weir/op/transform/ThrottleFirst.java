package dev.weir.op.transform;

import dev.weir.Clock;
import dev.weir.Ending;
import dev.weir.Many;
import dev.weir.op.kernel.race.Slot;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.root.SystemClock;
import dev.weir.op.kernel.stage.AtEnd;
import dev.weir.op.kernel.stage.Operator;
import dev.weir.op.kernel.stage.Stage;
import java.time.Duration;

/** An item, and then none for some time. */
public final class ThrottleFirst<T> extends Operator<T, T> {
    private final long nanos;

    public ThrottleFirst(Many<T> source, Duration pause) {
        this.nanos =
                Math.min(SystemClock.nanos(Argument.positive(pause, "throttleFirst: the time")), Long.MAX_VALUE >> 1);
        super(source, Throttling.class, Throttling<T>::new);
    }

    private static final class Throttling<T> extends AtEnd<T> {
        /*
         * The clock is asked for each item, until so many were dropped in one pause that a timer, which tells when it is
         * over, costs less.
         */
        private static final int MANY = 16;

        private final long nanos;
        private final Clock clock;
        private final Slot timer = new Slot();
        private long over; // when the pause is
        private int dropped; // in the pause

        Throttling(ThrottleFirst<T> throttleFirst, Stage<? super T> downstream, Root root) {
            super(downstream, root);
            this.nanos = throttleFirst.nanos;
            this.clock = root.context().clock();
            this.over = clock.nanoTime();
        }

        @Override
        public boolean onNext(T item) {
            if (timer.isEmpty()) {
                long now = clock.nanoTime();
                if (now - over >= 0) {
                    over = now + nanos;
                    dropped = 0;
                    return downstream.onNext(item);
                }
                if (++dropped == MANY) {
                    timer.schedule(root(), () -> {}, Duration.ofNanos(over - now));
                }
            }
            undelivered(item);
            return false;
        }

        @Override
        protected void atEnd(Ending ending) {
            timer.cancel();
        }
    }
}
