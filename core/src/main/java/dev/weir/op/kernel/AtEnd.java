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

    @Override
    public void onError(Throwable failure) {
        boolean mine = ended.first(); // before downstream, which may cancel what has just ended
        downstream.onError(failure);
        actIf(mine, Ending.FAILED);
    }

    @Override
    public void onComplete() {
        boolean mine = ended.first();
        downstream.onComplete();
        actIf(mine, Ending.COMPLETED);
    }

    @Override
    public void cancel() {
        upstream.cancel();
        actIf(ended.first(), Ending.CANCELLED);
    }

    private void actIf(boolean mine, Ending ending) {
        if (mine) {
            try {
                atEnd(ending);
            } catch (Throwable failure) {
                Dropped.report(failure, context());
            }
        }
    }
}
