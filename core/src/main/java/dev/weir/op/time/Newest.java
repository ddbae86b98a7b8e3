package dev.weir.op.time;

import dev.weir.Many;
import dev.weir.op.kernel.drain.Timed;
import dev.weir.op.kernel.race.Latest;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.root.SystemClock;
import dev.weir.op.kernel.stage.Operator;
import dev.weir.op.kernel.stage.Stage;
import java.time.Duration;
import java.util.function.LongBinaryOperator;
import org.jspecify.annotations.Nullable;

/** The newest item, when its time has come. */
public final class Newest<T> extends Operator<T, T> {
    private final long nanos;
    private final LongBinaryOperator due;
    private final boolean isRestarted;

    /**
     * @param due when an item's time has come, by when the last was emitted and this one arrived; all are nanoseconds
     *     since the subscription
     * @param isRestarted whether the time begins anew with each item
     */
    private Newest(Many<T> source, long nanos, LongBinaryOperator due, boolean isRestarted) {
        super(source, NONE, Keeping.class, Keeping<T>::new);
        this.nanos = nanos;
        this.due = due;
        this.isRestarted = isRestarted;
    }

    /** Tells two arrivals of the same item apart, where each has a time of its own. */
    private record Arrival(Object item) {}

    /** An item after which none has come for so long. */
    public static <T> Many<T> debounce(Many<T> source, Duration quiet) {
        long nanos = SystemClock.nanos(Argument.positive(quiet, "debounce: the time"));
        return new Newest<>(source, nanos, (emitted, arrived) -> arrived + nanos, true);
    }

    /** An item at once, and then the newest after each pause. */
    public static <T> Many<T> throttle(Many<T> source, Duration pause) {
        long nanos = SystemClock.nanos(Argument.positive(pause, "throttleLatest: the time"));
        return new Newest<>(source, nanos, (emitted, arrived) -> emitted + nanos, false);
    }

    /** The newest item at each tick. */
    public static <T> Many<T> sample(Many<T> source, Duration period) {
        long nanos = SystemClock.nanos(Argument.positive(period, "sample: the period"));
        return new Newest<>(source, nanos, (last, came) -> (Math.max(last, came) / nanos + 1) * nanos, false);
    }

    private static final class Keeping<T> extends Timed<T, T, T> {
        /*
         * An item that takes the place of one that waits is due when that was, lest none comes where each is followed soon.
         * That one may just go down: so no item is due before the next tick, or pause, after the one that went last.
         */
        private final Newest<T> kind;
        private final Latest<Object> newest = new Latest<>(); // an item, or its arrival
        private final long begin = clock.nanoTime();
        private volatile long cameAt; // the item that waits, or the first in its place; put before it
        private long emittedAt;

        Keeping(Newest<T> kind, Stage<? super T> downstream, Root root) {
            super(downstream, root, Integer.MAX_VALUE);
            this.kind = kind;
            this.emittedAt = -kind.nanos; // so the first need not wait for one before
        }

        @Override
        public boolean onNext(T item) {
            if (kind.isRestarted || newest.get() == null) {
                cameAt = clock.nanoTime() - begin;
            }
            Object before = newest.put(kind.isRestarted ? new Arrival(item) : item);
            if (before == null) {
                drain();
            }
            undelivered(item(before));
            return true;
        }

        @SuppressWarnings({"unchecked", "NullAway"}) // it is one of the stream, or null if nothing was held
        private T item(@Nullable Object held) {
            return (T) (held instanceof Arrival arrival ? arrival.item : held);
        }

        @Override
        protected void emit() {
            long demand = demand();
            while (!isCancelled()) {
                boolean last = isDone();
                Object next = newest.get();
                if (hasFailed() || (next == null && last)) {
                    end();
                    return;
                }
                long dueAt = next == null ? 0 : begin + kind.due.applyAsLong(emittedAt, cameAt);
                if (next == null || emitted >= demand || !(last || isPast(dueAt))) {
                    return;
                }
                if (newest.take(next)) {
                    emittedAt = clock.nanoTime() - begin;
                    emitted += downstream.onNext(item(next)) ? 1 : 0;
                }
            }
        }

        @Override
        protected void clear() {
            undelivered(item(newest.close()));
        }
    }
}
