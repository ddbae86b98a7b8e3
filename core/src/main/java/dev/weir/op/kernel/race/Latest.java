package dev.weir.op.kernel.race;

import dev.weir.op.kernel.root.Atomics;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** The newest value, until it is taken: any thread puts, any takes, and none is lost unnoticed. */
@SuppressWarnings("unchecked") // only values of this type are put
public final class Latest<V> {
    private static final VarHandle VALUE = Atomics.field(MethodHandles.lookup(), "value", Object.class);
    private static final Object CLOSED = new Object();

    private volatile @Nullable Object value;

    /** Returns what nobody has to receive any more: the value before, or, if this is closed, the value itself. */
    public @Nullable V put(V newest) {
        Object before = VALUE.getAndSet(this, newest);
        if (before == CLOSED) {
            before = VALUE.getAndSet(this, CLOSED);
        }
        return before == CLOSED ? null : (V) before; // who has closed it once more has told it
    }

    /** The value, which stays; null if there is none. */
    public @Nullable V get() {
        Object now = value;
        return now == CLOSED ? null : (V) now;
    }

    /** Takes the value if there is one. */
    public @Nullable V take() {
        V now = get();
        while (now != null && !take(now)) {
            now = get();
        }
        return now;
    }

    /** Takes the value if it is still this one. */
    public boolean take(V expected) {
        return VALUE.compareAndSet(this, expected, null);
    }

    /** Takes the value, and none from now on. */
    public @Nullable V close() {
        Object last = VALUE.getAndSet(this, CLOSED);
        return last == CLOSED ? null : (V) last;
    }
}
