package dev.weir.op.kernel.run;

import dev.weir.Cancellable;
import dev.weir.Context;
import dev.weir.One;
import dev.weir.op.kernel.root.Atomics;
import dev.weir.op.kernel.root.Carried;
import dev.weir.op.kernel.root.Dropped;
import dev.weir.op.kernel.root.Failures;
import dev.weir.op.kernel.root.Origin;
import dev.weir.op.kernel.root.Trampoline;
import dev.weir.op.kernel.root.Undelivered;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One subscription to a {@link One}; whoever subscribes extends it. */
public abstract class Run implements Cancellable {
    /*
     * The steps still to be done are a stack on the heap, run by one loop, so recursion in the user's flatMaps does
     * not grow the thread's stack. The state says who owns that stack: RUNNING, the thread in the loop; a Pending,
     * whoever swaps it for RUNNING (its outcome is there) or for CANCELLED; a Terminal, the thread in the loop, too,
     * which is busy with a stream that a cancellation has to reach. The state is the pending step itself and
     * not just "waiting", so an outcome that comes twice or too late finds another state and is dropped.
     *
     * A step that ends inside its own start, on the same thread, leaves the outcome for the loop below it on the
     * stack. One that ends on another thread goes on there at once, even while the first thread is still inside
     * start: what comes after a change of threads must run on the new thread. The first thread then touches nothing
     * but the pending step, which is why that, and not the run, holds what is to be cancelled.
     *
     * Until a step still waits when its start returns, or goes on elsewhere, nobody but the thread that starts the run
     * knows it, unless it was begun by somebody who can cancel it meanwhile: no atomics are needed then but for the
     * outcome of a step, which any thread may bring, and a run that ends so stays RUNNING. A run inside others, too
     * deep to be begun, or to end, on top of them, does so when the stack has been left.
     */
    private static final VarHandle STATE = Atomics.field(MethodHandles.lookup(), "state", Object.class);
    private static final @Nullable Object RUNNING = null; // so it need not be set, which would be a fence
    private static final Object CANCELLED = new Object();
    private static final Object ENDED = new Object();
    private static final Object OVER = new Object();
    static final int LEVELS = 8; // as many stages take as much of the stack as a run

    private Context context;
    private @Nullable ArrayList<Continuation> stack; // the next is the last; null until there is one
    private short depth;
    boolean isKnown; // to others, who may cancel it
    private boolean isDeep;
    private volatile @Nullable Object state; // RUNNING
    private @Nullable Cancellable open; // what is cancelled when its value has been handled

    /**
     * @param depth how many stages, or what takes as much of the stack, are below it
     */
    protected Run(Context context, int depth) {
        this.context = context;
        this.isDeep = depth >= Trampoline.DEEPEST;
        this.depth = (short) (isDeep ? 0 : depth);
    }

    /**
     * Receives the outcome.
     *
     * @param outcome the value, or a {@link Failure}
     */
    protected abstract void ended(@Nullable Object outcome);

    /** What the steps that run now belong to. */
    public final Context context() {
        return context;
    }

    /** For a step that polls others in another context. */
    public final void context(Context newContext) {
        context = newContext;
    }

    /** How many stages of a stream, or what takes as much of the stack, are below one that starts in this run. */
    public final int depth() {
        return depth + LEVELS;
    }

    /** Others can cancel it from now on; to be called before it starts. */
    public final void makeKnown() {
        isKnown = true;
    }

    // ---------------------------------------------------------------- starting

    /** Runs the One, unless cancelled; to be called once. {@link #ended} is called meanwhile if nothing has to be waited for. */
    public final void start(One<?> one) {
        Step<?> step = Step.of(one).toRun();
        goOn(isCancelled() ? new FromLoop(step) : begin(step)); // from the loop, which sees a cancellation
    }

    /** Runs what can be run of the first step now; returns what {@link Step#poll} returns. */
    public final @Nullable Object begin(Step<?> step) {
        return isDeep ? new FromLoop(step) : poll(step);
    }

    /** Goes on with what {@link #begin} has returned; to be called once. */
    public final void goOn(@Nullable Object polled) {
        if (isDeep) {
            isKnown = true; // when it goes on
            Trampoline.run(() -> loop(polled));
        } else if (isKnown || polled instanceof Pending) {
            loop(polled);
        } else { // nobody can have cancelled it, or can any more
            finish(polled);
        }
    }

    private void finish(@Nullable Object outcome) {
        stack = null;
        if (isDeep) {
            Trampoline.run(() -> endWith(outcome));
        } else {
            endWith(outcome);
        }
    }

    private void endWith(@Nullable Object outcome) {
        try {
            ended(outcome);
        } finally {
            closeOpen();
        }
        if (outcome instanceof Failure failure) {
            Failures.throwIfFatal(failure.noted());
        }
    }

    // ---------------------------------------------------------------- the loop

    /**
     * The outcome of the pending step is there; false if it is not waited for.
     *
     * @param newOpen as of {@link #keepOpen}, or null
     */
    final boolean resume(Pending pending, @Nullable Object outcome, @Nullable Cancellable newOpen) {
        boolean awaited = STATE.compareAndSet(this, pending, RUNNING);
        if (awaited && newOpen != null) {
            keepOpen(newOpen);
        }
        if (awaited && !pending.leave(outcome)) {
            loop(outcome);
        }
        return awaited;
    }

    private void loop(@Nullable Object first) {
        Object now = turns(first);
        while (now != OVER) { // as far as it could go with the values that this thread had
            Object next = now;
            now = Carried.call(seen(now), () -> turns(next));
        }
    }

    /** The context of what comes next. */
    private Context seen(@Nullable Object now) {
        return now instanceof Pending pending ? pending.seen(context) : context;
    }

    /** Returns what to go on with inside what the context carries, or OVER. */
    private @Nullable Object turns(@Nullable Object first) {
        Object now = first;
        while (state == RUNNING) {
            if (Carried.isOn() && Carried.isAway(seen(now))) {
                return now;
            }
            if (now instanceof Pending pending) {
                push(pending);
                now = pending instanceof FromLoop later ? poll(later.step) : await(pending);
                if (now == Pending.NOT_YET) {
                    return OVER;
                }
            } else if (hasNext()) {
                now = next(now);
            } else if (!isKnown || STATE.compareAndSet(this, RUNNING, ENDED)) {
                finish(now);
                return OVER;
            }
        }
        Object left = now;
        Carried.run(context, () -> abandon(left));
        return OVER;
    }

    private void push(Pending pending) {
        context = pending.settle(this, context);
        for (int i = pending.size - 1; i >= 0; i--) {
            stack = stack == null ? new ArrayList<>(pending.size) : stack;
            stack.add(Objects.requireNonNull(pending.after[i]));
        }
    }

    private @Nullable Object poll(Step<?> step) {
        try {
            return step.poll(this, hasNext() ? step.length() + 1 : step.length()); // what follows counts as one more
        } catch (Throwable thrown) {
            return new Failure(thrown, Origin.of(thrown, null, null, context));
        }
    }

    private @Nullable Object await(Pending pending) {
        closeOpen();
        boolean wasKnown = isKnown;
        isKnown = true;
        if (!wasKnown) {
            STATE.setRelease(this, (Object) pending);
        } else if (!STATE.compareAndSet(this, RUNNING, (Object) pending)) {
            pending.dropped(context);
            return null; // cancelled, as the loop will see
        }
        try {
            pending.start(this);
        } catch (Throwable failure) {
            pending.accept(new Failure(failure, Origin.of(failure, null, null, context)));
        }
        Object outcome = pending.take();
        if (outcome != Pending.NOT_YET) {
            isKnown = wasKnown; // this thread has not been left
        }
        return outcome;
    }

    private @Nullable Object next(@Nullable Object now) {
        Continuation next = Objects.requireNonNull(stack).removeLast();
        if (next instanceof Pending.Outer outer) {
            context = outer.context();
            return now;
        }
        try {
            int depth = hasNext() ? 1 : 0; // what follows counts as one more
            return now instanceof Failure failure ? next.recover(failure, this, depth) : next.resume(now, this, depth);
        } catch (Throwable failure) {
            return new Failure(failure, Origin.of(failure, null, null, context));
        }
    }

    private boolean hasNext() {
        return stack != null && !stack.isEmpty();
    }

    // ---------------------------------------------------------------- streams in it

    /** A step is busy with a stream, which a cancellation of this has to reach; false if it was cancelled. */
    final boolean enter(Cancellable stream) {
        return !isKnown || STATE.compareAndSet(this, RUNNING, stream);
    }

    /** The step is done with it. */
    final void leave(Cancellable stream) {
        if (isKnown) {
            STATE.compareAndSet(this, stream, RUNNING);
        }
    }

    /** The step's value belongs to something that stays open until the value has been handled. */
    final void keepOpen(Cancellable newOpen) {
        closeOpen();
        open = newOpen;
    }

    /** What {@link #keepOpen} was given is somebody else's now. */
    public final @Nullable Cancellable movedOpen() {
        Cancellable moved = open;
        open = null;
        return moved;
    }

    /** To be called also when the value of a step that was polled, and with which this does not go on, has been handled. */
    public final void closeOpen() {
        Cancellable current = open;
        if (current != null) {
            open = null;
            Dropped.reportThrown(current::cancel, context);
        }
    }

    // ---------------------------------------------------------------- cancelling

    @Override
    public void cancel() {
        stop();
    }

    /** Cancels the run; false if it was over: its outcome has been received, or is about to be, or never will. */
    public final boolean stop() {
        Object before = STATE.getAndSet(this, CANCELLED);
        if (isDeep && !(before instanceof Terminal<?>)) { // which is busy, maybe further down on this stack
            Trampoline.run(() -> Carried.run(context, () -> release(before)));
        } else {
            Carried.run(context, () -> release(before));
        }
        return before != ENDED && before != CANCELLED;
    }

    private void release(@Nullable Object owner) {
        if (owner instanceof Pending pending) {
            pending.stopAwaited();
            abandon(null);
        } else if (owner instanceof Cancellable stream) {
            Dropped.reportThrown(stream::cancel, context);
        }
    }

    public final boolean isCancelled() {
        return state == CANCELLED;
    }

    private void abandon(@Nullable Object outcome) {
        discard(outcome);
        Context seen = context;
        while (hasNext()) {
            seen = Objects.requireNonNull(stack).removeLast().cancelled(seen);
        }
        stack = null;
        closeOpen();
        abandoned();
    }

    /** It was cancelled, and nothing of it is left. */
    protected void abandoned() {} // most keep nothing

    /** What becomes of an outcome that nobody waits for any more. */
    public final void discard(@Nullable Object outcome) {
        if (outcome instanceof Pending pending) {
            pending.abandon(this);
        } else {
            discard(outcome, context);
        }
    }

    /** As {@link #discard(Object)}, of a run that is not there any more. */
    public static void discard(@Nullable Object outcome, Context seen) {
        if (outcome instanceof Failure failure) {
            Dropped.report(failure.noted(), seen);
        } else {
            Undelivered.tell(outcome, seen);
        }
    }
}
