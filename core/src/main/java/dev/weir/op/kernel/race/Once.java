package dev.weir.op.kernel.race;

import dev.weir.op.kernel.root.Atomics;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Lets exactly one of any number of callers, on any threads, through. */
public class Once {
    private static final VarHandle TAKEN = Atomics.field(MethodHandles.lookup(), "taken", boolean.class);

    private volatile boolean taken;

    public final boolean first() {
        return !taken && TAKEN.compareAndSet(this, false, true);
    }

    public final boolean isTaken() {
        return taken;
    }
}
