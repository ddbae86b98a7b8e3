package dev.weir.op.kernel.drain;

import dev.weir.Context;
import dev.weir.op.kernel.root.Undelivered;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Items that are kept. Only where somebody wants to know what is not delivered, a cancellation can come between. */
abstract class Kept<T, R> {
    private final Context context;
    final boolean guarded;
    private boolean closed;

    Kept(Context context) {
        this.context = context;
        this.guarded = Undelivered.isAwaited(context);
    }

    /** Keeps the item; returns what has to go for it, or is complete with it; null if nothing. */
    public final @Nullable R add(T item) {
        if (!guarded) {
            return keep(item);
        }
        synchronized (this) {
            if (!closed) {
                return keep(item);
            }
        }
        Undelivered.tell(item, context);
        return null;
    }

    /** What has to go was given to nobody. */
    public final void drop(@Nullable R gone) {
        Undelivered.tell(guarded ? gone : null, context);
    }

    abstract @Nullable R keep(T item);

    /** What is kept, which is forgotten. */
    abstract Collection<T> forget();

    /** Nobody takes what is kept: that, and what still comes, is told as undelivered. */
    public final void close() {
        if (guarded) {
            Collection<T> left;
            synchronized (this) {
                closed = true;
                left = forget();
            }
            Undelivered.tellEach(left, context);
        }
    }
}
