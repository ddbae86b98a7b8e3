package dev.weir.op.kernel.run;

import dev.weir.op.kernel.root.Atomics;
import dev.weir.op.kernel.stage.Stage;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** A part whose outcome, of which its host is told, stays in it until it is taken, or dropped. */
public final class Cell extends Part {
    private static final VarHandle OUTCOME = Atomics.field(MethodHandles.lookup(), "outcome", Object.class);
    private static final Object DROPPED = new Object();

    private volatile @Nullable Object outcome; // marked; null if it is still to come

    public Cell(Stage<?> stage, Host host) {
        super(stage, host);
    }

    public Cell(Run outer, Host host) {
        super(outer, host);
    }

    @Override
    protected void ended(@Nullable Object newOutcome) {
        if (OUTCOME.compareAndSet(this, null, Signal.marked(newOutcome))) {
            super.ended(newOutcome);
        } else {
            discard(newOutcome);
        }
    }

    /** Whether its outcome has arrived, and may be passed on: a value other than null only if there is room. */
    public boolean isReady(boolean room) {
        return outcome != null && (room || outcome() == null || outcome() instanceof Failure);
    }

    /** The value, or a {@link Failure}, once it has arrived; it may still be dropped. */
    public @Nullable Object outcome() {
        return Signal.unmarked(outcome);
    }

    /** The outcome is somebody else's now; false if it was dropped, and has been told. */
    public boolean taken() {
        return OUTCOME.getAndSet(this, DROPPED) != DROPPED;
    }

    /** Nobody takes the outcome: it is discarded, also if it is still to come. */
    public void drop() {
        stop();
        Object before = OUTCOME.getAndSet(this, DROPPED);
        if (before != null && before != DROPPED) {
            discard(Signal.unmarked(before));
        }
    }
}
