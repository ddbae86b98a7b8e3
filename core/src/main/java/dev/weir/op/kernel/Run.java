package dev.weir.op.kernel;

import dev.weir.Cancellable;
import dev.weir.Context;
import dev.weir.One;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** One subscription to a {@link One} that is not done with a single poll. */
public final class Run implements Cancellable {
    /*
     * The steps still to be done are a stack on the heap, run by one loop, so recursion in the user's flatMaps does
     * not grow the thread's stack. The state says who owns that stack: RUNNING, the thread in the loop; a Pending,
     * whoever swaps it for RUNNING (its outcome is there) or for CANCELLED. The state is the pending step itself and
     * not just "waiting", so an outcome that comes twice or too late finds another state and is dropped.
     *
     * A step that ends inside its own start, on the same thread, leaves the outcome for the loop below it on the
     * stack. One that ends on another thread goes on there at once, even while the first thread is still inside
     * start: what comes after a change of threads must run on the new thread. The first thread then touches nothing
     * but the pending step, which is why that, and not the run, holds what is to be cancelled.
     */
    private static final VarHandle STATE = Atomics.field(MethodHandles.lookup(), "state", Object.class);
    private static final Object RUNNING = new Object();
    private static final Object CANCELLED = new Object();
    private static final Object ENDED = new Object();

    /** In place of the receiver when it is over: whoever keeps the run need not keep what was run. */
    private static final Receiver NOBODY = outcome -> {};

    private Receiver receiver;
    private Context context;
    private @Nullable Then[] thens = new Then[4];
    private int size;
    private volatile Object state = RUNNING;

    /** A run that is still to {@link #begin}: it can be cancelled before and while it does. */
    public Run(Context context, Receiver receiver) {
        this.context = context;
        this.receiver = receiver;
    }

    /** Runs the step; the receiver is called during this call if nothing has to be waited for. */
    public static Cancellable start(One<?> one, Context context, Receiver receiver) {
        return start(poll(Step.of(one).toRun(), context), context, receiver);
    }

    /** Goes on with what a step's {@code poll} returned. */
    public static Cancellable start(@Nullable Object polled, Context context, Receiver receiver) {
        if (polled instanceof Pending pending) {
            Run run = new Run(context, receiver);
            run.begin(pending);
            return run;
        }
        receiver.accept(polled);
        return Upstream.NONE;
    }

    /** Runs the step, unless cancelled; to be called once. */
    public void begin(One<?> one) {
        begin(new Later(Step.of(one).toRun()));
    }

    /** Goes on with what a step's {@code poll} returned, unless cancelled; to be called once. */
    public void begin(Pending polled) {
        loop(polled);
    }

    /** The outcome of the pending step is there. */
    void resume(Pending pending, @Nullable Object outcome) {
        if (!STATE.compareAndSet(this, (Object) pending, RUNNING)) {
            discard(outcome, context);
        } else if (!pending.leave(outcome)) {
            loop(outcome);
        }
    }

    private void loop(@Nullable Object first) {
        Object now = first;
        while (state == RUNNING) {
            if (now instanceof Pending pending) {
                push(pending);
                now = pending instanceof Later later ? poll(later.step(), context) : await(pending);
                if (now == Pending.NOT_YET) {
                    return;
                }
            } else if (size > 0) {
                now = next(now);
            } else if (STATE.compareAndSet(this, RUNNING, ENDED)) {
                Receiver waiting = receiver;
                receiver = NOBODY;
                waiting.accept(now);
                return;
            }
        }
        abandon(now);
    }

    private void push(Pending pending) {
        context = pending.settle(this, context);
        int added = pending.size();
        if (size + added > thens.length) {
            thens = Arrays.copyOf(thens, Math.max(thens.length * 2, size + added));
        }
        for (int i = added - 1; i >= 0; i--) {
            thens[size++] = pending.then(i);
        }
    }

    private static @Nullable Object poll(Step<?> step, Context context) {
        try {
            return step.poll(context, step.length());
        } catch (Throwable failure) {
            return new Failure(failure);
        }
    }

    private @Nullable Object await(Pending pending) {
        if (!STATE.compareAndSet(this, RUNNING, (Object) pending)) {
            return null; // cancelled, as the loop will see
        }
        try {
            pending.start(context);
        } catch (Throwable failure) {
            pending.accept(new Failure(failure));
        }
        return pending.take();
    }

    private @Nullable Object next(@Nullable Object now) {
        Then then = pop();
        if (then instanceof Restore restore) {
            context = restore.context();
            return now;
        }
        try {
            return now instanceof Failure failure ? then.recover(failure, context, 0) : then.resume(now, context, 0);
        } catch (Throwable failure) {
            return new Failure(failure);
        }
    }

    @SuppressWarnings("NullAway") // what is below size is there
    private Then pop() {
        Then then = thens[--size];
        thens[size] = null;
        return then;
    }

    @Override
    public void cancel() {
        stop();
    }

    /** Cancels the run; false if it was over: its outcome has been received, or is about to be, or never will. */
    public boolean stop() {
        Object before = STATE.getAndSet(this, CANCELLED);
        if (before instanceof Pending pending) {
            pending.stop(context);
            abandon(null);
        }
        return before != ENDED && before != CANCELLED;
    }

    public boolean isCancelled() {
        return state == CANCELLED;
    }

    private void abandon(@Nullable Object outcome) {
        receiver = NOBODY;
        discard(outcome, context);
        while (size > 0) {
            Dropped.reportThrown(pop()::cancelled, context);
        }
    }

    /** What becomes of an outcome that nobody waits for any more. */
    public static void discard(@Nullable Object outcome, Context context) {
        if (outcome instanceof Failure failure) {
            Dropped.report(failure.error(), context);
        } else if (outcome instanceof Pending pending) {
            pending.abandon(context);
        }
    }
}
