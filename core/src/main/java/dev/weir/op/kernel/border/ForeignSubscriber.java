package dev.weir.op.kernel.border;

import dev.weir.Context;
import dev.weir.Many;
import dev.weir.op.kernel.race.Requested;
import dev.weir.op.kernel.root.Atomics;
import dev.weir.op.kernel.root.Carried;
import dev.weir.op.kernel.root.Dropped;
import dev.weir.op.kernel.root.Failures;
import dev.weir.op.kernel.site.Tailor;
import dev.weir.op.kernel.stage.RootStage;
import dev.weir.op.kernel.stage.Source;
import dev.weir.op.kernel.stage.Unscoped;
import dev.weir.op.kernel.stage.Upstream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** The end of a pipeline that feeds somebody else's subscriber, whom it does not trust. */
public abstract class ForeignSubscriber<T> extends RootStage<T> implements Flow.Subscription {
    /*
     * A demand that is not positive must end the subscriber with onError (rule 3.9), and so must a crash, without
     * overlapping an onNext: see Between.
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

    protected final Flow.Subscriber<? super T> subscriber;
    private Upstream upstream = Upstream.NONE;
    private boolean subscribed;
    private long emitter; // the id of the thread inside onSubscribe or onNext, else 0
    private long own; // what is asked for inside onSubscribe, by its thread
    private volatile long early; // what others ask for meanwhile; then OPEN
    private volatile boolean ended;
    private volatile @Nullable Throwable refused;

    private ForeignSubscriber(Context context, Flow.Subscriber<? super T> subscriber) {
        super(context, 0);
        this.subscriber = subscriber;
    }

    /** Subscribes it to the stream. */
    public static <T> void connect(Many<T> many, Flow.Subscriber<? super T> foreign) {
        Objects.requireNonNull(foreign, "subscriber (rule 1.9)");
        Unscoped<T> unscoped = Unscoped.of(Source.of(many), Carried.fresh());
        Context context = unscoped.context();
        boolean few = Source.hasFew(unscoped.source());
        ForeignSubscriber<T> copy = few ? null : Tailor.make(Delivering.class, null, foreign, context, foreign, null);
        unscoped.connect(copy == null ? new Delivering<>(context, foreign) : copy, few);
    }

    /** The part that handles each item. */
    private static final class Delivering<T> extends ForeignSubscriber<T> {
        Delivering(Context context, Flow.Subscriber<? super T> subscriber) {
            super(context, subscriber);
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
        if (ended) {
            newUpstream.cancel();
            return;
        }
        upstream = newUpstream;
        subscribe();
        long n = Requested.sum(own, (long) EARLY.getAndSet(this, OPEN));
        if (n > 0) {
            upstream.request(n);
        }
    }

    private void subscribe() {
        subscribed = true;
        enter();
        call(() -> subscriber.onSubscribe(this));
        leave();
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
            call(() -> subscriber.onError(Failures.withoutOwnFrames(noted(failure))));
        } else {
            drop(noted(failure));
        }
    }

    @Override
    public void onComplete() {
        if (end()) {
            call(() -> subscriber.onComplete()); // to bind an interface's method takes a cold JVM milliseconds
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
        Dropped.report(failure, context());
        Failures.throwIfFatal(failure);
    }

    private void drop(Throwable failure) {
        Dropped.report(Failures.isFatal(failure) ? null : failure, context()); // which has been told, and goes on
    }

    @Override
    public void request(long n) {
        if (Carried.isAway(context())) {
            Carried.run(context(), () -> request(n));
            return;
        }
        try {
            if (n > 0) {
                ask(n);
            } else {
                refuse(new IllegalArgumentException("request(" + n + "): demand must be positive (rule 3.9)"));
            }
        } catch (Throwable failure) {
            caught(failure);
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
        if (ended || !ENDED.compareAndSet(this, false, true)) {
            return false;
        }
        upstream = Upstream.NONE;
        return true;
    }

    @Override
    public void crash(Throwable failure) {
        if (ended) {
            drop(noted(failure));
        } else {
            if (!subscribed) {
                subscribe();
            }
            refuse(noted(failure));
        }
    }

    private void refuse(Throwable failure) {
        upstream.cancel();
        refused = failure;
        Between.run(EMITTER, this, emitter, Carried.within(context(), this::refuse));
    }

    private void refuse() {
        Throwable failure = refused;
        if (failure != null && end()) {
            call(() -> subscriber.onError(Failures.withoutOwnFrames(failure)));
        }
    }

    @Override
    public void cancel() {
        Upstream asked = upstream;
        end();
        Carried.run(context(), asked::cancel);
    }
}
