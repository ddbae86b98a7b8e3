package dev.weir.op.kernel.stage;

import dev.weir.op.kernel.race.Requested;
import dev.weir.op.kernel.root.Atomics;
import dev.weir.op.kernel.root.Failures;
import dev.weir.op.kernel.root.Root;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The subscription of a source that makes its items on the thread that asks. A request during an
 * emission is only counted; the emission in progress serves it, so the stack stays flat.
 */
public abstract class Pull<T> extends Requested implements Upstream {
    /*
     * HotSpot inlines calls to a depth of 15, most of which the way from subscribe(..) to here has used up: a loop over items
     * would be compiled into it, and the calls for each item stay calls. Nor does it inline a method into itself more than
     * once, so after two turns there is a call in any case: of what is compiled alone, with all of the depth for stages. The
     * first few items do without: most pipelines have no more, and for them such a call costs more than it brings.
     */
    private static final int TURNS = 2;

    private static final VarHandle CANCELLED = Atomics.field(MethodHandles.lookup(), "cancelled", boolean.class);

    /** In place of a demand that is left: there will be no more items. */
    protected static final long ENDED = -1;

    /** So many items are made before what other threads did is looked for. */
    private static final int BATCH = 256;

    protected final Stage<? super T> downstream;
    protected final Root root;
    private volatile boolean cancelled;

    protected Pull(Stage<? super T> downstream, Root root) {
        this.downstream = downstream;
        this.root = root;
    }

    /** Whether there is nothing to emit, so that the stream completes without being asked. */
    protected boolean isOver() {
        return false;
    }

    /**
     * Makes an item so many times, or until the demand is used up, and signals the end as soon as it is known.
     *
     * @return the demand that is left, or {@link #ENDED}
     */
    protected abstract long emit(int tries, long demand);

    @Override
    public final void request(long n) {
        if (add(n) == 0) {
            long demand = n;
            while (demand != 0 && emitAll(demand)) { // else what was asked for stays, so nobody emits again
                demand = subtract(demand);
            }
        }
    }

    @Override
    public final void requestAlone(long n) {
        if (!emitAll(n)) {
            CANCELLED.setOpaque(this, true); // so nobody emits again
        }
    }

    /** Emits so many items that use up demand; false if there will be no more. */
    private boolean emitAll(long n) {
        try {
            long left = cancelled ? ENDED : emit(Known.FEW, n);
            return left == 0 || (left != ENDED && emitRest(left, TURNS));
        } catch (Throwable failure) {
            cancelled = true;
            root.caught(failure);
            return false;
        }
    }

    private boolean emitRest(long n, int turns) {
        if (turns > 0) {
            return emitRest(n, turns - 1);
        }
        long left = n;
        while (left > 0) {
            left = cancelled ? ENDED : emit(BATCH, left);
        }
        return left != ENDED;
    }

    /** For use in {@link #emit}: the source itself has failed. */
    protected final long fail(Throwable failure, @Nullable Object function) {
        downstream.onError(root.made(failure, getClass(), function));
        Failures.throwIfFatal(failure);
        return ENDED;
    }

    @Override
    public final boolean isEager() {
        return false;
    }

    @Override
    public void cancel() {
        CANCELLED.setRelease(this, true);
    }

    /**
     * To be asked after each item. Sees at once what this thread did; what others did, the JIT may leave unseen until
     * the batch is over, and for that it can keep the stages in registers while a batch runs.
     */
    protected final boolean isCancelled() {
        return (boolean) CANCELLED.get(this);
    }
}
