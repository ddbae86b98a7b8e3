package dev.weir.op.kernel;

import dev.weir.Context;

/**
 * A stage that sends on what it does not handle. Demand and cancellation bypass it: downstream is
 * given the upstream's own handle.
 */
public abstract class PassThrough<T, R> extends Stage<T> {
    protected final Stage<? super R> downstream;
    protected Upstream upstream = Upstream.NONE;

    protected PassThrough(Stage<? super R> downstream) {
        this(downstream, downstream.context());
    }

    /** For a stage that changes the context of those above it. */
    protected PassThrough(Stage<? super R> downstream, Context context) {
        super(context);
        this.downstream = downstream;
    }

    @Override
    public void onSubscribe(Upstream newUpstream) {
        upstream = newUpstream;
        downstream.onSubscribe(newUpstream);
    }

    @Override
    public void onError(Throwable failure) {
        downstream.onError(failure);
    }

    @Override
    public void onComplete() {
        downstream.onComplete();
    }

    /**
     * For use in {@code onNext}: cancels upstream and fails downstream; returns what {@code onNext}
     * then returns.
     */
    protected final boolean fail(Throwable failure) {
        upstream.cancel();
        downstream.onError(failure);
        return true;
    }

    /** For use in {@code onNext}: cancels upstream and completes downstream. */
    protected final boolean finish() {
        upstream.cancel();
        downstream.onComplete();
        return true;
    }

    /** What a function returned, or an error that says which operator's function returned null. */
    protected static <V> V due(V value, String operator) {
        if (value == null) {
            throw new NullPointerException(operator + ": the function returned null where an item is due");
        }
        return value;
    }
}
