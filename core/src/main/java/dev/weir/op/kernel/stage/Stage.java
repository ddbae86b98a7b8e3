package dev.weir.op.kernel.stage;

import dev.weir.Context;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.root.Undelivered;
import org.jspecify.annotations.Nullable;

/**
 * The receiving side of an operator in one subscription. Signals are serial: {@code onSubscribe}
 * once, any number of {@code onNext} within the demand, at most one {@code onError} or {@code
 * onComplete}.
 */
public abstract class Stage<T> {
    private final Root root;
    private final byte depth; // without a sign; small, as flags of those that extend this fit beside it

    /**
     * @param root the subscription that it belongs to
     * @param depth how many stages, or what takes as much of the stack, are below it
     */
    protected Stage(Root root, int depth) {
        this.root = root;
        this.depth = (byte) depth;
    }

    /** The last stage, which is the root itself. */
    Stage(int depth) {
        this.root = (Root) this;
        this.depth = (byte) depth;
    }

    public final Root root() {
        return root;
    }

    /** The context of the subscription, as this stage sees it. */
    public Context context() {
        return root.context();
    }

    /** How many stages may call each other, this one included, when it is signalled. */
    public final int depth() {
        return depth & 0xff;
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

    /** The end: a failure, or null if there was none. */
    public final void onEnd(@Nullable Throwable failure) {
        if (failure == null) {
            onComplete();
        } else {
            onError(failure);
        }
    }

    /** The failure, of which it is told that it was made here. */
    protected final Throwable here(Throwable failure, @Nullable Object function) {
        return root.made(failure, getClass(), function);
    }

    /** For an item that goes no further and was given to no function. */
    protected final void undelivered(@Nullable Object item) {
        Undelivered.tell(item, context());
    }
}
