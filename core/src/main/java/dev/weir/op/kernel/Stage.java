package dev.weir.op.kernel;

import dev.weir.Context;

/**
 * The receiving side of an operator in one subscription. Signals are serial: {@code onSubscribe}
 * once, any number of {@code onNext} within the demand, at most one {@code onError} or {@code
 * onComplete}.
 */
public abstract class Stage<T> {
    private final Context context;

    protected Stage(Context context) {
        this.context = context;
    }

    /**
     * The context of the subscription, the same object in all stages below the nearest {@code
     * withContext}.
     */
    public final Context context() {
        return context;
    }

    public abstract void onSubscribe(Upstream upstream);

    /**
     * Takes an item.
     *
     * @return false if the item did not use up demand, which is the same as a {@code request(1)},
     *     but free: a filter returns it for what it drops
     */
    public abstract boolean onNext(T item);

    public abstract void onError(Throwable failure);

    public abstract void onComplete();
}
