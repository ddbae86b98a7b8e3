package dev.weir.op.source;

import dev.weir.op.kernel.race.Requested;
import dev.weir.op.kernel.race.Slot;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.root.SystemClock;
import dev.weir.op.kernel.stage.Source;
import dev.weir.op.kernel.stage.Stage;
import dev.weir.op.kernel.stage.Upstream;
import java.time.Duration;

/** Emits the number of each tick that is demanded. */
public final class Interval extends Source<Long> {
    private final long period;

    public Interval(Duration period) {
        this.period = SystemClock.nanos(Argument.positive(period, "interval: the period"));
    }

    @Override
    protected void start(Stage<? super Long> stage, Root root, boolean few) {
        Ticking ticking = new Ticking(stage, root);
        stage.onSubscribe(ticking);
        ticking.schedule();
    }

    private final class Ticking extends Slot implements Upstream, Runnable {
        private final Stage<? super Long> downstream;
        private final Root root;
        private final Requested demand = new Requested();
        private final long begin;
        private long next; // the number of the tick that is waited for

        Ticking(Stage<? super Long> downstream, Root root) {
            this.downstream = downstream;
            this.root = root;
            this.begin = root.context().clock().nanoTime();
        }

        private void schedule() {
            long wait = Requested.product(next + 1, period)
                    - (root.context().clock().nanoTime() - begin);
            schedule(root, this, Duration.ofNanos(Math.max(0, wait)));
        }

        @Override
        public void run() {
            if (!isCancelled() && demand.get() > 0 && downstream.onNext(next)) {
                demand.subtract(1);
            }
            // those missed while an item was handled are skipped
            next = Math.max(next + 1, (root.context().clock().nanoTime() - begin) / period);
            schedule();
        }

        @Override
        public void request(long n) {
            demand.add(n);
        }
    }
}
