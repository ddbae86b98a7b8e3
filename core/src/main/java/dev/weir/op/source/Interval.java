package dev.weir.op.source;

import dev.weir.op.kernel.Argument;
import dev.weir.op.kernel.Requested;
import dev.weir.op.kernel.Slot;
import dev.weir.op.kernel.Source;
import dev.weir.op.kernel.Stage;
import dev.weir.op.kernel.SystemClock;
import dev.weir.op.kernel.Upstream;
import java.time.Duration;
import java.util.Objects;

/** Emits the number of each tick that is demanded. */
public final class Interval extends Source<Long> {
    private final Duration period;

    public Interval(Duration period) {
        this.period = Argument.checked(
                Objects.requireNonNull(period, "period"), period.isPositive(), "interval: the period must be positive");
    }

    @Override
    protected void start(Stage<? super Long> stage) {
        Ticking ticking = new Ticking(this, stage);
        stage.onSubscribe(ticking);
        ticking.schedule();
    }

    private static final class Ticking extends Requested implements Upstream {
        private final Stage<? super Long> downstream;
        private final Slot timer = new Slot();
        private final long period;
        private final long begin;
        private long ticks;

        Ticking(Interval interval, Stage<? super Long> downstream) {
            this.downstream = downstream;
            this.period = SystemClock.nanos(interval.period);
            this.begin = downstream.context().clock().nanoTime();
        }

        private void schedule() {
            long elapsed = downstream.context().clock().nanoTime() - begin;
            long wait = Math.max(0, Requested.product(ticks + 1, period) - elapsed);
            timer.schedule(downstream.context().clock(), this::tick, Duration.ofNanos(wait));
        }

        private void tick() {
            long tick = ticks++;
            if (!timer.isCancelled() && get() > 0 && downstream.onNext(tick)) {
                subtract(1);
            }
            schedule();
        }

        @Override
        public void request(long n) {
            add(n);
        }

        @Override
        public void cancel() {
            timer.cancel();
        }
    }
}
