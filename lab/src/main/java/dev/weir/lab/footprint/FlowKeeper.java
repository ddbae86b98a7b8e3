package dev.weir.lab.footprint;

import java.util.concurrent.Flow.Subscriber;
import java.util.concurrent.Flow.Subscription;

/** Keeps its subscription and the newest item. */
final class FlowKeeper implements Subscriber<Integer> {
    private Subscription subscription;
    private Integer newest;

    @Override
    public void onSubscribe(Subscription newSubscription) {
        subscription = newSubscription;
        subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(Integer item) {
        newest = item;
        Probe.itemCame();
    }

    @Override
    public void onError(Throwable failure) {
        throw new IllegalStateException(newest + " was the last item", failure);
    }

    @Override
    public void onComplete() {}
}
