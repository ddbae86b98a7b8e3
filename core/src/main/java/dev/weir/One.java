package dev.weir;

import dev.weir.op.one.All;
import dev.weir.op.one.Await;
import dev.weir.op.one.Blocking;
import dev.weir.op.one.Cache;
import dev.weir.op.one.Call;
import dev.weir.op.one.Defer;
import dev.weir.op.one.Delay;
import dev.weir.op.one.DoFinally;
import dev.weir.op.one.DoOnError;
import dev.weir.op.one.DoOnValue;
import dev.weir.op.one.Fail;
import dev.weir.op.one.FlatMap;
import dev.weir.op.one.FlatMapMany;
import dev.weir.op.one.FromStage;
import dev.weir.op.one.Log;
import dev.weir.op.one.Map;
import dev.weir.op.one.Never;
import dev.weir.op.one.Of;
import dev.weir.op.one.OnErrorResume;
import dev.weir.op.one.OrElse;
import dev.weir.op.one.PublishOn;
import dev.weir.op.one.RetryWith;
import dev.weir.op.one.Subscribe;
import dev.weir.op.one.SubscribeOn;
import dev.weir.op.one.Supply;
import dev.weir.op.one.Timeout;
import dev.weir.op.one.ToMany;
import dev.weir.op.one.WithContext;
import java.time.Duration;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Exactly one value, which may be null, or a failure. Lazy: each subscription runs it again;
 * cancellable; no demand. One means one: {@code flatMap} always runs, {@code zip} is never silently
 * empty, absence is null and handled by {@link #orElse} and {@link #orFail}, completion without a
 * value is {@code One<Void>}.
 *
 * <p>Whatever is synchronous in a One runs on the subscriber's thread; only what has to be waited
 * for costs more than the calls.
 */
@CheckReturnValue
public abstract class One<T extends @Nullable Object> {
    /** For the operators of this module. */
    protected One() {}

    // ---------------------------------------------------------------- source

    public static <T extends @Nullable Object> One<T> of(T value) {
        return new Of<>(value);
    }

    /** The value null: nothing was found, or nothing is to be told. */
    public static <T> One<@Nullable T> ofNull() {
        return Of.ofNull();
    }

    /** Done, without a value. */
    public static One<@Nullable Void> ofVoid() {
        return Of.ofNull();
    }

    /** Never ends. */
    public static <T extends @Nullable Object> One<T> never() {
        return Never.instance();
    }

    /** Fails; the failure is made anew for each subscription. */
    public static <T extends @Nullable Object> One<T> fail(Supplier<? extends Throwable> failure) {
        return new Fail<>(failure);
    }

    /** Asks the supplier for a One at each subscription. */
    public static <T extends @Nullable Object> One<T> defer(Supplier<? extends One<T>> supplier) {
        return new Defer<>(supplier);
    }

    /** What the supplier returns, on the subscriber's thread. */
    public static <T extends @Nullable Object> One<T> supply(Supplier<? extends T> supplier) {
        return new Supply<>(supplier);
    }

    /** What the callable returns or throws, on the subscriber's thread. */
    public static <T extends @Nullable Object> One<T> call(Callable<? extends T> callable) {
        return new Call<>(callable);
    }

    /**
     * What the callable returns or throws, on a virtual thread, where it may block. Cancelling does
     * not interrupt it.
     */
    public static <T extends @Nullable Object> One<T> blocking(Callable<? extends T> callable) {
        return new Blocking<>(callable);
    }

    /** The outcome of a new stage for each subscription. Cancelling does not reach the stage. */
    public static <T extends @Nullable Object> One<T> from(Supplier<? extends CompletionStage<T>> supplier) {
        return new FromStage<>(supplier);
    }

    /**
     * The outcome of a stage that runs already, the same for all subscriptions. Cancelling does not
     * reach it.
     */
    public static <T extends @Nullable Object> One<T> from(CompletionStage<T> stage) {
        return FromStage.shared(stage);
    }

    /** Null, that much later. */
    public static One<@Nullable Void> timer(Duration delay) {
        return new Delay<>(ofVoid(), delay);
    }

    // ---------------------------------------------------------------- transform

    public final <R extends @Nullable Object> One<R> map(Function<? super T, ? extends R> mapper) {
        return new Map<>(this, mapper);
    }

    /** Goes on with the One that the function returns. Recursion does not grow the stack. */
    public final <R extends @Nullable Object> One<R> flatMap(Function<? super T, ? extends One<? extends R>> mapper) {
        return new FlatMap<>(this, mapper);
    }

    /** Goes on with the stream that the function returns. */
    public final <R> Many<R> flatMapMany(Function<? super T, ? extends Many<R>> mapper) {
        return new FlatMapMany<>(this, mapper);
    }

    /** Runs the other after this one and gives its value. */
    public final <R extends @Nullable Object> One<R> then(One<R> next) {
        return new FlatMap<>(this, value -> next);
    }

    /** Gives the whole One to a function: the place for operators of your own. */
    public final <R> R through(Function<? super One<T>, ? extends R> function) {
        return function.apply(this);
    }

    // ---------------------------------------------------------------- combine

    /** Runs both at once; the first failure cancels the other. */
    public static <A extends @Nullable Object, B extends @Nullable Object, R extends @Nullable Object> One<R> zip(
            One<A> a, One<B> b, BiFunction<? super A, ? super B, ? extends R> combiner) {
        return All.zip(a, b, combiner);
    }

    /** As {@link #all(Iterable, int)}, all at once. */
    public static <T extends @Nullable Object> One<List<T>> all(Iterable<? extends One<? extends T>> ones) {
        return new All<>(ones, Integer.MAX_VALUE);
    }

    /**
     * The values in order, running up to {@code concurrency} at once; the first failure cancels the
     * others.
     */
    public static <T extends @Nullable Object> One<List<T>> all(
            Iterable<? extends One<? extends T>> ones, int concurrency) {
        return new All<>(ones, concurrency);
    }

    // ---------------------------------------------------------------- absence

    /** Replaces null. */
    public final One<T> orElse(T value) {
        return new OrElse<>(this, () -> of(value));
    }

    /** Replaces null by the value of another One, which is made when it is needed. */
    public final One<T> orElse(Supplier<? extends One<? extends T>> supplier) {
        return new OrElse<>(this, supplier);
    }

    /** Fails with {@link NoSuchElementException} on null. */
    public final One<T> orFail() {
        return orFail(() -> new NoSuchElementException("the One's value is null"));
    }

    /** Fails on null. */
    public final One<T> orFail(Supplier<? extends Throwable> failure) {
        return new OrElse<>(this, () -> fail(failure));
    }

    // ---------------------------------------------------------------- time

    /** Gives the value that much later; a failure comes at once. */
    public final One<T> delay(Duration delay) {
        return new Delay<>(this, delay);
    }

    /**
     * Fails with {@link java.util.concurrent.TimeoutException}, and cancels, if it takes longer.
     */
    public final One<T> timeout(Duration limit) {
        return new Timeout<>(this, limit);
    }

    // ---------------------------------------------------------------- recover

    /** Replaces a failure by a value. */
    public final One<T> onErrorReturn(Function<? super Throwable, ? extends T> function) {
        return OnErrorResume.returning(this, function);
    }

    /** Goes on with another One after a failure. */
    public final One<T> onErrorResume(Function<? super Throwable, ? extends One<? extends T>> function) {
        return new OnErrorResume<>(this, function);
    }

    /** Runs again after a failure, as the options say; the last failure is the outcome. */
    public final One<T> retry(Retry retry) {
        return new RetryWith<>(this, retry);
    }

    // ---------------------------------------------------------------- thread

    /** Gives the outcome on the executor. A rejected task is a failure. */
    public final One<T> publishOn(Executor executor) {
        return new PublishOn<>(this, executor);
    }

    /** Runs on the executor. A rejected task is a failure. */
    public final One<T> subscribeOn(Executor executor) {
        return new SubscribeOn<>(this, executor);
    }

    // ---------------------------------------------------------------- share

    /**
     * Runs once, at the first subscription, and gives all subscribers that outcome. Cancelled with
     * its last waiter.
     */
    public final One<T> cache() {
        return new Cache<>(this);
    }

    // ---------------------------------------------------------------- watch

    public final One<T> doOnValue(Consumer<? super T> action) {
        return new DoOnValue<>(this, action);
    }

    /** Calls the action with a failure; what the action throws is added as suppressed. */
    public final One<T> doOnError(Consumer<? super Throwable> action) {
        return new DoOnError<>(this, action);
    }

    /**
     * Calls the action exactly once, when the outcome is there or the subscription is cancelled.
     */
    public final One<T> doFinally(Consumer<? super Ending> action) {
        return new DoFinally<>(this, action);
    }

    /** Logs the outcome at INFO through {@link System.Logger} {@code dev.weir.NAME}. */
    public final One<T> log(String name) {
        return new Log<>(this, name);
    }

    /** Names what is above this point, for logs and errors. */
    public final One<T> named(String name) {
        return WithContext.named(this, name);
    }

    /** Changes the context that the steps above this point see. */
    public final One<T> withContext(UnaryOperator<Context> change) {
        return new WithContext<>(this, change);
    }

    // ---------------------------------------------------------------- end

    /** Runs it for its effects; a failure is dropped with a warning. */
    @CanIgnoreReturnValue
    public final Cancellable subscribe() {
        return Subscribe.start(this, value -> {}, null);
    }

    /** Calls the action with the value; a failure is dropped with a warning. */
    @CanIgnoreReturnValue
    public final Cancellable subscribe(Consumer<? super T> onValue) {
        return Subscribe.start(this, onValue, null);
    }

    @CanIgnoreReturnValue
    public final Cancellable subscribe(Consumer<? super T> onValue, Consumer<? super Throwable> onError) {
        return Subscribe.start(this, onValue, onError);
    }

    /**
     * Waits for the value. Fails at once on an {@link EventLoopThread}; an interrupt cancels.
     *
     * @throws RuntimeException the failure itself if it is unchecked, else a {@link
     *     java.util.concurrent.CompletionException} around it
     */
    public final T await() {
        return Await.value(this, null);
    }

    /**
     * As {@link #await()}, but cancels and throws {@code CompletionException(TimeoutException)}
     * after the limit.
     */
    public final T await(Duration limit) {
        return Await.value(this, limit);
    }

    /** Runs now; the outcome as a future of one's own, whose cancellation cancels this run. */
    public final CompletionStage<T> toCompletionStage() {
        return Subscribe.future(this);
    }

    /** A stream of the value, or of nothing if it is null; runs at the first request. */
    public final Many<T> toMany() {
        return new ToMany<>(this);
    }
}
