package dev.weir.op.kernel;

import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Where one thread waits for what others bring about. */
public class Parking {
    private volatile @Nullable Thread waiter;

    /** Waits until {@code ready}; an interrupt is kept for later. */
    public final void await(BooleanSupplier ready) {
        boolean interrupted = false;
        waiter = Thread.currentThread();
        while (!ready.getAsBoolean()) {
            LockSupport.park(this);
            interrupted |= Thread.interrupted();
        }
        waiter = null;
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** To be called after each change that may make the waiter ready. */
    public final void wake() {
        VarHandle.fullFence(); // the change may be a queue's, which is not ordered before the read of `waiter`
        Thread current = waiter;
        if (current != null) {
            LockSupport.unpark(current);
        }
    }
}
