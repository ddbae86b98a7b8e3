package dev.weir.op.kernel.run;

import dev.weir.Cancellable;
import dev.weir.Context;
import dev.weir.op.kernel.root.Atomics;
import dev.weir.op.kernel.root.Dropped;
import dev.weir.op.kernel.root.Failures;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** A pending step whose outcome is known already: it is given once, or told as undelivered once. */
public abstract class Holding extends Pending implements Cancellable {
    private static final VarHandle HELD = Atomics.field(MethodHandles.lookup(), "held", Object.class);
    private static final Object GIVEN = new Object();

    @SuppressWarnings("UnusedVariable") // taken through its handle
    private @Nullable Object held; // not volatile, as setting it in the constructor would be a fence

    protected Holding(@Nullable Object held) {
        this.held = held;
    }

    @Override
    protected final void start(Run starting) {
        if (onCancel(this)) {
            try {
                begin(starting);
            } catch (Throwable rejection) {
                giveInstead(rejection);
            }
        }
    }

    /** Sees to it that {@link #give} is called; what it throws is given instead. */
    protected abstract void begin(Run starting);

    protected final void give() {
        Object outcome = HELD.getAndSet(this, GIVEN);
        if (outcome != GIVEN) {
            accept(outcome);
        }
    }

    /** It can't be given as it should: gives this failure instead. */
    private void giveInstead(Throwable failure) {
        Object outcome = HELD.getAndSet(this, GIVEN);
        if (outcome instanceof Failure before) {
            accept(new Failure(Failures.replaced(before.noted(), failure)));
        } else if (outcome != GIVEN) {
            run().discard(outcome);
            accept(new Failure(failure));
        } else {
            Dropped.report(failure, context());
        }
    }

    @Override
    protected final void dropped(Context seen) {
        Object outcome = HELD.getAndSet(this, GIVEN);
        if (outcome != GIVEN && !(outcome instanceof Pending)) { // that has not begun
            Run.discard(outcome, seen);
        }
    }

    @Override
    public void cancel() {
        dropped(context());
    }
}
