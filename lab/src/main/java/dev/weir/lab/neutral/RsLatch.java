package dev.weir.lab.neutral;

import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.openjdk.jmh.infra.Blackhole;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** Requests everything, consumes it and lets wait for the end. */
public final class RsLatch<T> implements Subscriber<T> {
    private final CountDownLatch end = new CountDownLatch(1);
    private final Blackhole blackhole;
    private Subscription subscription;
    private Throwable failure;

    public RsLatch(Blackhole blackhole) {
        this.blackhole = blackhole;
    }

    /** Waits for the end; fails if the stream did. */
    public void await() throws InterruptedException {
        Waiting.on(end);
        if (failure != null) {
            throw new IllegalStateException(failure);
        }
    }

    @Override
    public void onSubscribe(Subscription newSubscription) {
        Objects.requireNonNull(newSubscription);
        if (subscription != null) {
            newSubscription.cancel();
            return;
        }
        subscription = newSubscription;
        newSubscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(T item) {
        blackhole.consume(Objects.requireNonNull(item));
    }

    @Override
    public void onError(Throwable newFailure) {
        failure = Objects.requireNonNull(newFailure);
        end.countDown();
    }

    @Override
    public void onComplete() {
        end.countDown();
    }
}
