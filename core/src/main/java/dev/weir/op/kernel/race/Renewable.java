package dev.weir.op.kernel.race;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The one thing of its kind that is in use, replaced by a new one when it is over. */
public final class Renewable<V> extends AtomicReference<@Nullable V> {
    private static final long serialVersionUID = 1;

    /** Puts a new one in the place of {@code over}; null if another thread was first. */
    public @Nullable V renew(@Nullable V over, Supplier<? extends V> make) {
        V made = make.get();
        return compareAndSet(over, made) ? made : null;
    }

    /** Lets go of it if it is still the one. */
    public void drop(V over) {
        compareAndSet(over, null);
    }
}
