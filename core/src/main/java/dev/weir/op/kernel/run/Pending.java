package dev.weir.op.kernel.run;

import dev.weir.Cancellable;
import dev.weir.Context;
import dev.weir.op.kernel.root.Atomics;
import dev.weir.op.kernel.root.Carried;
import dev.weir.op.kernel.root.Dropped;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A step that has to be waited for, not begun yet, and the steps that come after it. Used once. */
public abstract non-sealed class Pending extends Signal {
    static final Object NOT_YET = new Object();

    private static final VarHandle AWAITED = Atomics.field(MethodHandles.lookup(), "awaited", Cancellable.class);
    private static final Cancellable CANCELLED = () -> {};
    private static final @Nullable Continuation[] NONE = {};

    protected @Nullable Continuation[] after = NONE;

    int size; // of what is used of that

    private @Nullable Context context;
    private volatile @Nullable Cancellable awaited;
    private @Nullable Run run; // from when it begins
    private @Nullable Thread starter;
    private @Nullable Object outcome = NOT_YET;

    /**
     * Begins. The outcome must reach {@link #accept}, from any thread, also during this call;
     * whatever can be stopped is given to {@link #onCancel}.
     */
    protected abstract void start(Run starting);

    /**
     * It will not be started.
     *
     * @param seen the context that it belongs to
     */
    protected void dropped(Context seen) {} // most have nothing to let go

    /**
     * Takes the outcome: a value, a failure, or another pending step. What comes a second time, or
     * after the run was cancelled, is dropped.
     */
    public final void accept(@Nullable Object newOutcome) {
        accept(newOutcome, null);
    }

    /**
     * As {@link #accept(Object)}, of a value that belongs to something.
     *
     * @param open what is cancelled when the value has been handled
     */
    public final void accept(@Nullable Object newOutcome, @Nullable Cancellable open) {
        if (!run().resume(this, newOutcome, open)) {
            run().discard(newOutcome);
            close(open);
        }
    }

    /**
     * As {@link #accept}, of the first outcome; what {@link #onCancel} was given is cancelled then: when a value has been
     * handled, and before another outcome.
     */
    protected final void conclude(@Nullable Object newOutcome) {
        Cancellable open = (Cancellable) AWAITED.getAndSet(this, CANCELLED);
        if (open == CANCELLED) {
            discard(newOutcome);
        } else if (open == null || newOutcome == null || newOutcome instanceof Failure) {
            close(open);
            accept(newOutcome);
        } else {
            accept(newOutcome, () -> close(open));
        }
    }

    private void close(@Nullable Cancellable open) {
        if (open != null) {
            Carried.run(context(), () -> Dropped.reportThrown(open::cancel, context()));
        }
    }

    /** Whether nothing is waited for any more. */
    public final boolean isCancelled() {
        return awaited == CANCELLED;
    }

    /** For an outcome that comes too late. */
    protected final void discard(@Nullable Object late) {
        Run.discard(late, context());
    }

    /** What it runs in, once it begins. */
    protected final Run run() {
        return Objects.requireNonNull(run, "a pending step has no run before it begins");
    }

    /**
     * What to cancel if the run is cancelled while it waits for this step; false if that has
     * happened already.
     */
    public final boolean onCancel(Cancellable newAwaited) {
        Cancellable before = awaited;
        while (before != CANCELLED && !AWAITED.compareAndSet(this, before, newAwaited)) {
            before = awaited;
        }
        if (before == CANCELLED) {
            newAwaited.cancel();
        }
        return before != CANCELLED;
    }

    @Override
    public final Object through(Continuation step, Run starting, int depth) {
        if (size == after.length) {
            after = Arrays.copyOf(after, size == 0 ? 2 : size * 2);
        }
        after[size++] = step;
        return this;
    }

    /**
     * This step and those added to it so far belong to the inner context, those to come to the
     * outer.
     */
    public final Object within(Context inner, Context outer, Run starting) {
        context = seen(inner);
        return through(new Outer(outer), starting, 0);
    }

    /** Where the steps that a changed context was meant for end; the run goes on with the one before. */
    record Outer(Context context) implements Continuation {
        @Override
        public Context cancelled(Context inner) {
            return context;
        }
    }

    /** What this step runs in; known once it begins. */
    public final Context context() {
        return Objects.requireNonNull(context, "a pending step has no context before it begins");
    }

    /** What this step will run in, if it begins in a run of that context. */
    final Context seen(Context runContext) {
        return context == null ? runContext : context;
    }

    /** Gives this step its place in a run; returns the context that it belongs to. */
    final Context settle(Run newRun, Context runContext) {
        run = newRun;
        starter = Thread.currentThread();
        context = seen(runContext);
        return context;
    }

    /**
     * Leaves the outcome to the thread that starts this step; false if this is another thread, or
     * it has done so.
     */
    final boolean leave(@Nullable Object newOutcome) {
        if (starter != Thread.currentThread()) {
            return false;
        }
        outcome = newOutcome;
        return true;
    }

    /** The start is over: what was left during it. */
    final @Nullable Object take() {
        starter = null;
        return outcome;
    }

    final void stopAwaited() {
        close((Cancellable) AWAITED.getAndSet(this, CANCELLED));
    }

    /** It will not be started, and nobody goes on after it. */
    final void abandon(Run abandoned) {
        Context seen = seen(abandoned.context());
        dropped(seen);
        for (int i = 0; i < size; i++) {
            seen = Objects.requireNonNull(after[i]).cancelled(seen);
        }
    }
}
