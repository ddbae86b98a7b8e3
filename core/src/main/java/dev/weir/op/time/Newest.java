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

/** The newest item, when its time has come. */
public final class Newest<T> extends Operator<T, T> {
    private static final long NEVER = Long.MIN_VALUE;

    private final Due due;
    private final boolean isRestarted;

    /**
     * @param isRestarted whether the time begins anew with each item
     */
    private Newest(Many<T> source, Due due, boolean isRestarted) {
        super(source, Keeping.class, Keeping<T>::new);
        this.due = due;
        this.isRestarted = isRestarted;
    }

    /** When an item's time has come; all are nanoseconds of the clock. */
    @FunctionalInterface
    private interface Due {
        long at(long begin, long emitted, long arrived);
    }

    /** An item after which none has come for so long. */
    public static <T> Many<T> debounce(Many<T> source, Duration quiet) {
        long nanos = SystemClock.nanos(Argument.positive(quiet, "debounce: the time"));
        return new Newest<>(source, (begin, emitted, arrived) -> arrived + nanos, true);
    }

    /** An item at once, and then the newest after each pause. */
    public static <T> Many<T> throttle(Many<T> source, Duration pause) {
        long nanos = SystemClock.nanos(Argument.positive(pause, "throttleLatest: the time"));
        return new Newest<>(source, (begin, emitted, arrived) -> emitted == NEVER ? arrived : emitted + nanos, false);
    }

    /** The newest item at each tick. */
    public static <T> Many<T> sample(Many<T> source, Duration period) {
        long nanos = SystemClock.nanos(Argument.positive(period, "sample: the period"));
        return new Newest<>(source, (begin, emitted, came) -> begin + ((came - begin) / nanos + 1) * nanos, false);
    }

    private static final class Keeping<T> extends Timed<T, T, T> {
        private final Due due;
        private final boolean isRestarted;
        private final Latest<T> newest = new Latest<>();
        private final long begin;
        private long emittedAt = NEVER;
        private volatile long arrivedAt;

        Keeping(Newest<T> description, Stage<? super T> downstream, Root root) {
            super(downstream, root, 1);
            this.due = description.due;
            this.isRestarted = description.isRestarted;
            this.begin = clock.nanoTime();
        }

        @Override
        protected void asked() {
            upstream.request(Long.MAX_VALUE);
        }

        @Override
        public boolean onNext(T item) {
            if (isRestarted || newest.get() == null) {
                arrivedAt = clock.nanoTime();
            }
            T before = newest.put(item);
            if (before == null) {
                drain();
            } else {
                undelivered(before);
            }
            return true;
        }

        @Override
        protected void emit() {
            long demand = demand();
            while (!isCancelled()) {
                boolean last = isDone();
                T item = newest.get();
                if (hasFailed() || (item == null && last)) {
                    end();
                    return;
                }
                if (item == null || emitted >= demand || !(last || isPast(due.at(begin, emittedAt, arrivedAt)))) {
                    return;
                }
                if (newest.take(item)) {
                    emittedAt = clock.nanoTime();
                    emitted += downstream.onNext(item) ? 1 : 0;
                }
            }
        }

        @Override
        protected void clear() {
            undelivered(newest.close());
        }
    }
}
