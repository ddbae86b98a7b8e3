package dev.weir.op.kernel.run;

import dev.weir.Cancellable;
import dev.weir.Context;
import dev.weir.op.kernel.root.Atomics;
import dev.weir.op.kernel.root.Carried;
import dev.weir.op.kernel.root.Dropped;
import dev.weir.op.kernel.root.Failures;
import dev.weir.op.kernel.stage.RootStage;
import dev.weir.op.kernel.stage.Source;
import dev.weir.op.kernel.stage.Upstream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The last stage of a stream that becomes a {@code One}: asks for all it needs at once. If the stream ends while it
 * starts, nothing has to be waited for.
 */
public abstract class Terminal<T> extends RootStage<T> implements Cancellable {
    /*
     * The outcome's place holds nothing, then the pending step that waits for it, if it has to be waited for, then it is
     * OVER; or it holds the outcome, marked, that came before anybody waited. What the starting thread brings itself needs no
     * atomic: whoever else could bring something, by crashing, is told that it came too late, but for one who does so between
     * the look at the place and the write to it, who is not heard.
     */
    private static final VarHandle OUTCOME = Atomics.field(MethodHandles.lookup(), "outcome", Object.class);
    private static final VarHandle UPSTREAM = Atomics.field(MethodHandles.lookup(), "upstream", Upstream.class);
    private static final Object OVER = new Object();

    private volatile @Nullable Upstream upstream;
    private @Nullable Thread starter; // until it has
    private boolean isAlone; // with that thread
    private boolean isOver; // as upstream is
    private boolean isAsked; // as upstream is, or is about to be: written before upstream can be seen
    private volatile @Nullable Object outcome;

    protected Terminal(Run run) {
        super(run.context(), run.depth());
    }

    /** The value, once the stream has completed; null if there is nothing else to say. */
    protected @Nullable Object result() throws Throwable {
        return null;
    }

    /** Tells of what it keeps, as nobody gets it, from whatever thread; also of what it is given from then on. */
    protected void forget() {} // most keep nothing

    /** What the user gave to be called; null if there is nothing that can fail. */
    protected @Nullable Object function() {
        return null;
    }

    protected long demand() {
        return Long.MAX_VALUE;
    }

    // ---------------------------------------------------------------- starting

    /** Subscribes to the stream; returns what {@link Step#poll} returns. */
    final @Nullable Object run(Source<T> source, Run run, boolean few) {
        isAlone = !run.isKnown;
        if (!run.enter(this)) {
            return new Awaiting(); // it was cancelled, and will drop this
        }
        starter = Thread.currentThread();
        try {
            Source.connect(source, this, this, few);
            Upstream connected = upstream;
            if (connected != null && !isAsked) { // before, it would be too deep for the JIT to inline it
                connected.requestAlone(demand());
            }
        } catch (Throwable thrown) { // those below are still to be told, and who ends the run throws what is fatal
            crash(thrown);
        } finally {
            starter = null;
            run.leave(this);
        }
        Object now = outcome;
        return now != null && take(now, run) ? Signal.unmarked(now) : new Awaiting();
    }

    /** Takes the outcome for the run; false if the run was cancelled. */
    private boolean take(Object now, Run run) {
        if (isAlone) {
            OUTCOME.setOpaque(this, OVER);
        } else if (now == OVER || !OUTCOME.compareAndSet(this, now, OVER)) {
            return false;
        }
        if (!isOver) { // or it has crashed, maybe before upstream was there
            run.keepOpen(this);
        }
        return true;
    }

    /** The end of a stream that goes on when its start has returned. */
    private final class Awaiting extends Pending {
        @Override
        protected void start(Run starting) {
            onCancel(Terminal.this);
            isAlone = false;
            Object now = OUTCOME.compareAndExchange(Terminal.this, null, this);
            if (now != null && Terminal.this.take(now, starting)) {
                accept(Signal.unmarked(now));
            }
        }

        @Override
        protected void dropped(Context seen) {
            cancel();
        }
    }

    @Override
    public void onSubscribe(Upstream newUpstream) {
        boolean starting = starter == Thread.currentThread();
        isAsked = !starting || newUpstream.isEager();
        if (isAlone && starting && upstream == null) {
            UPSTREAM.setOpaque(this, newUpstream);
        } else if (!UPSTREAM.compareAndSet(this, null, newUpstream)) {
            newUpstream.cancel();
            return;
        }
        if (isAsked) {
            newUpstream.requestAlone(demand());
        }
    }

    // ---------------------------------------------------------------- ending

    @Override
    public void onError(Throwable failure) {
        isOver = true;
        forget();
        deliver(failed(failure));
    }

    @Override
    public void onComplete() {
        isOver = true;
        Object value;
        try {
            value = result();
        } catch (Throwable failure) {
            value = failed(here(failure, function()));
        }
        deliver(value);
    }

    /** For use in {@code onNext}: ends with the value; when that has been handled, upstream is cancelled. */
    protected final boolean finish(@Nullable Object value) {
        if (!deliver(value)) {
            cancelUpstream();
        }
        return true;
    }

    /** For use in {@code onNext}: ends with a value that has nothing of upstream, which is cancelled before. */
    protected final boolean settle(Object value) {
        if (!isOver) {
            isOver = true;
            Objects.requireNonNull(upstream, "nothing has been subscribed to").release();
            cancelUpstream();
            deliver(value);
        }
        return true;
    }

    /** For use in {@code onNext}: cancels upstream and fails. */
    protected final boolean fail(Throwable failure, @Nullable Object function) {
        settle(failed(here(failure, function)));
        Failures.throwIfFatal(failure);
        return true;
    }

    @Override
    public void crash(Throwable failure) {
        cancelUpstream();
        forget();
        deliver(failed(failure));
    }

    private void cancelUpstream() {
        Upstream known = upstream;
        Upstream current = known == null ? (Upstream) UPSTREAM.getAndSet(this, Upstream.NONE) : known;
        if (current != null) { // two who cancel it at once do no harm
            UPSTREAM.setOpaque(this, Upstream.NONE);
            current.cancel();
        }
    }

    private Failure failed(Throwable failure) {
        return new Failure(failure, origin(failure));
    }

    /** Gives the value to the run, which sees to it that upstream is cancelled; false if the run does not take it. */
    private boolean deliver(@Nullable Object value) {
        if (starter == Thread.currentThread() && outcome == null) {
            OUTCOME.setOpaque(this, Signal.marked(value));
            return true;
        }
        Object before = OUTCOME.compareAndExchange(this, null, Signal.marked(value));
        boolean taken = before instanceof Terminal<?>.Awaiting waiting
                && OUTCOME.compareAndSet(this, before, OVER)
                && waiting.run().resume(waiting, value, isOver ? null : this);
        if (before != null && !taken && value instanceof Failure late && upstream != Upstream.NONE) {
            Dropped.reportQuietly(late.noted(), context()); // upstream is kept open for the value that there was
        } else if (before != null && !taken) {
            discard(value);
        }
        return before == null || taken;
    }

    /** What the JVM may not survive has been told, and goes on. */
    private void discard(@Nullable Object value) {
        Run.discard(value instanceof Failure failure && Failures.isFatal(failure.error()) ? null : value, context());
    }

    @Override
    public void cancel() {
        if (Carried.isAway(context())) { // the run that it is in has gone on in another one
            Carried.run(context(), this::cancel);
            return;
        }
        cancelUpstream();
        forget();
        Object before = outcome == OVER ? OVER : OUTCOME.getAndSet(this, OVER);
        if (before != null && before != OVER && !(before instanceof Terminal<?>.Awaiting)) {
            discard(Signal.unmarked(before));
        }
    }
}
