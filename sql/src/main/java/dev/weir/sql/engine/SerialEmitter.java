package dev.weir.sql.engine;

import dev.weir.Context;
import dev.weir.Many;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * An emitter that one thread uses at a time, and only when {@link #requested} says that an item is demanded: so an item takes
 * neither a lock nor a place in a buffer.
 */
public final class SerialEmitter<T> implements Flow.Subscription {
    private final Context context;
    private final Flow.Subscriber<? super T> subscriber;
    private final AtomicLong demanded = new AtomicLong(); // ever
    private Runnable onRequest = () -> {};
    private Runnable onCancel = () -> {};
    private long emitted;

    private SerialEmitter(Context context, Flow.Subscriber<? super T> subscriber) {
        this.context = context;
        this.subscriber = subscriber;
    }

    /** The stream of what it emits; the setup sets what is to happen on requests. */
    public static <T> Many<T> many(Consumer<SerialEmitter<T>> setup) {
        return Many.deferContextual(context -> Many.from(subscriber -> {
            SerialEmitter<T> emitter = new SerialEmitter<>(context, subscriber);
            setup.accept(emitter);
            subscriber.onSubscribe(emitter);
        }));
    }

    public Context context() {
        return context;
    }

    /** Sets what happens at each request, on whatever thread it comes. */
    public void onRequest(Runnable action) {
        onRequest = action;
    }

    /** Sets what happens when nobody wants more; on any thread. */
    public void onCancel(Runnable action) {
        onCancel = action;
    }

    /** How many more items are demanded; for the thread that emits. */
    public long requested() {
        long ever = demanded.get();
        return ever == Long.MAX_VALUE ? ever : ever - emitted;
    }

    public void next(T item) {
        emitted++;
        subscriber.onNext(item);
    }

    public void complete() {
        subscriber.onComplete();
    }

    public void error(Throwable failure) {
        subscriber.onError(failure);
    }

    @Override
    public void request(long n) {
        demanded.accumulateAndGet(n, (before, more) -> before + more < 0 ? Long.MAX_VALUE : before + more);
        onRequest.run();
    }

    @Override
    public void cancel() {
        onCancel.run();
    }
}
