package dev.weir.op.kernel;

import dev.weir.Context;
import dev.weir.Many;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The end of a pipeline that feeds somebody else's subscriber, whom it does not trust. */
public abstract class ForeignSubscriber<T> extends Stage<T> implements Flow.Subscription {
    /*
     * A demand that is not positive must end the subscriber with onError (rule 3.9), without overlapping an
     * onNext. The emitting thread marks that it is inside onNext with plain writes, so a good subscriber pays
     * no fence per item. The price is paid by the bad one: its failure is delivered by the requester when nobody
     * emits, by the emitter when its onNext returns; since the emitter may leave and not yet see the failure
     * while the requester does not yet see it leave, somebody waits for that, too. A subscriber that breaks the
     * rule on one thread in the very instant that another thread begins an onNext may see both at once.
     *
     * What is asked for inside onSubscribe waits until that has returned: a source with threads of its own would
     * else emit while onSubscribe still runs (rule 1.3). Nearly always it is asked for by the thread that calls
     * onSubscribe, which needs no atomic for it.
     */
    private static final VarHandle EMITTER = Atomics.field(MethodHandles.lookup(), "emitter", long.class);
    private static final VarHandle EARLY = Atomics.field(MethodHandles.lookup(), "early", long.class);
    private static final VarHandle REFUSED = Atomics.field(MethodHandles.lookup(), "refused", Throwable.class);
    private static final VarHandle ENDED = Atomics.field(MethodHandles.lookup(), "ended", boolean.class);
    private static final long OPEN = -1;
    private static final long POLL_NANOS = 1_000_000;

    private final Many<T> source;
    protected final Flow.Subscriber<? super T> subscriber;
    private Upstream upstream = Upstream.NONE;
    private long emitter; // the id of the thread inside onSubscribe or onNext, else 0
    private long own; // what is asked for inside onSubscribe, by its thread
    private volatile long early; // what others ask for meanwhile; then OPEN
    private volatile boolean ended;
    private volatile @Nullable Throwable refused;

    private ForeignSubscriber(Many<T> source, Flow.Subscriber<? super T> subscriber) {
        super(Context.empty());
        this.source = source;
        this.subscriber = subscriber;
    }

    public static <T> Stage<T> of(Many<T> source, Flow.Subscriber<? super T> subscriber) {
        Objects.requireNonNull(subscriber, "subscriber (rule 1.9)");
        return Tailor.make(Delivering.class, subscriber, source, subscriber, Delivering::new);
    }

    /** The part that handles each item. */
    private static final class Delivering<T> extends ForeignSubscriber<T> {
        Delivering(Many<T> source, Flow.Subscriber<? super T> subscriber) {
            super(source, subscriber);
        }

        @Override
        public boolean onNext(T item) {
            enter();
            try {
                subscriber.onNext(item);
            } catch (Throwable failure) {
                thrown(failure);
            }
            leave();
            return true;
        }
    }

    @Override
    public void onSubscribe(Upstream newUpstream) {
        upstream = newUpstream;
        enter();
        call(() -> subscriber.onSubscribe(this));
        leave();
        long n = Requested.sum(own, (long) EARLY.getAndSet(this, OPEN));
        if (n > 0) {
            upstream.request(n);
        }
    }

    protected final void enter() {
        emitter = Thread.currentThread().threadId();
    }

    protected final void leave() {
        emitter = 0;
        if (REFUSED.get(this) != null) { // who refuses on another thread sees to it, too
            refuse();
        }
    }

    @Override
    public void onError(Throwable failure) {
        if (end()) {
            call(() -> subscriber.onError(failure));
        } else {
            drop(failure);
        }
    }

    @Override
    public void onComplete() {
        if (end()) {
            call(subscriber::onComplete);
        }
    }

    private void call(Runnable signal) {
        try {
            signal.run();
        } catch (Throwable failure) {
            thrown(failure);
        }
    }

    /** A subscriber that throws must be considered cancelled (rule 2.13). */
    protected final void thrown(Throwable failure) {
        cancel();
        drop(failure);
    }

    private void drop(Throwable failure) {
        Dropped.report(failure, context().withName(Source.pipeline(source)));
    }

    @Override
    public void request(long n) {
        if (n > 0) {
            ask(n);
            return;
        }
        upstream.cancel();
        refused = new IllegalArgumentException("request(" + n + "): demand must be positive (rule 3.9)");
        if (emitter == 0) {
            refuse();
        } else if (emitter != Thread.currentThread().threadId()) {
            VirtualThreads.start("weir-refused", this::refuseAfterItem);
        }
    }

    private void ask(long n) {
        if (early != OPEN && emitter == Thread.currentThread().threadId()) {
            own = Requested.sum(own, n);
            return;
        }
        for (long before = early; before != OPEN; before = early) {
            if (EARLY.compareAndSet(this, before, Requested.sum(before, n))) {
                return;
            }
        }
        upstream.request(n);
    }

    private boolean end() {
        return !ended && ENDED.compareAndSet(this, false, true);
    }

    private void refuseAfterItem() {
        while (!ended && (long) EMITTER.getOpaque(this) != 0) {
            LockSupport.parkNanos(this, POLL_NANOS);
        }
        refuse();
    }

    private void refuse() {
        Throwable failure = refused;
        if (failure != null && end()) {
            call(() -> subscriber.onError(failure));
        }
    }

    @Override
    public void cancel() {
        end();
        upstream.cancel();
    }
}
