package dev.weir.op.kernel;

import dev.weir.Cancellable;
import dev.weir.Context;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A step that has to be waited for, not begun yet, and the steps that come after it. Used once. */
public abstract non-sealed class Pending extends Signal implements Receiver {
    static final Object NOT_YET = new Object();
    private static final @Nullable Then[] NONE = {};

    private @Nullable Then[] thens = NONE;
    private int size;
    private @Nullable Context context;

    private final Slot waitedFor = new Slot();
    private @Nullable Run run; // from when it begins
    private @Nullable Thread starter;
    private @Nullable Object outcome = NOT_YET;

    /**
     * Begins. The outcome must reach {@link #accept}, from any thread, also during this call;
     * whatever can be stopped is given to {@link #onCancel}.
     */
    protected abstract void start(Context startContext);

    /**
     * Takes the outcome: a value, a failure, or another pending step. What comes a second time, or
     * after the run was cancelled, is dropped.
     */
    @Override
    public final void accept(@Nullable Object newOutcome) {
        Objects.requireNonNull(run, "a pending step ended before it began").resume(this, newOutcome);
    }

    /**
     * What to cancel if the run is cancelled while it waits for this step; false if that has
     * happened already.
     */
    public final boolean onCancel(Cancellable newWaitedFor) {
        return waitedFor.put(newWaitedFor);
    }

    @Override
    public final Object through(Then then, Context thenContext, int depth) {
        if (size == thens.length) {
            thens = Arrays.copyOf(thens, size == 0 ? 4 : size * 2);
        }
        thens[size++] = then;
        return this;
    }

    /**
     * This step and those added to it so far belong to the inner context, those to come to the
     * outer.
     */
    public final Object within(Context inner, Context outer) {
        if (context == null) {
            context = inner;
        }
        return through(new Restore(outer), outer, 0);
    }

    /** What this step runs in; known once it begins. */
    public final Context context() {
        return Objects.requireNonNull(context, "a pending step has no context before it begins");
    }

    final int size() {
        return size;
    }

    final @Nullable Then then(int index) {
        return thens[index];
    }

    /** Gives this step its place in a run; returns the context that it belongs to. */
    final Context settle(Run newRun, Context runContext) {
        run = newRun;
        starter = Thread.currentThread();
        if (context == null) {
            context = runContext;
        }
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

    final void stop(Context runContext) {
        Dropped.reportThrown(waitedFor::cancel, runContext);
    }

    /** It will not be started, and nobody goes on after it. */
    final void abandon(Context runContext) {
        for (int i = 0; i < size; i++) {
            Then then = thens[i];
            if (then != null) {
                Dropped.reportThrown(then::cancelled, runContext);
            }
        }
    }
}
