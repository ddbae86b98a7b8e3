package dev.weir.lab.neutral;

import java.util.Objects;
import java.util.concurrent.Flow.Subscriber;
import java.util.concurrent.Flow.Subscription;
import org.openjdk.jmh.infra.Blackhole;

/** Requests a number of items once and consumes them. */
public final class FlowSink<T> implements Subscriber<T> {
    private final Blackhole blackhole;
    private final long requested;
    private Subscription subscription;

    public FlowSink(Blackhole blackhole, long requested) {
        this.blackhole = blackhole;
        this.requested = requested;
    }

    @Override
    public void onSubscribe(Subscription newSubscription) {
        Objects.requireNonNull(newSubscription);
        if (subscription != null) {
            newSubscription.cancel();
            return;
        }
        subscription = newSubscription;
        newSubscription.request(requested);
    }

    @Override
    public void onNext(T item) {
        blackhole.consume(Objects.requireNonNull(item));
    }

    @Override
    public void onError(Throwable failure) {
        blackhole.consume(Objects.requireNonNull(failure));
    }

    @Override
    public void onComplete() {
        blackhole.consume(this);
    }
}
