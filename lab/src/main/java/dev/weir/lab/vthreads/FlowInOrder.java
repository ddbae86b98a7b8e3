package dev.weir.lab.vthreads;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow.Subscriber;
import java.util.concurrent.Flow.Subscription;

/** Takes 0, 1, 2 ... and fails when anything else comes. */
final class FlowInOrder implements Subscriber<Integer> {
    private final CountDownLatch end = new CountDownLatch(1);
    private int next;
    private Throwable failure;

    /** Waits for the end, after that many items. */
    void await(int items) throws InterruptedException {
        end.await();
        if (failure != null || next != items) {
            throw new IllegalStateException(next + " items of " + items + " came in order", failure);
        }
    }

    @Override
    public void onSubscribe(Subscription subscription) {
        subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(Integer item) {
        if (item == next) {
            next++;
        }
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
