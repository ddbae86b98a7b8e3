package dev.weir.op.kernel.border;

import dev.weir.op.kernel.root.VirtualThreads;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;

/** Finds the moment between two items for a failure that comes from another thread than the items. */
final class Between {
    /*
     * The emitting thread marks that it is inside onNext with plain writes, so good citizens pay no fence for an item.
     * The price is paid where a rule is broken: the failure is delivered by the thread that has found it when nobody
     * emits, by the emitter when its onNext returns; since the emitter may leave and not yet see the failure while the
     * other does not yet see it leave, somebody waits for that, too. Who breaks the rule on one thread in the very
     * instant that another thread begins an onNext may see both at once, or the item behind the failure.
     */
    private static final long POLL_NANOS = 1_000_000;

    private Between() {}

    /**
     * Runs the task when nobody emits.
     *
     * @param emitter a field: the id of the thread that emits, or 0
     * @param seen what it was
     * @param task may run twice; not at all if it is this thread that emits, which has to look for it
     */
    static void run(VarHandle emitter, Object owner, long seen, Runnable task) {
        if (seen == 0) {
            task.run();
        } else if (seen != Thread.currentThread().threadId()) {
            VirtualThreads.start("weir-refused", () -> {
                while ((long) emitter.getOpaque(owner) != 0) {
                    LockSupport.parkNanos(owner, POLL_NANOS);
                }
                task.run();
            });
        }
    }
}
