package dev.weir.op.kernel;

import dev.weir.Ending;

/** A stage that does something exactly once when the subscription ends, however it ends. */
public abstract class AtEnd<T> extends Intercept<T, T> {
    private final Once ended = new Once();

    protected AtEnd(Stage<? super T> downstream) {
        super(downstream);
    }

    /** What is thrown here is reported as dropped. */
    protected abstract void atEnd(Ending ending);

    private void ended(Ending ending) {
        if (ended.first()) {
            try {
                atEnd(ending);
            } catch (Throwable failure) {
                Dropped.report(failure, context());
            }
        }
    }

    @Override
    public void onError(Throwable failure) {
        downstream.onError(failure);
        ended(Ending.FAILED);
    }

    @Override
    public void onComplete() {
        downstream.onComplete();
        ended(Ending.COMPLETED);
    }

    @Override
    public void cancel() {
        upstream.cancel();
        ended(Ending.CANCELLED);
    }
}
