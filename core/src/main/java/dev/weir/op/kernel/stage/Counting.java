package dev.weir.op.kernel.stage;

import dev.weir.op.kernel.race.Requested;
import dev.weir.op.kernel.root.Atomics;
import dev.weir.op.kernel.root.Root;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** An intercept that counts what is asked of it, as {@link Requested} does: in the stage itself, since most have one. */
public abstract class Counting<T, R> extends Intercept<T, R> {
    private static final VarHandle DEMAND = Atomics.field(MethodHandles.lookup(), "demand", long.class);

    private volatile long demand;

    protected Counting(Stage<? super R> downstream, Root root) {
        super(downstream, root);
    }

    @Override
    public final void request(long n) {
        counted(count(n), n);
    }

    @Override
    public final void requestAlone(long n) {
        long before = demand == 0 ? 0 : count(n); // the stage itself may add to it, on the thread that emits
        if (before == 0) {
            DEMAND.setOpaque(this, n);
        }
        counted(before, n);
    }

    /** So many items are asked for, besides those that were before. */
    protected void counted(long before, long n) {
        if (before == 0) {
            asked();
        } else {
            drain();
        }
    }

    /** Items are asked for, for the first time: who asks upstream for items ahead does so now, and not before. */
    protected void asked() {
        drain();
    }

    /** Emits what is demanded. */
    protected void drain() {} // most have one: others pass on what they are asked for

    /** All that was ever asked for; compare it with a count of what was emitted. */
    protected final long demand() {
        return demand;
    }

    /** Counts what is asked for; returns what was before. */
    protected final long count(long n) {
        for (; ; ) {
            long before = demand;
            if (before == Long.MAX_VALUE || DEMAND.weakCompareAndSet(this, before, Requested.sum(before, n))) {
                return before;
            }
        }
    }
}
