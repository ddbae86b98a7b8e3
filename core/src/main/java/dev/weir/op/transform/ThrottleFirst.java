package dev.weir.op.transform;

import dev.weir.Ending;
import dev.weir.Many;
import dev.weir.op.kernel.race.Slot;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.root.SystemClock;
import dev.weir.op.kernel.root.Undelivered;
import dev.weir.op.kernel.stage.AtEnd;
import dev.weir.op.kernel.stage.Operator;
import dev.weir.op.kernel.stage.Stage;
import java.time.Duration;

/** An item, and then none for some time. */
public final class ThrottleFirst<T> extends Operator<T, T> {
    private final long nanos;

    public ThrottleFirst(Many<T> source, Duration pause) {
        this.nanos = SystemClock.nanos(Argument.positive(pause, "throttleFirst: the time"));
        super(source, NONE, Pausing.class, Pausing<T>::new);
    }

    private static final class Pausing<T> extends AtEnd<T> {
        /*
         * To ask the clock costs more than all else that an item needs. After some items in one pause it is asked for one
         * in 1,024 only, before a timer tells that the pause is nearly over, which may be late.
         */
        private static final long NEARLY = 1_000_000;

        private final long nanos;
        private final boolean isWatched = Undelivered.isAwaited(context());
        private final Slot timer = new Slot();
        private long over; // when the pause is
        private int dropped;

        Pausing(ThrottleFirst<T> throttle, Stage<? super T> downstream, Root root) {
            super(downstream, root);
            this.nanos = throttle.nanos;
            this.over = context().clock().nanoTime();
        }

        @Override
        public boolean onNext(T item) {
            long now = timer.isEmpty() || (dropped & 1023) == 1023
                    ? context().clock().nanoTime()
                    : over - 1;
            if (now - over >= 0) {
                over = now + nanos;
                return downstream.onNext(item);
            }
            if (++dropped % 8 == 0 && timer.isEmpty() && over - now > NEARLY) {
                timer.schedule(root(), () -> {}, Duration.ofNanos(over - now - NEARLY));
            }
            undelivered(isWatched ? item : null);
            return false;
        }

        @Override
        protected void atEnd(Ending ending) {
            timer.cancel();
        }
    }
}
