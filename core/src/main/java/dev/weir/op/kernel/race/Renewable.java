package dev.weir.op.kernel.race;

import dev.weir.op.kernel.root.Atomics;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The one thing of its kind that is in use, replaced by a new one when it is over. */
public final class Renewable<V> {
    private static final VarHandle VALUE = Atomics.field(MethodHandles.lookup(), "value", Object.class);

    private volatile @Nullable Object value;

    @SuppressWarnings("unchecked") // only values of this type are set
    public @Nullable V get() {
        return (V) value;
    }

    /** Puts a new one in the place of {@code over}; null if another thread was first. */
    public @Nullable V renew(@Nullable V over, Supplier<? extends V> make) {
        V made = make.get();
        return VALUE.compareAndSet(this, over, made) ? made : null;
    }

    /** Lets go of it if it is still the one. */
    public void drop(V over) {
        VALUE.compareAndSet(this, over, null);
    }
}
