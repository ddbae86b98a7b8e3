package dev.weir.op.kernel;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The subscription of a source that makes its items on the thread that asks. A request during an
 * emission is only counted; the emission in progress serves it, so the stack stays flat.
 */
public abstract class Pull<T> extends Requested implements Upstream {
    private static final VarHandle CANCELLED = Atomics.field(MethodHandles.lookup(), "cancelled", boolean.class);

    protected final Stage<? super T> downstream;

    @SuppressWarnings("UnusedVariable") // read through its handle
    private volatile boolean cancelled;

    protected Pull(Stage<? super T> downstream) {
        this.downstream = downstream;
    }

    /** Whether there is nothing to emit, so that the stream completes without being asked. */
    protected boolean isOver() {
        return false;
    }

    /**
     * Emits until {@code demand} items have been accepted, and signals the end as soon as it is
     * known.
     *
     * @return false once the stream has ended or was cancelled
     */
    protected abstract boolean emit(long demand);

    @Override
    public final void request(long n) {
        if (add(n) != 0) {
            return;
        }
        for (long demand = n; demand != 0; demand = subtract(demand)) {
            if (!emit(demand)) {
                return; // what was asked for stays, so nobody emits again
            }
        }
    }

    @Override
    public final void cancel() {
        cancelled = true;
    }

    /** Asked for each item: a volatile read would take a quarter of a short pipeline's time. */
    protected final boolean isCancelled() {
        return (boolean) CANCELLED.getOpaque(this);
    }
}
