package dev.weir.lab.small;

import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** Adds up all items on the subscribing thread. */
final class RsAdder implements Subscriber<Integer> {
    private int sum;
    private boolean ended;

    int sum() {
        if (!ended) {
            throw new IllegalStateException("the stream has not ended");
        }
        return sum;
    }

    @Override
    public void onSubscribe(Subscription subscription) {
        subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(Integer item) {
        sum += item;
    }

    @Override
    public void onError(Throwable failure) {
        throw new IllegalStateException(failure);
    }

    @Override
    public void onComplete() {
        ended = true;
    }
}
