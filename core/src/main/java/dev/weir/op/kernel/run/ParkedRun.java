package dev.weir.op.kernel.run;

import dev.weir.Context;
import dev.weir.One;
import dev.weir.op.kernel.root.Atomics;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A run for which one thread waits. */
public final class ParkedRun extends Run {
    private static final VarHandle OUTCOME = Atomics.field(MethodHandles.lookup(), "outcome", Object.class);

    private final Thread waiter = Thread.currentThread();
    private volatile @Nullable Object outcome; // marked; null if it is still to come

    public ParkedRun(Context context) {
        super(context, 0);
    }

    /** Runs the One on this thread, which has made this, and waits for its outcome; an interrupt cancels it. */
    public @Nullable Object await(One<?> one) throws InterruptedException {
        Step<?> step = Step.of(one).toRun();
        Object polled;
        try { // what is on top of this is inlined, if it isn't too deep
            polled = step.poll(this, step.length());
        } catch (Throwable thrown) {
            polled = new Failure(thrown, null);
        }
        goOn(polled);
        String pipeline = outcome == null ? Step.pipeline(Context.empty(), one) : "";
        if (pipeline.isEmpty()) {
            park();
        } else {
            String name = waiter.getName();
            waiter.setName(name + " awaits \"" + pipeline + '"'); // which is all that a thread dump can tell of it
            try {
                park();
            } finally {
                waiter.setName(name);
            }
        }
        return Signal.unmarked(outcome);
    }

    private void park() throws InterruptedException {
        while (outcome == null) {
            if (Thread.interrupted()) {
                if (stop()) {
                    throw new InterruptedException();
                }
                Thread.currentThread().interrupt(); // the outcome is about to be here
            }
            LockSupport.park(this);
        }
    }

    @Override
    protected void ended(@Nullable Object newOutcome) {
        if (waiter == Thread.currentThread()) {
            OUTCOME.setOpaque(this, Signal.marked(newOutcome));
        } else {
            outcome = Signal.marked(newOutcome);
            LockSupport.unpark(waiter);
        }
    }
}
