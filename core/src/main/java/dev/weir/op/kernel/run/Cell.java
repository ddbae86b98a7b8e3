package dev.weir.op.kernel.run;

import dev.weir.op.kernel.root.Atomics;
import dev.weir.op.kernel.stage.Stage;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** A run whose outcome stays in it until it is taken, or dropped. */
public abstract class Cell extends Run {
    private static final VarHandle OUTCOME = Atomics.field(MethodHandles.lookup(), "outcome", Object.class);
    private static final Object DROPPED = new Object();

    private volatile @Nullable Object outcome; // marked; null if it is still to come

    protected Cell(Stage<?> stage) {
        super(stage);
    }

    protected Cell(Run outer) {
        super(outer);
    }

    /** The outcome is there. */
    protected abstract void arrived();

    @Override
    protected final void ended(@Nullable Object newOutcome) {
        if (OUTCOME.compareAndSet(this, null, NullMark.marked(newOutcome))) {
            arrived();
        } else {
            discard(newOutcome);
        }
    }

    public final boolean hasArrived() {
        return outcome != null;
    }

    /** The value, or a {@link Failure}, once it has arrived; it may still be dropped. */
    public final @Nullable Object outcome() {
        return NullMark.unmarked(outcome);
    }

    /** The outcome is somebody else's now. */
    public final void taken() {
        outcome = DROPPED;
    }

    /** Nobody takes the outcome: it is discarded, also if it is still to come. */
    public final void drop() {
        stop();
        Object before = OUTCOME.getAndSet(this, DROPPED);
        if (before != null && before != DROPPED) {
            discard(NullMark.unmarked(before));
        }
    }
}
