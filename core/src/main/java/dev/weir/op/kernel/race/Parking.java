package dev.weir.op.kernel.race;

import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Where one thread waits for what others bring about. */
public class Parking {
    private volatile @Nullable Thread waiter;

    /** Waits until {@code ready}. */
    public final void await(BooleanSupplier ready) throws InterruptedException {
        waiter = Thread.currentThread();
        try {
            while (!ready.getAsBoolean()) {
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                LockSupport.park(this);
            }
        } finally {
            waiter = null;
        }
    }

    /** To be called after each change that may make the waiter ready. */
    public final void wake() {
        VarHandle.fullFence(); // the change may be a queue's, which is not ordered before the read of `waiter`
        LockSupport.unpark(waiter); // if there is one
    }
}
