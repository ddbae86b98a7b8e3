package dev.weir.op.kernel.stage;

import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Failures;
import dev.weir.op.kernel.root.Root;
import org.jspecify.annotations.Nullable;

/**
 * A stage that sends on what it does not handle. Demand and cancellation bypass it: downstream is
 * given the upstream's own handle.
 */
public abstract class PassThrough<T, R> extends Stage<T> {
    protected final Stage<? super R> downstream;
    protected Upstream upstream = Upstream.NONE;

    protected PassThrough(Stage<? super R> downstream, Root root) {
        super(root, downstream.depth() + 1);
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
     * For use in {@code onNext}: cancels upstream and fails as if that had; returns what {@code onNext} then returns.
     *
     * @param function the user's, which has thrown the failure or has returned what it should not
     */
    protected final boolean fail(Throwable failure, @Nullable Object function) {
        upstream.release();
        onError(here(failure, function));
        Failures.throwIfFatal(failure);
        return true;
    }

    /** For use in {@code onNext}: cancels upstream and completes downstream. */
    protected final boolean finish() {
        upstream.release();
        downstream.onComplete();
        return true;
    }

    /** What a function returned, or an error that says which operator's function returned null. */
    protected static <V> V due(V value, String operator) {
        return value == null ? Argument.due(value, operator + ": the function", "an item") : value;
    }
}
