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
        super(source, Keeping.class, Keeping<T>::new);
        this.nanos = nanos;
        this.due = due;
        this.isRestarted = isRestarted;
    }

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
        private final Latest<T> newest = new Latest<>();
        private final long begin;
        private volatile long cameAt; // the item that waits, or the first in its place; put before it
        private long emittedAt;

        Keeping(Newest<T> kind, Stage<? super T> downstream, Root root) {
            super(downstream, root, 1);
            this.kind = kind;
            this.begin = clock.nanoTime();
            this.emittedAt = -kind.nanos; // so the first need not wait for one before
        }

        @Override
        protected void asked() {
            upstream.request(Long.MAX_VALUE);
        }

        @Override
        public boolean onNext(T item) {
            if (kind.isRestarted || newest.get() == null) {
                cameAt = clock.nanoTime() - begin;
            }
            T before = newest.put(item);
            if (before == null) {
                drain();
            }
            undelivered(before);
            return true;
        }

        @Override
        protected void emit() {
            long demand = demand();
            while (!isCancelled()) {
                boolean last = isDone();
                T next = newest.get();
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
                    emitted += downstream.onNext(next) ? 1 : 0;
                }
            }
        }

        @Override
        protected void clear() {
            undelivered(newest.close());
        }
    }
}
