package dev.weir.op.kernel.drain;

import dev.weir.op.kernel.root.Atomics;
import dev.weir.op.kernel.root.Carried;
import dev.weir.op.kernel.root.Dropped;
import dev.weir.op.kernel.root.Failures;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.stage.Counting;
import dev.weir.op.kernel.stage.Stage;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A stage that is signalled from several sides at once (upstream, inner streams, timers, requests)
 * and emits from one place: {@link #emit} runs on one thread at a time, and again if anything came
 * meanwhile.
 */
public abstract class SerialDrain<T, R> extends Counting<T, R> {
    /*
     * The rules that keep out the usual races: a failure is stored before `done` is set; whoever changes
     * anything calls drain() afterwards; only emit() signals downstream, so nothing overlaps a terminal; after
     * the end or a cancellation the drain only clears, as often as anything comes late, so nothing that was
     * offered in the instant of a cancellation stays behind. The failure's place is closed with OVER then, so
     * that each failure is either delivered or reported. What emit() throws crashes the subscription, and the drain is
     * left as it should be. To enter and to leave is one atomic each; what is changed before one needs none of its own.
     */
    private static final VarHandle STATE = Atomics.field(MethodHandles.lookup(), "state", int.class);
    private static final VarHandle FAILURE = Atomics.field(MethodHandles.lookup(), "failure", Throwable.class);
    private static final VarHandle HOPPING = Atomics.field(MethodHandles.lookup(), "hopping", boolean.class);
    private static final VarHandle DONE = Atomics.field(MethodHandles.lookup(), "done", boolean.class);

    @SuppressWarnings("StaticAssignmentOfThrowable") // it is never thrown
    private static final Throwable OVER = new Throwable("over", null, false, false) {}; // a trace would hold classes

    private static final int IDLE = 0;
    private static final int EMITTING = 1;
    private static final int AGAIN = 2; // emitting, and then once more, however many come; leaving is one less

    /** How many items were emitted, of the demand: for those who count them, in {@link #emit}. */
    protected long emitted;

    private volatile int state;

    private volatile boolean hopping; // to where the drain is to run
    private volatile @Nullable Throwable failure;
    private volatile boolean done;
    private volatile boolean cancelled;
    private boolean rejected; // in the drain
    private @Nullable Throwable crash; // there, too

    protected SerialDrain(Stage<? super R> downstream, Root root) {
        super(downstream, root);
    }

    /** Emits what can be emitted now, and ends the stream with {@link #end} if it is time. */
    protected abstract void emit();

    /**
     * Cancels what runs besides upstream: inner streams, timers. May be called more than once, from
     * any thread.
     */
    protected void cancelOthers() {} // most have none

    /** Gives queued items to {@link #undelivered}; nothing is emitted any more. May be called more than once, in the drain. */
    protected void clear() {} // most have no queue

    @Override
    public void onError(Throwable newFailure) {
        offerFailure(newFailure, false);
        done();
        drain();
    }

    @Override
    public void onComplete() {
        done();
        drain();
    }

    /** Upstream has ended; somebody enters the drain afterwards. */
    final void done() {
        DONE.setRelease(this, true);
    }

    @Override
    public final void cancel() {
        if (!cancelled) {
            cancelled = true;
            upstream.cancel();
            cancelOthers();
            land(); // the executor may never run it
            drain();
        }
    }

    /** Emits, now or as soon as the thread that emits has done its part. */
    @Override
    protected final void drain() {
        boolean entered = enter();
        if (entered && cancelled) {
            runDrain();
        } else if (entered) {
            begin();
        }
    }

    /** Whether nobody is inside; who is will emit once more otherwise. */
    private boolean enter() {
        for (; ; ) {
            int seen = state;
            if (seen == AGAIN) {
                VarHandle.fullFence(); // what was changed is seen before a look that finds the state as it was
                if (state == AGAIN) {
                    return false;
                }
            } else if (STATE.compareAndSet(this, seen, seen + 1)) {
                return seen == IDLE;
            }
        }
    }

    /**
     * Starts emitting: here, unless a subclass has it done elsewhere, where {@link #runDrain} must
     * be called.
     */
    protected void begin() {
        runDrain();
    }

    /** Has the executor run the drain; if it refuses, the stream ends with that, and what waits is undelivered. For use in {@link #begin}. */
    protected final void hop(Executor executor) {
        hopping = true;
        try {
            executor.execute(Carried.within(context(), this::land));
        } catch (Throwable rejection) {
            if (!HOPPING.compareAndSet(this, true, false)) { // it has run the drain, and this is thrown besides
                throw rejection;
            }
            upstream.release();
            offerFailure(here(rejection, null), false);
            rejected = true;
            runDrain();
        }
        if (cancelled) { // by who found nothing to land yet
            land();
        }
    }

    /** What a hop is for, where it has led to. */
    private void land() {
        if (hopping && HOPPING.compareAndSet(this, true, false)) {
            runDrain();
        }
    }

    protected final void runDrain() {
        Throwable thrown = turn();
        while ((int) STATE.getAndAdd(this, -1) != EMITTING) { // leaves, unless anything has come meanwhile
            pause();
            Throwable again = turn();
            thrown = thrown == null ? again : thrown;
        }
        Failures.throwIfFatal(thrown);
    }

    /** Before another turn. */
    protected void pause() {} // most begin it at once

    /** Returns what was thrown, now or since the turn before. */
    private @Nullable Throwable turn() {
        try {
            if (!cancelled && rejected) {
                end();
            } else if (!cancelled) {
                emit();
            }
        } catch (Throwable thrown) {
            crashed(thrown);
        }
        if (cancelled) {
            clear();
            Throwable stored = failure == OVER ? OVER : (Throwable) FAILURE.getAndSet(this, OVER);
            if (stored != null && stored != OVER && stored != crash) { // which the root tells of
                drop(stored);
            }
        }
        Throwable caught = crash;
        crash = null;
        return caught;
    }

    /** For what was thrown inside the drain, which goes on to be left: whoever does so throws what is fatal. */
    protected final void crashed(Throwable thrown) {
        goesOn(thrown);
        cancelled = true;
        upstream.cancel();
        cancelOthers();
        root().crash(thrown);
    }

    /** For what has been told, in the drain: whoever leaves that throws it, if it is fatal. */
    final void goesOn(Throwable thrown) {
        crash = thrown;
        state = AGAIN;
    }

    /** Enters the drain if nobody is in it; {@link #leave} must follow, whatever happens. */
    protected final boolean tryEnter() {
        boolean entered = state == IDLE && STATE.compareAndSet(this, IDLE, EMITTING);
        if (entered && cancelled) {
            leave();
            return false;
        }
        return entered;
    }

    /** Leaves after {@link #tryEnter}, emitting what came meanwhile. */
    protected final void leave() {
        if ((int) STATE.getAndAdd(this, -1) != EMITTING) {
            runDrain();
        }
    }

    /** What becomes of a stored failure if the stream was cancelled. */
    protected void drop(Throwable stored) {
        Dropped.report(stored, context());
    }

    /** Ends downstream with the stored failure, or completes it; for use inside the drain only. */
    protected final void end() {
        cancelled = true;
        cancelOthers();
        downstream.onEnd((Throwable) FAILURE.getAndSet(this, OVER));
    }

    /**
     * Cancels upstream and ends downstream with the failure of an item, which comes before a stored one that waits
     * for its turn; call it in {@link #emit} only.
     */
    protected final void endWith(Throwable itsFailure) {
        upstream.release();
        Dropped.report((Throwable) FAILURE.getAndSet(this, itsFailure), context());
        if (!cancelled) { // else the drain reports the failure
            end();
            Failures.throwIfFatal(itsFailure);
        }
    }

    /**
     * Stores the failure that ends the stream; one that comes too late is dropped.
     *
     * @param collects whether one that comes too late is attached to the one that is stored, if that takes it
     */
    protected final void offerFailure(Throwable newFailure, boolean collects) {
        Throwable noted = root().noted(newFailure);
        Throwable stored = (Throwable) FAILURE.compareAndExchange(this, null, noted);
        if (stored != null && !(collects && stored != OVER && (stored == noted || Failures.suppress(stored, noted)))) {
            Dropped.report(noted, context());
        }
    }

    protected final boolean hasFailed() {
        return failure != null;
    }

    /** Whether upstream has ended; a failure was stored before. */
    protected final boolean isDone() {
        return done;
    }

    public final boolean isCancelled() {
        return cancelled;
    }
}
