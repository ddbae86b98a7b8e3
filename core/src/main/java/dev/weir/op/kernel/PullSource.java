package dev.weir.op.kernel;

/** A source that makes its items on the thread that asks for them. */
public abstract class PullSource<T> extends Source<T> {
    /** The subscription for the stage; its class takes this source and the stage, nothing else. */
    protected abstract Pull<T> open(Stage<? super T> stage);

    /** Whether it emits enough for a copy to be worth looking it up. */
    protected boolean isCopied() {
        return true;
    }

    @Override
    protected final void start(Stage<? super T> stage) {
        Pull<T> pull;
        try {
            pull = isCopied() ? Tailor.make(getClass(), stage, this, stage, PullSource::open) : open(stage);
        } catch (Throwable failure) {
            fail(stage, failure);
            return;
        }
        if (pull.isOver()) {
            complete(stage);
        } else {
            stage.onSubscribe(pull);
        }
    }
}
