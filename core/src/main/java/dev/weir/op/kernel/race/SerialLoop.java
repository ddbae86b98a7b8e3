package dev.weir.op.kernel.race;

import dev.weir.op.kernel.root.Atomics;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Runs a task as often as it is called for, from any threads, once more after the last call, never
 * nested or twice at once.
 */
public final class SerialLoop implements Runnable {
    private static final VarHandle CALLS = Atomics.field(MethodHandles.lookup(), "calls", int.class);

    private final Runnable task;

    volatile int calls; // read through its handle

    public SerialLoop(Runnable task) {
        this.task = task;
    }

    @Override
    public void run() {
        int seen = (int) CALLS.getAndAdd(this, 1) == 0 ? 1 : 0; // else who is in the loop sees this call
        while (seen != 0) {
            task.run();
            seen = (int) CALLS.getAndAdd(this, -seen) - seen;
        }
    }
}
