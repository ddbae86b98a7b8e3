package dev.weir.lab.small;

import java.util.concurrent.Flow.Subscriber;
import java.util.concurrent.Flow.Subscription;

/** Adds up all items on the subscribing thread. */
final class FlowAdder implements Subscriber<Integer> {
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
