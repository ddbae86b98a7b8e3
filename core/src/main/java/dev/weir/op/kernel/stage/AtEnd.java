package dev.weir.op.kernel.stage;

import dev.weir.Ending;
import dev.weir.op.kernel.race.Once;
import dev.weir.op.kernel.root.Dropped;
import dev.weir.op.kernel.root.Root;

/** A stage that does something exactly once when the subscription ends, however it ends. */
public abstract class AtEnd<T> extends Intercept<T, T> {
    private final Once ended = new Once();

    protected AtEnd(Stage<? super T> downstream, Root root) {
        super(downstream, root);
    }

    /** What is thrown here is reported as dropped. */
    protected abstract void atEnd(Ending ending);

    @Override
    public void onError(Throwable failure) {
        ended(Ending.FAILED);
        downstream.onError(failure);
    }

    @Override
    public void onComplete() {
        ended(Ending.COMPLETED);
        downstream.onComplete();
    }

    @Override
    public void cancel() {
        upstream.cancel();
        ended(Ending.CANCELLED);
    }

    private void ended(Ending ending) {
        if (ended.first()) {
            Dropped.reportThrown(() -> atEnd(ending), context());
        }
    }
}
