package dev.weir.lab.neutral;

import io.reactivex.rxjava3.core.SingleObserver;
import io.reactivex.rxjava3.disposables.Disposable;
import io.smallrye.mutiny.subscription.UniSubscriber;
import io.smallrye.mutiny.subscription.UniSubscription;
import org.openjdk.jmh.infra.Blackhole;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** Consumes the value of a Uni, a Single or a Mono; asks the Mono for it, unless told not to. */
public final class OneSink<T> implements UniSubscriber<T>, SingleObserver<T>, Subscriber<T> {
    private final Blackhole blackhole;
    private final boolean requesting;

    public OneSink(Blackhole blackhole) {
        this(blackhole, true);
    }

    private OneSink(Blackhole blackhole, boolean requesting) {
        this.blackhole = blackhole;
        this.requesting = requesting;
    }

    /** One that never requests, as the subscriber of the REBLS'21 paper. */
    public static <T> OneSink<T> silent(Blackhole blackhole) {
        return new OneSink<>(blackhole, false);
    }

    @Override
    public void onSubscribe(UniSubscription subscription) {}

    @Override
    public void onItem(T value) {
        blackhole.consume(value);
    }

    @Override
    public void onFailure(Throwable failure) {
        blackhole.consume(failure);
    }

    @Override
    public void onSubscribe(Disposable subscription) {}

    @Override
    public void onSuccess(T value) {
        blackhole.consume(value);
    }

    @Override
    public void onSubscribe(Subscription subscription) {
        if (requesting) {
            subscription.request(1);
        }
    }

    @Override
    public void onNext(T value) {
        blackhole.consume(value);
    }

    @Override
    public void onError(Throwable failure) {
        blackhole.consume(failure);
    }

    @Override
    public void onComplete() {}
}
