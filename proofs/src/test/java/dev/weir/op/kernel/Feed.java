package dev.weir.op.kernel;

import dev.weir.op.kernel.race.Requested;
import dev.weir.op.kernel.stage.Upstream;

/** An upstream that counts what it is asked for. */
public final class Feed implements Upstream {
    public long requested;
    public boolean cancelled;

    @Override
    public void request(long n) {
        requested = Requested.sum(requested, n);
    }

    @Override
    public void cancel() {
        cancelled = true;
    }
}
