package dev.weir.op.kernel;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The subscription of a source that makes its items on the thread that asks. A request during an
 * emission is only counted; the emission in progress serves it, so the stack stays flat.
 */
public abstract class Pull<T> extends Requested implements Upstream {
    private static final VarHandle CANCELLED = Atomics.field(MethodHandles.lookup(), "cancelled", boolean.class);

    /** In place of a number of items: there will be no more. */
    protected static final int ENDED = -1;

    private static final int BATCH = 256;

    protected final Stage<? super T> downstream;

    private volatile boolean cancelled;

    protected Pull(Stage<? super T> downstream) {
        this.downstream = downstream;
    }

    /** Whether there is nothing to emit, so that the stream completes without being asked. */
    protected boolean isOver() {
        return false;
    }

    /**
     * Makes at most so many items, and signals the end as soon as it is known.
     *
     * @return how many of them used up demand, or {@link #ENDED}
     */
    protected abstract int emit(int most);

    @Override
    public final void request(long n) {
        if (add(n) != 0) {
            return;
        }
        for (long demand = n; demand != 0; demand = subtract(demand)) {
            if (!emitAll(demand)) {
                return; // what was asked for stays, so nobody emits again
            }
        }
    }

    private boolean emitAll(long demand) {
        for (long left = demand; left != 0; ) {
            int used = cancelled ? ENDED : emit((int) Math.min(left, BATCH));
            if (used == ENDED) {
                return false;
            }
            left -= used;
        }
        return true;
    }

    @Override
    public final void cancel() {
        cancelled = true;
    }

    /**
     * To be asked after each item. Sees at once what this thread did; what others did, the JIT may leave unseen until
     * the batch is over, and for that it can keep the stages in registers while a batch runs.
     */
    protected final boolean isCancelled() {
        return (boolean) CANCELLED.get(this);
    }
}
