package dev.weir.op.time;

import static dev.weir.op.kernel.root.Argument.positive;

import dev.weir.Many;
import dev.weir.op.kernel.drain.Timed;
import dev.weir.op.kernel.race.Requested;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.root.SystemClock;
import dev.weir.op.kernel.stage.Operator;
import dev.weir.op.kernel.stage.Stage;
import java.time.Duration;

/** So many items in a time. */
public final class RateLimit<T> extends Operator<T, T> {
    private final long interval;
    private final int burst;

    public RateLimit(Many<T> source, int count, Duration per, int burst) {
        super(source, NONE, Limiting.class, Limiting<T>::new);
        positive(count, "rateLimit: the number of items");
        this.interval = Math.ceilDiv(SystemClock.nanos(Argument.positive(per, "rateLimit: the time")), count);
        this.burst = positive(burst, "rateLimit: the burst");
    }

    private static final class Limiting<T> extends Timed<T, T, T> {
        /*
         * The generic cell rate algorithm: `next` is when the next item would be due at an even pace, and an item may
         * come before that by as much as a burst takes.
         */
        private final long interval;
        private final long lead;
        private long next;

        Limiting(RateLimit<T> rateLimit, Stage<? super T> downstream, Root root) {
            super(downstream, root, rateLimit.burst);
            this.interval = Math.min(Long.MAX_VALUE >> 1, rateLimit.interval); // so differences can be compared
            this.lead = Math.min(Long.MAX_VALUE >> 1, Requested.product(rateLimit.burst - 1, interval));
            this.next = clock.nanoTime();
        }

        @Override
        protected boolean isReadyFor(T item, boolean hasRoom) {
            return hasRoom && isPast(next - lead);
        }

        @Override
        protected boolean pass(T item) {
            next = Math.max(0, clock.nanoTime() - next) + next + interval;
            return downstream.onNext(item);
        }
    }
}
