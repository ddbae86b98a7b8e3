package dev.weir.op.kernel.inner;

import dev.weir.op.kernel.race.Once;
import dev.weir.op.kernel.stage.Upstream;

/** What is done when it is first asked for, and what if it is cancelled before. */
record OnDemand(Runnable asked, Runnable cancelled, Once once) implements Upstream {
    @Override
    public void request(long n) {
        if (once.first()) {
            asked.run();
        }
    }

    @Override
    public void cancel() {
        if (once.first()) {
            cancelled.run();
        }
    }
}
