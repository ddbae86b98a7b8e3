package dev.weir.op.kernel.race;

import dev.weir.op.kernel.root.Atomics;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** How many there are of something, counted up and down by any thread. */
public final class Count {
    private static final VarHandle VALUE = Atomics.field(MethodHandles.lookup(), "value", int.class);

    @SuppressWarnings("UnusedVariable") // written through its handle
    private volatile int value;

    /** Adds, and returns the new count. */
    public int add(int change) {
        return (int) VALUE.getAndAdd(this, change) + change;
    }

    public int get() {
        return value;
    }
}
