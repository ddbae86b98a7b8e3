package dev.weir.lab.crowded;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow.Subscriber;
import java.util.concurrent.Flow.Subscription;

/** Adds up all items. */
final class FlowSum implements Subscriber<Integer> {
    private final CountDownLatch end = new CountDownLatch(1);
    private long sum;
    private Throwable failure;

    long await() throws InterruptedException {
        end.await();
        if (failure != null) {
            throw new IllegalStateException(failure);
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
    public void onError(Throwable newFailure) {
        failure = newFailure;
        end.countDown();
    }

    @Override
    public void onComplete() {
        end.countDown();
    }
}
