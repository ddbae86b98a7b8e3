package dev.weir.op.kernel.run;

import dev.weir.Cancellable;
import dev.weir.Context;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Atomics;
import dev.weir.op.kernel.root.Failures;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** A pending step whose outcome is known already: it is given once, or told as undelivered once. */
public final class Holding extends Pending implements Cancellable {
    private static final VarHandle HELD = Atomics.field(MethodHandles.lookup(), "held", Object.class);
    private static final Object GIVEN = new Object();

    @SuppressWarnings("UnusedVariable") // taken through its handle
    private @Nullable Object held; // not volatile, as setting it in the constructor would be a fence

    private final BiConsumer<Holding, Run> action;

    /**
     * @param action sees to it that {@link #give} is called; what it throws is given instead
     */
    public Holding(@Nullable Object held, BiConsumer<Holding, Run> action) {
        this.held = held;
        this.action = action;
    }

    /** Gives it on the executor, which may reject that. */
    public static BiConsumer<Holding, Run> on(Executor executor) {
        return (holding, _) -> executor.execute(holding::give);
    }

    /** Gives it when so much time has passed. */
    public static BiConsumer<Holding, Run> after(Duration delay) {
        Argument.notNegative(delay, "delay: the delay");
        return (holding, run) -> holding.until(run.context().clock().schedule(holding::give, delay));
    }

    @Override
    protected void start(Run starting) {
        if (onCancel(this)) {
            try {
                action.accept(this, starting);
            } catch (Throwable rejection) { // which the run takes, unless it has been given
                Object outcome = HELD.getAndSet(this, GIVEN);
                if (outcome instanceof Failure before) {
                    Failures.suppress(rejection, before.noted());
                } else if (outcome != GIVEN) {
                    run().discard(outcome);
                }
                throw rejection;
            }
        }
    }

    /** It is held until this has called {@link #give}, or is cancelled with it. */
    public void until(Cancellable waiting) {
        onCancel(() -> {
            waiting.cancel();
            cancel();
        });
    }

    public void give() {
        Object outcome = HELD.getAndSet(this, GIVEN);
        if (outcome != GIVEN) {
            accept(outcome);
        }
    }

    @Override
    protected void dropped(Context seen) {
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
