package dev.weir.op.kernel;

import dev.weir.Context;
import java.util.Objects;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** The end of a pipeline that feeds somebody else's subscriber, whom it does not trust. */
public final class ForeignSubscriber<T> extends Stage<T> implements Flow.Subscription {
    /*
     * A demand that is not positive must end the subscriber with onError (rule 3.9), without overlapping an
     * onNext. The emitting thread marks that it is inside onNext with plain writes, so a good subscriber pays
     * no fence per item; the error is delivered by the requester when nobody emits, else by the emitter when
     * its onNext returns. A subscriber that breaks the rule on one thread in the very instant that another
     * thread begins an onNext may see both at once.
     */
    private final Flow.Subscriber<? super T> subscriber;
    private final Once ended = new Once();
    private Upstream upstream = Upstream.NONE;
    private boolean emitting;
    private volatile @Nullable Throwable refused;

    public ForeignSubscriber(Flow.Subscriber<? super T> subscriber) {
        super(Context.empty());
        this.subscriber = Objects.requireNonNull(subscriber, "subscriber (rule 1.9)");
    }

    @Override
    public void onSubscribe(Upstream newUpstream) {
        upstream = newUpstream;
        subscriber.onSubscribe(this);
    }

    @Override
    public boolean onNext(T item) {
        emitting = true;
        try {
            subscriber.onNext(item);
        } catch (Throwable failure) { // rule 2.13: the subscriber must be considered cancelled
            upstream.cancel();
            Dropped.report(failure, context());
        }
        emitting = false;
        if (refused != null) {
            refuse();
        }
        return true;
    }

    @Override
    public void onError(Throwable failure) {
        if (ended.first()) {
            subscriber.onError(failure);
        } else {
            Dropped.report(failure, context());
        }
    }

    @Override
    public void onComplete() {
        if (ended.first()) {
            subscriber.onComplete();
        }
    }

    @Override
    public void request(long n) {
        if (n > 0) {
            upstream.request(n);
            return;
        }
        upstream.cancel();
        refused = new IllegalArgumentException("request(" + n + "): demand must be positive (rule 3.9)");
        if (!emitting) {
            refuse();
        }
    }

    private void refuse() {
        Throwable failure = refused;
        if (failure != null && ended.first()) {
            subscriber.onError(failure);
        }
    }

    @Override
    public void cancel() {
        upstream.cancel();
    }
}
