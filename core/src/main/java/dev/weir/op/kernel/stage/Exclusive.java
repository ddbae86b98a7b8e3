package dev.weir.op.kernel.stage;

import dev.weir.op.kernel.race.ExclusiveEnd;
import dev.weir.op.kernel.root.Dropped;
import dev.weir.op.kernel.root.Root;

/** A stage that others may end, too, but only between two signals of upstream, each of which takes the turn as long as they may. */
public abstract class Exclusive<T, R> extends Early<T, R> {
    protected final ExclusiveEnd turn = new ExclusiveEnd();

    protected Exclusive(Stage<? super R> downstream, Root root) {
        super(downstream, root);
    }

    /** Cancels what runs besides upstream. */
    protected abstract void stop();

    @Override
    public final void onError(Throwable failure) {
        if (turn.end()) {
            stop();
            downstream.onError(failure);
        } else {
            Dropped.report(failure, context());
        }
    }

    @Override
    public final void onComplete() {
        if (turn.end()) {
            stop();
            downstream.onComplete();
        }
    }

    @Override
    public final void cancel() {
        turn.end();
        stop();
        super.cancel();
    }
}
