package dev.weir;

import static dev.weir.Many.onUse;

import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Undelivered;
import dev.weir.op.kernel.run.Holding;
import dev.weir.op.kernel.run.Single;
import dev.weir.op.kernel.site.Adapted;
import dev.weir.op.kernel.site.Site;
import dev.weir.op.one.All;
import dev.weir.op.one.Await;
import dev.weir.op.one.Blocking;
import dev.weir.op.one.Cache;
import dev.weir.op.one.CacheFor;
import dev.weir.op.one.Call;
import dev.weir.op.one.Defer;
import dev.weir.op.one.Delay;
import dev.weir.op.one.DoFinally;
import dev.weir.op.one.DoOnError;
import dev.weir.op.one.DoOnValue;
import dev.weir.op.one.Emit;
import dev.weir.op.one.Fail;
import dev.weir.op.one.FlatMap;
import dev.weir.op.one.FlatMapMany;
import dev.weir.op.one.FromStage;
import dev.weir.op.one.Map;
import dev.weir.op.one.Of;
import dev.weir.op.one.OnErrorResume;
import dev.weir.op.one.OnErrorReturn;
import dev.weir.op.one.OrElse;
import dev.weir.op.one.Race;
import dev.weir.op.one.RetryWith;
import dev.weir.op.one.Subscribe;
import dev.weir.op.one.SubscribeOn;
import dev.weir.op.one.Timeout;
import dev.weir.op.one.Using;
import dev.weir.op.one.WithContext;
import dev.weir.op.watch.Log;
import java.time.Duration;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;

/**
 * Exactly one value, which may be null, or a failure. Lazy: each subscription runs it again; cancellable; no demand.
 * One means one: {@code flatMap} always runs, {@code zip} is never silently empty, absence is null and handled by
 * {@link #orElse} and {@link #orFail}, completion without a value is {@code One<Void>}. The laws that every operator
 * keeps are in the {@linkplain dev.weir package description}.
 *
 * <p>Whatever is synchronous in a One runs on the subscriber's thread; only what has to be waited for costs more than
 * the calls. What comes after a wait goes on where the outcome came: on the thread of the timer, of the executor, or
 * of whoever completed the stage. Neither long chains nor recursion through {@code flatMap}, {@code onErrorResume},
 * {@code orElse}, {@code defer} or {@code retry} grow the stack.
 *
 * <p>In the pictures, which are read as those of {@link Many}, the value and the end come in one tick: {@code (a|)}.
 */
@CheckReturnValue
public abstract class One<T extends @Nullable Object> {
    /** For the operators of this module. */
    protected One() {}

    // ---------------------------------------------------------------- source

    /**
     * A value that is there already.
     * {@snippet file = "oneOf.txt"}
     *
     * <p><b>gives</b> it at once; <b>fails</b> never; <b>cancels</b> nothing.
     */
    public static <T extends @Nullable Object> One<T> of(T value) {
        return onUse(new Of<>(value));
    }

    /**
     * The value null: nothing was found, or nothing is to be told.
     * {@snippet file = "oneOfNull.txt"}
     *
     * <p><b>gives</b> null at once; <b>fails</b> never; <b>cancels</b> nothing.
     */
    public static <T> One<@Nullable T> ofNull() {
        return Of.ofNull();
    }

    /**
     * Done, without a value.
     * {@snippet file = "oneOfVoid.txt"}
     *
     * <p><b>gives</b> null at once; <b>fails</b> never; <b>cancels</b> nothing.
     */
    public static One<@Nullable Void> ofVoid() {
        return Of.ofNull();
    }

    /**
     * No outcome.
     *
     * <p><b>gives</b> nothing; <b>fails</b> never; <b>cancels</b> nothing.
     */
    @SuppressWarnings("unchecked") // there is no value
    public static <T extends @Nullable Object> One<T> never() {
        return (One<T>) emitter(emitter -> {});
    }

    /**
     * A failure, made anew for each subscription.
     * {@snippet file = "oneFail.txt"}
     *
     * <p><b>gives</b> nothing; <b>fails</b> at once; <b>cancels</b> nothing.
     */
    public static <T extends @Nullable Object> One<T> fail(Supplier<? extends Throwable> failure) {
        return onUse(new Fail<>(failure));
    }

    /**
     * A One that is made anew for each subscription.
     *
     * <p><b>gives</b> what the supplied One gives; <b>fails</b> with it, or if the supplier throws or returns null;
     * <b>cancels</b> it.
     */
    public static <T extends @Nullable Object> One<T> defer(Supplier<? extends One<T>> supplier) {
        return Defer.of(supplier);
    }

    /**
     * A One that is made for each subscription, of its context.
     *
     * <p><b>gives</b> what that One gives; <b>fails</b> with it, or if the function throws or returns null;
     * <b>cancels</b> it.
     */
    public static <T extends @Nullable Object> One<T> deferContextual(
            Function<? super Context, ? extends One<T>> function) {
        return Defer.contextual(function);
    }

    /**
     * What the supplier returns, on the subscriber's thread.
     * {@snippet file = "oneSupply.txt"}
     *
     * <p><b>gives</b> it; <b>fails</b> with what the supplier throws; <b>cancels</b> nothing.
     */
    public static <T extends @Nullable Object> One<T> supply(Supplier<? extends T> supplier) {
        return onUse(new Call<>(Argument.given(supplier, "supply: the function")));
    }

    /**
     * What the callable returns, on the subscriber's thread.
     * {@snippet file = "oneCall.txt"}
     *
     * <p><b>gives</b> it; <b>fails</b> with what the callable throws; <b>cancels</b> nothing.
     */
    public static <T extends @Nullable Object> One<T> call(Callable<? extends T> callable) {
        return onUse(new Call<>(Argument.given(callable, "call: the function")));
    }

    /**
     * What the callable returns, on a virtual thread of its own, where it may block.
     *
     * <p><b>gives</b> it, on that thread; <b>fails</b> with what the callable throws; <b>cancels</b> nothing: the
     * callable is not interrupted, its outcome is dropped.
     */
    public static <T extends @Nullable Object> One<T> blocking(Callable<? extends T> callable) {
        return onUse(new Blocking<>(callable));
    }

    /**
     * The outcome of a stage that is made anew for each subscription.
     * {@snippet file = "oneFrom.txt"}
     *
     * <p><b>gives</b> its value; <b>fails</b> with its failure, taken out of any {@link
     * java.util.concurrent.CompletionException}, or if the supplier throws or returns null; <b>cancels</b> nothing: the
     * stage runs on, its outcome is dropped.
     */
    public static <T extends @Nullable Object> One<T> from(Supplier<? extends CompletionStage<? extends T>> supplier) {
        return onUse(new FromStage<>(supplier, false));
    }

    /**
     * The outcome of a stage that runs already, the same for all subscriptions.
     *
     * <p><b>gives</b> its value; <b>fails</b> with its failure, taken out of any {@link
     * java.util.concurrent.CompletionException}; <b>cancels</b> nothing: others may wait for the stage too.
     */
    public static <T extends @Nullable Object> One<T> from(CompletionStage<? extends T> stage) {
        return FromStage.shared(stage);
    }

    /**
     * Null, some time after the subscription.
     * {@snippet file = "oneTimer.txt"}
     *
     * <p><b>gives</b> null when the delay has passed; <b>fails</b> never; <b>cancels</b> its timer.
     *
     * <p>The clock's thread does not keep the JVM alive: {@code await()} it, or wait for something else.
     */
    public static One<@Nullable Void> timer(Duration delay) {
        return ofVoid().delay(Argument.notNegative(delay, "timer: the delay"));
    }

    /**
     * Opens a resource, goes on with what is made of it, and closes it when that has ended, failed or been cancelled:
     * exactly once, also if it was opened when nobody waited any more. The outcome is passed on when it has been closed;
     * after a cancellation it is closed in the background. What opens it is not cancelled, since a resource on its way
     * could be lost: bound it by a {@link #timeout} if it may hang.
     * {@snippet file = "oneUsing.txt"}
     * Here {@code in(2, value)} is a value in two ticks.
     *
     * <p><b>gives</b> what {@code use} gives; <b>fails</b> with any of the three Ones, the failure of {@code close}
     * suppressed in that of {@code use}, or if a function throws or returns null; <b>cancels</b> {@code use} only.
     */
    public static <T extends @Nullable Object, R> One<T> using(
            One<R> open,
            Function<? super R, ? extends One<? extends T>> use,
            Function<? super R, ? extends One<?>> close) {
        return onUse(new Using<>(open, use, close));
    }

    /**
     * What a callback gives to an {@link Emitter}, from any thread: the first item is the value, a completion without one
     * gives null.
     * {@snippet file = "oneEmitter.txt"}
     *
     * <p><b>gives</b> it; <b>fails</b> with {@link Emitter#error}, or what the setup throws; <b>cancels</b> by running the
     * {@link Emitter#onEnd} action.
     *
     * @param setup called once per subscription
     */
    public static <T> One<@Nullable T> emitter(Consumer<? super Emitter<T>> setup) {
        return onUse(new Emit<>(setup));
    }

    // ---------------------------------------------------------------- transform

    /**
     * What the function makes of the value.
     * {@snippet file = "oneMap.txt"}
     *
     * <p><b>gives</b> what the function returns, null included; <b>fails</b> with upstream, or with what the function
     * throws; <b>cancels</b> upstream.
     */
    public final <R extends @Nullable Object> One<R> map(Function<? super T, ? extends R> mapper) {
        return onUse(new Map<>(this, mapper));
    }

    /**
     * Goes on with the One that the function makes of the value.
     * {@snippet file = "oneFlatMap.txt"}
     *
     * <p><b>gives</b> what that One gives; <b>fails</b> with upstream, with that One, or if the function throws or
     * returns null; <b>cancels</b> whichever runs.
     */
    public final <R extends @Nullable Object> One<R> flatMap(Function<? super T, ? extends One<? extends R>> mapper) {
        return onUse(new FlatMap<>(this, mapper));
    }

    /**
     * Goes on with the stream that the function makes of the value; runs when it is subscribed to.
     * {@snippet file = "oneFlatMapMany.txt"}
     *
     * <p><b>emits</b> what that stream emits; <b>requests</b> from it what is asked for, before it is there too;
     * <b>completes</b> with it; <b>cancels</b> whichever runs.
     */
    public final <R> Many<R> flatMapMany(Function<? super T, ? extends Many<? extends R>> mapper) {
        return onUse(new FlatMapMany<>(this, mapper));
    }

    /**
     * Runs the other after this one, whose value is dropped.
     * {@snippet file = "oneThen.txt"}
     *
     * <p><b>gives</b> what the other gives; <b>fails</b> with either; <b>cancels</b> whichever runs.
     */
    public final <R extends @Nullable Object> One<R> then(One<? extends R> next) {
        return onUse(new FlatMap<>(this, Argument.always(next, "then: the One")));
    }

    /** Gives the whole One to a function: the place for operators of your own. */
    public final <R> R through(Function<? super One<T>, ? extends R> function) {
        return Argument.given(function, "through: the function").apply(this);
    }

    /**
     * What the function makes of the value; null stays null, and the function is not called.
     * {@snippet file = "oneMapNotNull.txt"}
     */
    public final <R extends @Nullable Object> One<@Nullable R> mapNotNull(Function<? super T, ? extends R> mapper) {
        return Map.ofPresent(this, mapper);
    }

    /** The value if it satisfies the predicate, else null; null stays null. {@snippet file = "oneFilter.txt"} */
    public final One<@Nullable T> filter(Predicate<? super T> predicate) {
        return Map.filtered(this, predicate);
    }

    /** This value after this One, whose own is dropped. {@snippet file = "oneThenReturn.txt"} */
    public final <R extends @Nullable Object> One<R> thenReturn(R value) {
        return map(dropped -> value);
    }

    /** The stream after this One, whose value is dropped. {@snippet file = "oneThenMany.txt"} */
    public final <R> Many<R> thenMany(Many<? extends R> next) {
        return flatMapMany(Argument.always(next, "thenMany: the stream"));
    }

    // ---------------------------------------------------------------- combine

    /**
     * Runs both at once and combines their values.
     * {@snippet file = "oneZip.txt"}
     *
     * <p><b>gives</b> what the function returns; <b>fails</b> with the first failure, or with what the function
     * throws; <b>cancels</b> both when it is cancelled, and the other when one fails.
     */
    public static <A extends @Nullable Object, B extends @Nullable Object, R extends @Nullable Object> One<R> zip(
            One<A> a, One<B> b, BiFunction<? super A, ? super B, ? extends R> combiner) {
        return onUse(All.zip(combiner, Combiner.of2(combiner, "zip: the function"), a, b));
    }

    /** As {@link #all(Iterable, int)}, all at once. {@snippet file = "oneAll.txt"} */
    public static <T extends @Nullable Object> One<List<T>> all(Iterable<? extends One<? extends T>> ones) {
        return onUse(new All<>(ones, Integer.MAX_VALUE));
    }

    /**
     * Runs all, up to {@code concurrency} of them at once. The iterable is asked at each subscription.
     * {@snippet file = "oneAllInTurn.txt"}
     *
     * <p><b>gives</b> their values in the iterable's order; <b>fails</b> with the first failure, or with what the
     * iterable throws; <b>cancels</b> all that run when it is cancelled or one fails.
     */
    public static <T extends @Nullable Object> One<List<T>> all(
            Iterable<? extends One<? extends T>> ones, int concurrency) {
        return onUse(new All<>(ones, concurrency));
    }

    /** As {@link #zip(One, One, BiFunction)} of three. */
    @NullUnmarked
    public static <A, B, C, R> One<R> zip(One<A> a, One<B> b, One<C> c, Combiner.Of3<A, B, C, R> combiner) {
        return onUse(All.zip(combiner, Combiner.of3(combiner, "zip: the function"), a, b, c));
    }

    /** As {@link #zip(One, One, BiFunction)} of four. */
    @NullUnmarked
    public static <A, B, C, D, R> One<R> zip(
            One<A> a, One<B> b, One<C> c, One<D> d, Combiner.Of4<A, B, C, D, R> combiner) {
        return onUse(All.zip(combiner, values -> combiner.to(values.toArray()), a, b, c, d));
    }

    /** As {@link #zip(One, One, BiFunction)} of five. */
    @NullUnmarked
    public static <A, B, C, D, E, R> One<R> zip(
            One<A> a, One<B> b, One<C> c, One<D> d, One<E> e, Combiner.Of5<A, B, C, D, E, R> combiner) {
        return onUse(All.zip(combiner, values -> combiner.to(values.toArray()), a, b, c, d, e));
    }

    /** As {@link #zip(One, One, BiFunction)} of six. */
    @NullUnmarked
    public static <A, B, C, D, E, F, R> One<R> zip(
            One<A> a, One<B> b, One<C> c, One<D> d, One<E> e, One<F> f, Combiner.Of6<A, B, C, D, E, F, R> combiner) {
        return onUse(All.zip(combiner, values -> combiner.to(values.toArray()), a, b, c, d, e, f));
    }

    /** As {@link #zip(One, One, BiFunction)} of seven. */
    @NullUnmarked
    public static <A, B, C, D, E, F, G, R> One<R> zip(
            One<A> a,
            One<B> b,
            One<C> c,
            One<D> d,
            One<E> e,
            One<F> f,
            One<G> g,
            Combiner.Of7<A, B, C, D, E, F, G, R> combiner) {
        return onUse(All.zip(combiner, values -> combiner.to(values.toArray()), a, b, c, d, e, f, g));
    }

    /** As {@link #zip(One, One, BiFunction)} of eight. */
    @NullUnmarked
    public static <A, B, C, D, E, F, G, H, R> One<R> zip(
            One<A> a,
            One<B> b,
            One<C> c,
            One<D> d,
            One<E> e,
            One<F> f,
            One<G> g,
            One<H> h,
            Combiner.Of8<A, B, C, D, E, F, G, H, R> combiner) {
        return onUse(All.zip(combiner, values -> combiner.to(values.toArray()), a, b, c, d, e, f, g, h));
    }

    /**
     * As {@link #all(Iterable, int)}, but none fails it: what each ended with, in order, all at once.
     * {@snippet file = "oneAllSettled.txt"}
     */
    public static <T extends @Nullable Object> One<List<Outcome<T>>> allSettled(
            Iterable<? extends One<? extends T>> ones) {
        return All.settled(ones);
    }

    /**
     * Runs all at once; the first outcome, a failure too, wins.
     * {@snippet file = "oneRace.txt"}
     *
     * <p><b>fails</b> with {@link java.util.NoSuchElementException} if there is none; <b>cancels</b> all others then.
     */
    public static <T extends @Nullable Object> One<T> race(Iterable<? extends One<? extends T>> ones) {
        return onUse(new Race<>("race", ones, true));
    }

    /**
     * Runs all at once; the first value wins, also null, which {@link #orFail} makes lose.
     * {@snippet file = "oneAny.txt"}
     *
     * <p><b>fails</b> when all have failed, with the first failure, up to 15 others suppressed, and with {@link
     * java.util.NoSuchElementException} if there is none; <b>cancels</b> all others when there is a value.
     */
    public static <T extends @Nullable Object> One<T> any(Iterable<? extends One<? extends T>> ones) {
        return onUse(new Race<>("any", ones, false));
    }

    // ---------------------------------------------------------------- absence

    /**
     * Replaces null.
     * {@snippet file = "oneOrElse.txt"}
     *
     * <p><b>gives</b> the value, or {@code value} in place of null; <b>fails</b> with upstream; <b>cancels</b>
     * upstream.
     */
    public final One<T> orElse(T value) {
        return onUse(new OrElse<>(this, () -> of(value)));
    }

    /**
     * Goes on with another One after null, which is made when it is needed.
     * {@snippet file = "oneOrElseOne.txt"}
     *
     * <p><b>gives</b> the value, or what the other gives in place of null; <b>fails</b> with upstream, with the other,
     * or if the supplier throws or returns null; <b>cancels</b> whichever runs.
     */
    public final One<T> orElse(Supplier<? extends One<? extends T>> supplier) {
        return onUse(new OrElse<>(this, supplier));
    }

    /**
     * Takes null for a failure.
     * {@snippet file = "oneOrFail.txt"}
     *
     * <p><b>gives</b> the value; <b>fails</b> with upstream, or with {@link NoSuchElementException} on null;
     * <b>cancels</b> upstream.
     */
    public final One<T> orFail() {
        return orFail(() -> new NoSuchElementException("the One's value is null"));
    }

    /**
     * Takes null for a failure of your own.
     *
     * <p><b>gives</b> the value; <b>fails</b> with upstream, or with the supplied failure on null; <b>cancels</b>
     * upstream.
     */
    public final One<T> orFail(Supplier<? extends Throwable> failure) {
        return onUse(new OrElse<>(this, Argument.always(fail(Argument.given(failure, "orFail: the supplier")))));
    }

    // ---------------------------------------------------------------- time

    /**
     * The value, that much later.
     * {@snippet file = "oneDelay.txt"}
     *
     * <p><b>gives</b> it when the delay has passed since it came; <b>fails</b> with upstream, at once; <b>cancels</b>
     * upstream, or the timer.
     */
    public final One<T> delay(Duration delay) {
        return onUse(new Delay<>(this, Holding.after(delay), false));
    }

    /**
     * A limit to how long it takes, from the subscription to the outcome.
     * {@snippet file = "oneTimeout.txt"}
     *
     * <p><b>gives</b> the value; <b>fails</b> with upstream, or with {@link java.util.concurrent.TimeoutException}
     * when the limit has passed; <b>cancels</b> upstream, then too, and the timer.
     */
    public final One<T> timeout(Duration limit) {
        return onUse(new Timeout<>(this, limit));
    }

    // ---------------------------------------------------------------- recover

    /**
     * Replaces a failure by a value.
     * {@snippet file = "oneOnErrorReturn.txt"}
     *
     * <p><b>gives</b> the value, or what the function makes of a failure; <b>fails</b> with what the function throws,
     * the first failure added as suppressed; <b>cancels</b> upstream.
     */
    public final One<T> onErrorReturn(Function<? super Throwable, ? extends T> function) {
        return onUse(new OnErrorReturn<>(this, failure -> true, function));
    }

    /**
     * Goes on with another One after a failure.
     * {@snippet file = "oneOnErrorResume.txt"}
     *
     * <p><b>gives</b> the value, or what the other gives; <b>fails</b> with the other, or if the function throws or
     * returns null, the first failure added as suppressed; <b>cancels</b> whichever runs.
     */
    public final One<T> onErrorResume(Function<? super Throwable, ? extends One<? extends T>> function) {
        return onUse(new OnErrorResume<>(this, failure -> true, function));
    }

    /**
     * Runs again after a failure, as the options say.
     * {@snippet file = "oneRetry.txt"}
     *
     * <p><b>gives</b> the first value; <b>fails</b> with the last failure; <b>cancels</b> the attempt that runs, or
     * the wait for the next.
     */
    public final One<T> retry(Retry retry) {
        return onUse(new RetryWith<>(this, retry));
    }

    /** As {@link #onErrorReturn(Function)} for failures of the class; others go on. */
    public final <E extends Throwable> One<T> onErrorReturn(Class<E> type, Function<? super E, ? extends T> function) {
        return onUse(new OnErrorReturn<>(this, Argument.ofType(type), Argument.narrowed(function)));
    }

    /** As {@link #onErrorResume(Function)} for failures of the class; others go on. */
    public final <E extends Throwable> One<T> onErrorResume(
            Class<E> type, Function<? super E, ? extends One<? extends T>> function) {
        return onUse(new OnErrorResume<>(this, Argument.ofType(type), Argument.narrowed(function)));
    }

    /** As {@link #onErrorResume(Function)} for failures that satisfy the filter; others go on. */
    public final One<T> onErrorResume(
            Predicate<? super Throwable> filter, Function<? super Throwable, ? extends One<? extends T>> function) {
        return onUse(new OnErrorResume<>(this, filter, function));
    }

    /** As {@link #onErrorReturn(Function)} for failures that satisfy the filter; others go on. */
    public final One<T> onErrorReturn(
            Predicate<? super Throwable> filter, Function<? super Throwable, ? extends T> function) {
        return onUse(new OnErrorReturn<>(this, filter, function));
    }

    /** Another failure in place of one. {@snippet file = "oneOnErrorMap.txt"} */
    public final One<T> onErrorMap(Function<? super Throwable, ? extends Throwable> function) {
        return onUse(OnErrorResume.mapping(this, failure -> true, function));
    }

    /** As {@link #onErrorMap(Function)} for failures of the class; others go on. */
    public final <E extends Throwable> One<T> onErrorMap(
            Class<E> type, Function<? super E, ? extends Throwable> function) {
        return onUse(OnErrorResume.mapping(this, Argument.ofType(type), Argument.narrowed(function)));
    }

    /** As {@link #onErrorMap(Function)} for failures that satisfy the filter; others go on. */
    public final One<T> onErrorMap(
            Predicate<? super Throwable> filter, Function<? super Throwable, ? extends Throwable> function) {
        return onUse(OnErrorResume.mapping(this, filter, function));
    }

    /** Null in place of any failure. {@snippet file = "oneOnErrorComplete.txt"} */
    public final One<@Nullable T> onErrorComplete() {
        return onErrorComplete(failure -> true);
    }

    /** As {@link #onErrorComplete()} for failures of the class; others go on. */
    public final One<@Nullable T> onErrorComplete(Class<? extends Throwable> type) {
        return onErrorComplete(Argument.ofType(type));
    }

    /** As {@link #onErrorComplete()} for failures that satisfy the filter; others go on. */
    public final One<@Nullable T> onErrorComplete(Predicate<? super Throwable> filter) {
        return onUse(new OnErrorReturn<@Nullable T>(
                (One<@Nullable T>) this,
                filter,
                Adapted.<Throwable, @Nullable T>of(filter, "the filter of failures", f -> null)));
    }

    /**
     * A stream of the values of this and its repetitions: {@code repeat(Repeat.forever().withPause(second))} polls.
     * {@snippet file = "oneRepeat.txt"}
     */
    public final Many<T> repeat(Repeat repeat) {
        return toMany().repeat(repeat);
    }

    // ---------------------------------------------------------------- thread

    /**
     * The outcome on another thread.
     *
     * <p><b>gives</b> the value on the executor; <b>fails</b> with upstream, there too, or with what the executor
     * throws when it rejects the task; <b>cancels</b> upstream.
     */
    public final One<T> publishOn(Executor executor) {
        return onUse(new Delay<>(this, Holding.on(Argument.given(executor, "publishOn: the executor")), true));
    }

    /**
     * The run on another thread.
     *
     * <p><b>gives</b> the value; <b>fails</b> with upstream, or with what the executor throws when it rejects the
     * task; <b>cancels</b> upstream.
     */
    public final One<T> subscribeOn(Executor executor) {
        return onUse(new SubscribeOn<>(this, executor));
    }

    // ---------------------------------------------------------------- share

    /**
     * One run for all subscribers, in the context of the first, whose outcome is kept.
     * {@snippet file = "oneCache.txt"}
     * Here a second subscriber comes four ticks later, and hears capitals.
     *
     * <p><b>gives</b> the value to each; <b>fails</b> with upstream, for each; <b>cancels</b> upstream when the last
     * who waits is cancelled; the next subscriber then runs it anew.
     */
    public final One<T> cache() {
        return onUse(new Cache<>(this, false));
    }

    /**
     * As {@link #cache()}, but a value is given for so long only, and a failure not at all: it goes to those who wait, and
     * the next subscriber runs anew. A value that is too old is let go of by the next subscriber.
     * {@snippet file = "oneCacheDuration.txt"}
     */
    public final One<T> cache(Duration time) {
        return onUse(new CacheFor<>(this, time));
    }

    // ---------------------------------------------------------------- watch

    /**
     * Calls the action with the value, before it goes on.
     *
     * <p><b>gives</b> the value; <b>fails</b> with upstream, or with what the action throws; <b>cancels</b> upstream.
     */
    public final One<T> doOnValue(Consumer<? super T> action) {
        return onUse(new DoOnValue<>(this, action));
    }

    /**
     * Calls the action with a failure, before it goes on.
     *
     * <p><b>gives</b> the value; <b>fails</b> with upstream, what the action throws added as suppressed;
     * <b>cancels</b> upstream.
     */
    public final One<T> doOnError(Consumer<? super Throwable> action) {
        return onUse(new DoOnError<>(this, action));
    }

    /**
     * Calls the action exactly once, before the outcome goes on or when the subscription is cancelled.
     *
     * <p><b>gives</b> the value; <b>fails</b> with upstream, what the action throws added as suppressed, or with what
     * it throws after a value; <b>cancels</b> upstream, and then calls the action, whose failure is dropped.
     */
    public final One<T> doFinally(Consumer<? super Ending> action) {
        return onUse(new DoFinally<>(this, action));
    }

    /** Calls the action for each subscription, before it is made; what it throws is a failure. */
    public final One<T> doOnSubscribe(Runnable action) {
        return deferContextual(Adapted.of(action, "doOnSubscribe: the action", _ -> {
            action.run();
            return this;
        }));
    }

    /** Calls the action when the run is cancelled; what it throws is dropped. */
    public final One<T> doOnCancel(Runnable action) {
        return doFinally(Ending.whenCancelled(action));
    }

    /**
     * The value when the One that is made of it has ended, whose failure is this one's.
     * {@snippet file = "oneDelayUntil.txt"}
     */
    public final One<T> delayUntil(Function<? super T, ? extends One<?>> function) {
        return FlatMap.delaying(this, function);
    }

    /**
     * Logs the subscription, the outcome and the cancellation at INFO through {@link System.Logger} {@code
     * dev.weir.NAME}, as {@code [PIPELINE/NAME] value 5 (on THREAD)}.
     *
     * <p><b>gives</b> the value; <b>fails</b> with upstream; <b>cancels</b> upstream.
     */
    public final One<T> log(String name) {
        return new Log(name).of(this);
    }

    /**
     * Names what is above this point, for logs, threads and errors: timeouts, dropped failures, what {@code await}
     * throws.
     *
     * <p><b>gives</b> the value; <b>fails</b> with upstream; <b>cancels</b> upstream.
     */
    public final One<T> named(String name) {
        return onUse(new WithContext<>(this, Argument.given(name, "named: the name")));
    }

    /**
     * Changes the context that the steps above this point see.
     *
     * <p><b>gives</b> the value; <b>fails</b> with upstream, or if the function throws or returns null; <b>cancels</b>
     * upstream.
     */
    public final One<T> withContext(UnaryOperator<Context> change) {
        return onUse(new WithContext<>(this, Site.note(Argument.function(change, WithContext.class))));
    }

    /**
     * Tells an action of each value of the type that is made above this point and that nobody receives: after a
     * cancellation, a timeout or a failure it may still be on its way, as one of {@link #all}, or out of a blocking call
     * that ends too late. Put it last: it covers all above it. For a list, the action is told of its elements. Of several
     * such actions the nearest below the value's place is told. It runs on whatever thread finds the value; what it throws
     * goes to {@link DroppedErrors}.
     *
     * <p><b>gives</b> the value; <b>fails</b> with upstream; <b>cancels</b> upstream.
     */
    public final <R> One<T> onUndelivered(Class<R> type, Consumer<? super R> action) {
        return onUse(new WithContext<>(this, Undelivered.with(type, action)));
    }

    // ---------------------------------------------------------------- end

    /** Runs it for its effects; a failure is dropped with a warning. */
    @CanIgnoreReturnValue
    public final Cancellable subscribe() {
        return Subscribe.start(this, value -> {}, null);
    }

    /** Calls the action with the value; a failure, and what the action throws, is dropped with a warning. */
    @CanIgnoreReturnValue
    public final Cancellable subscribe(Consumer<? super T> onValue) {
        return Subscribe.start(this, onValue, null);
    }

    /** Calls one of the two actions with the outcome; what it throws is dropped with a warning. */
    @CanIgnoreReturnValue
    public final Cancellable subscribe(Consumer<? super T> onValue, Consumer<? super Throwable> onError) {
        return Subscribe.start(this, onValue, Argument.given(onError, "subscribe: what takes the failure"));
    }

    /**
     * Waits for the value; fails at once on an {@link EventLoopThread}. While it waits for a pipeline that has a name, the
     * thread's name says so, for thread dumps: {@code main awaits "prices"}.
     *
     * @throws RuntimeException the failure itself if it is unchecked, with the waiting thread's frames after its own
     *     and the pipeline's name in a suppressed one, else a {@link java.util.concurrent.CompletionException} around
     *     it; around {@link InterruptedException} if the thread is interrupted, which cancels the run and leaves the
     *     thread's interrupt set
     */
    @CanIgnoreReturnValue // a One<Void> is awaited for its effects
    public final T await() {
        return Await.value(this);
    }

    /** As {@link #await()}, but cancels and throws {@code CompletionException(TimeoutException)} after the limit. */
    @CanIgnoreReturnValue
    public final T await(Duration limit) {
        return Await.value(timeout(limit));
    }

    /** Runs now; the outcome as a future of one's own, whose cancellation or other completion cancels this run. */
    public final CompletionStage<T> toCompletionStage() {
        return Subscribe.future(this);
    }

    /**
     * A stream of the value, or of nothing if it is null; runs at the first request.
     * {@snippet file = "oneToMany.txt"}
     *
     * <p><b>emits</b> the value; <b>requests</b> nothing; <b>completes</b> after it; <b>cancels</b> this One.
     */
    public final Many<T> toMany() {
        return onUse(new Single<>(this));
    }
}
