package dev.weir;

import dev.weir.op.combine.CombineLatest;
import dev.weir.op.combine.Concat;
import dev.weir.op.combine.SwitchIfEmpty;
import dev.weir.op.combine.WithLatestFrom;
import dev.weir.op.combine.Zip;
import dev.weir.op.demand.OnOverflow;
import dev.weir.op.end.Collect;
import dev.weir.op.end.Count;
import dev.weir.op.end.First;
import dev.weir.op.end.ForEach;
import dev.weir.op.end.Iterate;
import dev.weir.op.end.Last;
import dev.weir.op.end.Match;
import dev.weir.op.end.Reduce;
import dev.weir.op.flatten.ConcatMap;
import dev.weir.op.flatten.FlatMap;
import dev.weir.op.flatten.FlatMapIterable;
import dev.weir.op.flatten.MapAsync;
import dev.weir.op.flatten.MapAsyncUnordered;
import dev.weir.op.flatten.SwitchMap;
import dev.weir.op.group.Buffer;
import dev.weir.op.group.BufferTimed;
import dev.weir.op.group.GroupBy;
import dev.weir.op.kernel.border.ForeignPublisher;
import dev.weir.op.kernel.border.ForeignSubscriber;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Undelivered;
import dev.weir.op.kernel.site.Site;
import dev.weir.op.kernel.stage.Never;
import dev.weir.op.kernel.stage.Source;
import dev.weir.op.kernel.stage.WithContext;
import dev.weir.op.limit.Skip;
import dev.weir.op.limit.SkipWhile;
import dev.weir.op.limit.Take;
import dev.weir.op.limit.TakeWhile;
import dev.weir.op.recover.OnErrorMap;
import dev.weir.op.recover.OnErrorResume;
import dev.weir.op.recover.OnErrorReturn;
import dev.weir.op.recover.RepeatWith;
import dev.weir.op.recover.RetryWith;
import dev.weir.op.share.Share;
import dev.weir.op.source.Defer;
import dev.weir.op.source.Emit;
import dev.weir.op.source.Fail;
import dev.weir.op.source.From;
import dev.weir.op.source.FromStream;
import dev.weir.op.source.Generate;
import dev.weir.op.source.Interval;
import dev.weir.op.source.Of;
import dev.weir.op.source.Range;
import dev.weir.op.source.Unfold;
import dev.weir.op.source.UnfoldAsync;
import dev.weir.op.source.Using;
import dev.weir.op.thread.PublishOn;
import dev.weir.op.thread.SubscribeOn;
import dev.weir.op.time.Delay;
import dev.weir.op.time.Newest;
import dev.weir.op.time.Timeout;
import dev.weir.op.transform.Distinct;
import dev.weir.op.transform.DistinctUntilChanged;
import dev.weir.op.transform.Filter;
import dev.weir.op.transform.Map;
import dev.weir.op.transform.Scan;
import dev.weir.op.watch.DoFinally;
import dev.weir.op.watch.DoOnError;
import dev.weir.op.watch.DoOnNext;
import dev.weir.op.watch.Log;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collector;
import java.util.stream.Gatherer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A stream of 0 to N items, then completion or failure. Cold, immutable, driven by demand; items
 * are never null. The laws that every operator keeps are in the {@linkplain dev.weir package
 * description}; the methods come in the families source, transform, flatten, limit, combine, group,
 * time, recover, demand, thread, share, watch, end.
 *
 * <p>In the pictures time goes to the right, a sign is a tick, and the last line is what comes: {@code |} is the
 * completion, {@code #} a failure, {@code (ab)} all in one tick, <code>{ab}</code> one item; blanks only align. The code
 * is what was run; {@code ticks(3)} is the time of three of them. A One is drawn as a stream of its value.
 */
@CheckReturnValue
public abstract class Many<T> implements Flow.Publisher<T> {
    /** How many items an asynchronous boundary holds unless told otherwise. */
    public static final int BUFFER_SIZE = 256;

    /** How many inner streams run at once unless told otherwise. */
    public static final int CONCURRENCY = 256;

    /** For the operators of this module. */
    protected Many() {}

    /**
     * What was just made, whose class is loaded for that and not before. To see that an operator may be returned as a Many,
     * the verifier would load it, and so all of them as soon as one is used; but what comes back from here is cast.
     */
    static <M> M onUse(M made) {
        return made;
    }

    // ---------------------------------------------------------------- source

    /**
     * The items, in order. An array that is given is not copied, and must not change any more.
     * {@snippet file = "of.txt"}
     *
     * <p><b>emits</b> each item as it is asked for; <b>requests</b> nothing; <b>completes</b> after the last
     * item; <b>cancels</b> nothing: it has no upstream.
     */
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    public static <T> Many<T> of(T... items) {
        return onUse(new Of<>(items));
    }

    /**
     * What a new iterator of the iterable returns, on the thread that asks.
     * {@snippet file = "from.txt"}
     *
     * <p><b>emits</b> each item as it is asked for; a null item, or what the iterator throws, is a failure;
     * <b>requests</b> nothing; <b>completes</b> behind the last item of a collection, and of others when more is asked for
     * and the iterator has none; <b>cancels</b> nothing: the iterator is left where it is.
     */
    public static <T> Many<T> from(Iterable<? extends T> items) {
        return onUse(new From<>(items));
    }

    /**
     * What somebody else's publisher emits; breaking the rules of Reactive Streams is a failure. A publisher that is a
     * {@code Many} is returned as it is.
     *
     * <p><b>emits</b> each item; <b>requests</b> what is asked for; <b>completes</b> with the publisher;
     * <b>cancels</b> the subscription.
     */
    public static <T> Many<T> from(Flow.Publisher<? extends T> publisher) {
        return ForeignPublisher.of(publisher);
    }

    /**
     * Consecutive integers: {@code count} of them from {@code start}.
     * {@snippet file = "range.txt"}
     *
     * <p><b>emits</b> each as it is asked for; <b>requests</b> nothing; <b>completes</b> after the last;
     * <b>cancels</b> nothing: it has no upstream.
     */
    public static Many<Integer> range(int start, int count) {
        return onUse(new Range(start, count));
    }

    /**
     * No items.
     * {@snippet file = "empty.txt"}
     *
     * <p><b>emits</b> nothing; <b>requests</b> nothing; <b>completes</b> at once; <b>cancels</b> nothing: it has
     * no upstream.
     */
    public static <T> Many<T> empty() {
        return of();
    }

    /**
     * No items and no end.
     *
     * <p><b>emits</b> nothing; <b>requests</b> nothing; <b>completes</b> never; <b>cancels</b> nothing: it has no
     * upstream.
     */
    @SuppressWarnings("unchecked") // it has no items
    public static <T> Many<T> never() {
        return (Many<T>) Never.INSTANCE;
    }

    /**
     * A failure, made anew for each subscription.
     * {@snippet file = "fail.txt"}
     *
     * <p><b>emits</b> nothing; <b>requests</b> nothing; <b>completes</b> never: it fails at once; <b>cancels</b>
     * nothing: it has no upstream.
     */
    public static <T> Many<T> fail(Supplier<? extends Throwable> failure) {
        return onUse(new Fail<>(failure));
    }

    /**
     * A stream that is made anew for each subscription.
     *
     * <p><b>emits</b> what the supplied stream emits; <b>requests</b> what is asked for; <b>completes</b> with
     * that stream; <b>cancels</b> that stream.
     *
     * <p>A supplier that throws or returns null is a failure.
     */
    public static <T> Many<T> defer(Supplier<? extends Many<T>> supplier) {
        return Defer.of(supplier);
    }

    /**
     * A stream that is made for each subscription, of its context.
     *
     * <p><b>emits</b>, <b>requests</b>, <b>completes</b> and <b>cancels</b> as that stream; a function that throws or
     * returns null is a failure.
     */
    public static <T> Many<T> deferContextual(Function<? super Context, ? extends Many<T>> function) {
        return Defer.contextual(function);
    }

    /**
     * Items computed one by one, each step making an item and the next state, on the thread that asks.
     * {@snippet file = "unfold.txt"}
     *
     * <p><b>emits</b> each item as it is asked for; <b>requests</b> nothing; <b>completes</b> when the step
     * returns null; <b>cancels</b> nothing: it has no upstream.
     *
     * @param step given the state, returns an item and the state after it, null if it was the last; or null to complete
     */
    public static <T, S> Many<T> unfold(S seed, Function<? super S, ? extends @Nullable Unfolded<T, S>> step) {
        return onUse(new Unfold<>(seed, step));
    }

    /**
     * What a plain, blocking body emits, on a virtual thread of its own from the first request on.
     *
     * <p><b>emits</b> each item once it is asked for; until then {@link Out#emit} waits; <b>requests</b> nothing;
     * <b>completes</b> when the body returns; what it throws is the failure; <b>cancels</b> by having {@code
     * emit} throw {@link java.util.concurrent.CancellationException}: no interrupt.
     */
    public static <T> Many<T> generate(Generator<T> body) {
        return onUse(new Generate<>(body));
    }

    /**
     * What callbacks give to an {@link Emitter}, from any threads.
     * {@snippet file = "emitter.txt"}
     * Here callbacks give what the first line has.
     *
     * <p><b>emits</b> each item as it comes and is asked for; <b>requests</b> nothing; <b>completes</b> with
     * {@link Emitter#complete}, after the items that wait; <b>cancels</b> by running the {@link Emitter#onEnd}
     * action.
     *
     * @param overflow what happens to items that nobody has asked for yet
     * @param setup called once per subscription; what it throws is the failure
     */
    public static <T> Many<T> emitter(Overflow overflow, Consumer<? super Emitter<T>> setup) {
        return onUse(new Emit<>(overflow, setup));
    }

    /**
     * The numbers 0, 1, 2 … of the ticks of a clock, the first after one period.
     * {@snippet file = "interval.txt"}
     *
     * <p><b>emits</b> each tick that is asked for when it comes; others are skipped, unless {@link #onOverflow} follows,
     * which asks for all and has a policy, and so are those that pass while one is handled, unless that is done elsewhere
     * ({@link #publishOn}); <b>requests</b> nothing; <b>completes</b> never; <b>cancels</b> its timer.
     *
     * <p>The clock's thread does not keep the JVM alive: a {@code main} waits with {@code forEach(..).await()}.
     */
    public static Many<Long> interval(Duration period) {
        return onUse(new Interval(period));
    }

    /**
     * A stream from a resource that is opened for each subscription.
     *
     * <p><b>emits</b> what the stream emits; <b>requests</b> what is asked for; <b>completes</b> with that
     * stream; <b>cancels</b> that stream, and closes the resource.
     *
     * @param close called exactly once, before the end goes on or at the cancellation; what it throws is dropped. The item
     *     of {@code first()} behind a stream that ends by itself may be handled after that: what needs the resource belongs
     *     into {@code use}. Of several streams, as those of {@code zip}, that whose item ends all is closed when that has
     *     been handled, which may be behind the end, as may be one above {@code groupBy} where an item of a group ends all.
     */
    public static <T, R> Many<T> using(
            Callable<R> open, Function<? super R, ? extends Many<T>> use, Consumer<? super R> close) {
        return onUse(new Using<>(open, use, close));
    }

    /**
     * The items of a stream of the JDK, which is made for each subscription and closed however that ends.
     * {@snippet file = "fromStream.txt"}
     *
     * <p><b>emits</b> each item as it is asked for, on the thread that asks.
     */
    public static <T> Many<T> fromStream(Supplier<? extends Stream<T>> supplier) {
        return onUse(new FromStream<>(supplier));
    }

    /**
     * As {@link #unfold}, with steps that take their time: pages, one after the other. The first step is made with the
     * subscription.
     * {@snippet file = "unfoldAsync.txt"}
     *
     * @param step given the state, returns a One of an item and the state after it, null if it was the last; or of null to
     *     complete
     */
    public static <T, S> Many<T> unfoldAsync(
            S seed, Function<? super S, ? extends One<? extends @Nullable Unfolded<T, S>>> step) {
        return onUse(new UnfoldAsync<>(Argument.given(seed, "unfoldAsync: the seed"), step));
    }

    // ---------------------------------------------------------------- transform

    /**
     * What the function makes of each item.
     * {@snippet file = "map.txt"}
     *
     * <p><b>emits</b> one for each item; <b>requests</b> what is asked for; <b>completes</b> with upstream;
     * <b>cancels</b> upstream when it is cancelled, or the function throws or returns null.
     */
    public final <R> Many<R> map(Function<? super T, ? extends R> mapper) {
        return onUse(new Map<>(this, mapper, false));
    }

    /**
     * The items that satisfy the predicate; one that does not costs the source no round trip.
     * {@snippet file = "filter.txt"}
     *
     * <p><b>emits</b> those items; <b>requests</b> what is asked for; <b>completes</b> with upstream;
     * <b>cancels</b> upstream when it is cancelled, or the predicate throws.
     */
    public final Many<T> filter(Predicate<? super T> predicate) {
        return onUse(new Filter<>(this, predicate));
    }

    /**
     * The state after each item; the seed itself is not emitted.
     * {@snippet file = "scan.txt"}
     *
     * <p><b>emits</b> one state for each item; <b>requests</b> what is asked for; <b>completes</b> with upstream;
     * <b>cancels</b> upstream when it is cancelled, or a function throws or returns null.
     */
    public final <S> Many<S> scan(Supplier<? extends S> seed, BiFunction<? super S, ? super T, ? extends S> step) {
        return onUse(new Scan<>(this, seed, step));
    }

    /**
     * The items that are not equal to the one before.
     * {@snippet file = "distinctUntilChanged.txt"}
     *
     * <p><b>emits</b> those items; <b>requests</b> what is asked for; <b>completes</b> with upstream;
     * <b>cancels</b> upstream when it is cancelled, or {@code equals} throws.
     */
    public final Many<T> distinctUntilChanged() {
        return DistinctUntilChanged.of(this);
    }

    /** Gives the whole stream to a function: the place for operators of your own. */
    public final <R> R through(Function<? super Many<T>, ? extends R> function) {
        return Argument.given(function, "through: the function").apply(this);
    }

    /**
     * What the function makes of each item; none for null.
     * {@snippet file = "mapNotNull.txt"}
     */
    public final <R> Many<R> mapNotNull(Function<? super T, ? extends @Nullable R> mapper) {
        return onUse(new Map<>(this, mapper, true));
    }

    /** The items that are of the type. {@snippet file = "ofType.txt"} */
    public final <R> Many<R> ofType(Class<R> type) {
        return Filter.ofType(this, type);
    }

    /**
     * The items that are not equal to any of the last {@code memory} different ones: all duplicates, if there are no more
     * different items than that. Holds that many.
     * {@snippet file = "distinct.txt"}
     */
    public final Many<T> distinct(int memory) {
        return Distinct.of(this, memory);
    }

    // ---------------------------------------------------------------- flatten

    /**
     * What each item's iterable holds, in order.
     * {@snippet file = "flatMapIterable.txt"}
     *
     * <p><b>emits</b> its elements as they are asked for; <b>requests</b> one item at a time; <b>completes</b>
     * when upstream has and the last iterable is done; <b>cancels</b> upstream when it is cancelled, or a
     * function throws or returns null.
     */
    public final <R> Many<R> flatMapIterable(Function<? super T, ? extends Iterable<? extends R>> mapper) {
        return onUse(new FlatMapIterable<>(this, mapper));
    }

    /**
     * What a gatherer of the JDK makes of the items: {@code gather(Gatherers.windowSliding(3))}, or one of your own for
     * what has a state, makes several items of one, or ends early. Gatherers run serially here, combiners are not asked.
     * {@snippet file = "gather.txt"}
     *
     * <p><b>emits</b> what is pushed as it is asked for; <b>requests</b> one item at a time, or all if all is asked of it;
     * <b>completes</b> after the finisher, also when the integrator wants no more; <b>cancels</b> upstream then. A {@code push}
     * returns false once the stream is cancelled; after that there is no finisher.
     */
    public final <R> Many<R> gather(Gatherer<? super T, ?, R> gatherer) {
        return FlatMapIterable.gathering(this, gatherer);
    }

    /**
     * What each item's stream emits, one stream after the other.
     * {@snippet file = "concatMap.txt"}
     *
     * <p><b>emits</b> in order; a failure of upstream waits for the stream that runs; <b>requests</b> one item at
     * a time, and from the stream that runs what is asked for; <b>completes</b> when upstream has and the last
     * stream is done; <b>cancels</b> upstream when it is cancelled or anything fails, and the stream that runs.
     */
    public final <R> Many<R> concatMap(Function<? super T, ? extends Many<? extends R>> mapper) {
        return onUse(new ConcatMap<>(this, mapper, false));
    }

    /** As {@link #flatMap(int, Function)} with {@link #CONCURRENCY} streams at once. */
    public final <R> Many<R> flatMap(Function<? super T, ? extends Many<? extends R>> mapper) {
        return onUse(new FlatMap<>(this, mapper, CONCURRENCY, FlatMap.Kind.MAPPED));
    }

    /**
     * What the items' streams emit, from several at once.
     * {@snippet file = "flatMap.txt"}
     *
     * <p><b>emits</b> as it comes; the first failure ends all; <b>requests</b> {@code concurrency} items, one
     * more for each stream that ends, and up to 32 ahead from each; <b>completes</b> when upstream and all
     * streams have; <b>cancels</b> upstream when it is cancelled or anything fails, and all streams. Of {@code
     * Many.of(item)} the stream is made with the subscription, before anything is asked for; also by {@link #concatMap}.
     */
    public final <R> Many<R> flatMap(int concurrency, Function<? super T, ? extends Many<? extends R>> mapper) {
        return onUse(new FlatMap<>(this, mapper, concurrency, FlatMap.Kind.MAPPED));
    }

    /**
     * As {@link #flatMap(int, Function)}, but a failure waits until all streams have ended.
     * {@snippet file = "flatMapDelayingErrors.txt"}
     *
     * <p><b>emits</b> as it comes; <b>requests</b> as {@code flatMap}; <b>completes</b> as {@code flatMap}, with
     * the first failure if there was one, the next suppressed in it, up to 15; <b>cancels</b> upstream when it is
     * cancelled, and all streams.
     */
    public final <R> Many<R> flatMapDelayingErrors(
            int concurrency, Function<? super T, ? extends Many<? extends R>> mapper) {
        return onUse(new FlatMap<>(this, mapper, concurrency, FlatMap.Kind.DELAYING));
    }

    /**
     * What the newest item's stream emits.
     * {@snippet file = "switchMap.txt"}
     *
     * <p><b>emits</b> from that stream only, and drops what waits of those before it; <b>requests</b> without bound, and
     * up to 32 ahead from that stream;
     * <b>completes</b> when upstream has and the newest stream is done; <b>cancels</b> upstream when it is
     * cancelled or anything fails, and each stream when the next begins.
     */
    public final <R> Many<R> switchMap(Function<? super T, ? extends Many<? extends R>> mapper) {
        return onUse(new SwitchMap<>(this, mapper));
    }

    /**
     * The values of the items' Ones, in the items' order, with several running at once.
     * {@snippet file = "mapAsync.txt"}
     *
     * <p><b>emits</b> a value when those before it have gone; none for null; a failure in its place, and
     * upstream's behind all that run; <b>requests</b> {@code concurrency} items, one more for each value that goes;
     * <b>completes</b> when upstream has and all have gone; <b>cancels</b> upstream when it is cancelled or one fails,
     * and the Ones that run.
     */
    public final <R> Many<R> mapAsync(int concurrency, Function<? super T, ? extends One<? extends R>> mapper) {
        return onUse(new MapAsync<>(this, concurrency, mapper));
    }

    /**
     * What a blocking function makes of each item, in order, each on a virtual thread of its own.
     *
     * <p><b>emits</b> a result when those before it have gone; a failure in its place; <b>requests</b> {@code
     * concurrency} items, one more for each result that goes; <b>completes</b> when upstream has and all have
     * gone; <b>cancels</b> upstream when it is cancelled or a call fails; calls that run are not interrupted,
     * their results are dropped.
     */
    public final <R> Many<R> mapBlocking(int concurrency, BlockingFunction<? super T, ? extends R> function) {
        return MapAsync.blocking(this, concurrency, function);
    }

    /**
     * The values of the items' Ones as they come, with several running at once.
     * {@snippet file = "mapAsyncUnordered.txt"}
     *
     * <p><b>emits</b> none for null; the first failure ends all; <b>requests</b> {@code concurrency} items, one more for
     * each value that goes.
     */
    public final <R> Many<R> mapAsyncUnordered(
            int concurrency, Function<? super T, ? extends One<? extends R>> mapper) {
        return MapAsyncUnordered.of(this, concurrency, mapper);
    }

    /**
     * As {@link #mapAsyncUnordered(int, Function)}, but of items with the same key one after the other, in order: what the
     * consumer of a log that is partitioned by key needs.
     * {@snippet file = "mapAsyncUnorderedByKey.txt"}
     *
     * <p><b>emits</b> a value as it comes; the mapper is called when the One of the item before with that key has ended,
     * on its thread; the first failure ends all, as does a key that is null; <b>requests</b> {@code concurrency} items, one
     * more for each that is done: so many are held, running or waiting for their key. If all are of one key, they run one
     * by one, and hold up those of others behind them: take a higher concurrency where keys are hot.
     */
    public final <R> Many<R> mapAsyncUnordered(
            int concurrency, Function<? super T, ?> key, Function<? super T, ? extends One<? extends R>> mapper) {
        return MapAsyncUnordered.byKey(this, concurrency, key, mapper);
    }

    // ---------------------------------------------------------------- limit

    /**
     * The first {@code n} items; for none of them, this is not even subscribed to.
     * {@snippet file = "take.txt"}
     *
     * <p><b>emits</b> them; <b>requests</b> never more than {@code n}; <b>completes</b> with the last of them, or
     * with upstream; <b>cancels</b> upstream when the last of them has been handled.
     */
    public final Many<T> take(long n) {
        return n == 0 ? empty() : onUse(new Take<>(this, n)); // of nothing, nothing has to be subscribed to
    }

    /**
     * The items before the first that does not satisfy the predicate.
     * {@snippet file = "takeWhile.txt"}
     *
     * <p><b>emits</b> them; <b>requests</b> what is asked for; <b>completes</b> at that item, or with upstream;
     * <b>cancels</b> upstream at that item, or if the predicate throws.
     */
    public final Many<T> takeWhile(Predicate<? super T> predicate) {
        return onUse(new TakeWhile<>(this, predicate, false));
    }

    /**
     * All but the first {@code n} items.
     * {@snippet file = "skip.txt"}
     *
     * <p><b>emits</b> them; <b>requests</b> what is asked for; <b>completes</b> with upstream; <b>cancels</b>
     * upstream when it is cancelled.
     */
    public final Many<T> skip(long n) {
        return onUse(new Skip<>(this, n));
    }

    /**
     * The first item, or null if there is none.
     * {@snippet file = "first.txt"}
     *
     * <p><b>emits</b> one value; <b>requests</b> one item; <b>completes</b> with that item, or with upstream;
     * <b>cancels</b> upstream when what waits for this has handled that item.
     */
    public final One<@Nullable T> first() {
        return onUse(new First<>(this));
    }

    /** The items that come within the time, which begins with the subscription. {@snippet file = "takeDuration.txt"} */
    public final Many<T> take(Duration time) {
        return takeUntil(One.timer(Argument.notNegative(time, "take: the time")).toMany());
    }

    /**
     * The items up to the first that satisfies the predicate, that one too.
     * {@snippet file = "takeUntilItem.txt"}
     *
     * <p><b>completes</b> with that item, or with upstream; <b>cancels</b> upstream when that item has been handled.
     */
    public final Many<T> takeUntil(Predicate<? super T> predicate) {
        return onUse(new TakeWhile<>(this, Argument.given(predicate, "takeUntil: the predicate"), true));
    }

    /**
     * The items until the other stream emits or completes; its failure is this one's, too.
     * {@snippet file = "takeUntil.txt"}
     *
     * <p><b>completes</b> then, or with upstream; <b>cancels</b> both.
     */
    public final Many<T> takeUntil(Many<?> other) {
        return WithLatestFrom.only(WithLatestFrom.Use.UNTIL, this, other);
    }

    /** The items from the first on that does not satisfy the predicate. {@snippet file = "skipWhile.txt"} */
    public final Many<T> skipWhile(Predicate<? super T> predicate) {
        return onUse(new SkipWhile<>(this, predicate));
    }

    /** The last item, or null if there is none. {@snippet file = "last.txt"} */
    public final One<@Nullable T> last() {
        return onUse(new Last<>(this));
    }

    // ---------------------------------------------------------------- combine

    /**
     * What all the streams emit.
     * {@snippet file = "merge.txt"}
     *
     * <p><b>emits</b> as it comes; the first failure ends all; <b>requests</b> up to 32 ahead from each;
     * <b>completes</b> when all have; <b>cancels</b> all when it is cancelled or one fails.
     */
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is copied, not written to
    public static <T> Many<T> merge(Many<? extends T>... sources) {
        return FlatMap.ofAll(sources);
    }

    /**
     * What the streams emit, one stream after the other; recursion in last place may be endless.
     * {@snippet file = "concat.txt"}
     *
     * <p><b>emits</b> in order; <b>requests</b> what is asked for, from the one that runs; <b>completes</b> with
     * the last; <b>cancels</b> the one that runs.
     */
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is copied, not written to
    public static <T> Many<T> concat(Many<? extends T>... sources) {
        return onUse(new Concat<>(sources));
    }

    /**
     * What the function makes of the first items of both, of the second of both, and so on.
     * {@snippet file = "zip.txt"}
     *
     * <p><b>emits</b> one for each pair; <b>requests</b> up to 32 ahead from each; <b>completes</b> when one has
     * and its items are used up; <b>cancels</b> both when it is cancelled, when one has ended, or the function
     * throws or returns null.
     */
    public static <A, B, R> Many<R> zip(Many<A> a, Many<B> b, BiFunction<? super A, ? super B, ? extends R> combiner) {
        return Zip.of(a, b, combiner);
    }

    /** As {@link #merge(Many[])}. */
    public static <T> Many<T> merge(Iterable<? extends Many<? extends T>> sources) {
        return FlatMap.ofAll(Source.all(sources));
    }

    /** As {@link #concat(Many[])}; the iterable is asked when the stream is built. */
    public static <T> Many<T> concat(Iterable<? extends Many<? extends T>> sources) {
        return onUse(new Concat<>(Source.all(sources)));
    }

    /** As {@link #zip(Many, Many, BiFunction)} of three. */
    public static <A, B, C, R> Many<R> zip(
            Many<A> a, Many<B> b, Many<C> c, Combiner.Of3<? super A, ? super B, ? super C, ? extends R> combiner) {
        return Zip.of(Arrays.asList(a, b, c), Combiner.of3(combiner, "zip: the function"));
    }

    /** As {@link #zip(Many, Many, BiFunction)} of any number. */
    public static <T, R> Many<R> zip(
            Iterable<? extends Many<? extends T>> sources, Function<? super List<T>, ? extends R> combiner) {
        return Zip.of(sources, combiner);
    }

    /**
     * What the function makes of the newest items of both, whenever one emits and both have.
     * {@snippet file = "combineLatest.txt"}
     *
     * <p><b>emits</b> each combination in its turn; where only the newest matters, {@code
     * onOverflow(Overflow.latest())} follows; <b>requests</b> up to 32 ahead from each, at once; <b>completes</b> when all
     * have, or one without an item; <b>cancels</b> all when it is cancelled or one fails.
     */
    public static <A, B, R> Many<R> combineLatest(
            Many<A> a, Many<B> b, BiFunction<? super A, ? super B, ? extends R> combiner) {
        return CombineLatest.of(Arrays.asList(a, b), Combiner.of2(combiner, "combineLatest: the function"));
    }

    /** As {@link #combineLatest(Many, Many, BiFunction)} of three. */
    public static <A, B, C, R> Many<R> combineLatest(
            Many<A> a, Many<B> b, Many<C> c, Combiner.Of3<? super A, ? super B, ? super C, ? extends R> combiner) {
        return CombineLatest.of(Arrays.asList(a, b, c), Combiner.of3(combiner, "combineLatest: the function"));
    }

    /** As {@link #combineLatest(Many, Many, BiFunction)} of any number. */
    public static <T, R> Many<R> combineLatest(
            Iterable<? extends Many<? extends T>> sources, Function<? super List<T>, ? extends R> combiner) {
        return CombineLatest.of(sources, combiner);
    }

    /** As {@link #merge(Many[])} of this and the other. */
    public final Many<T> mergeWith(Many<? extends T> other) {
        return merge(this, other);
    }

    /** As {@link #concat(Many[])} of this and the other. */
    public final Many<T> concatWith(Many<? extends T> other) {
        return concat(this, other);
    }

    /** As {@link #zip(Many, Many, BiFunction)} of this and the other. */
    public final <U, R> Many<R> zipWith(Many<U> other, BiFunction<? super T, ? super U, ? extends R> combiner) {
        return Zip.of(this, other, combiner);
    }

    /** The items given, and then those of this stream. {@snippet file = "startWith.txt"} */
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    public final Many<T> startWith(T... items) {
        return concat(of(Argument.given(items, "startWith: the items")), this);
    }

    /**
     * What the function makes of each item and the newest of the other stream.
     * {@snippet file = "withLatestFrom.txt"}
     *
     * <p><b>emits</b> none for items before the other's first; <b>requests</b> what is asked for, and without bound from
     * the other; <b>completes</b> with upstream, or if the other has without an item; <b>cancels</b> both when it is
     * cancelled or one fails. Holds the other's newest item.
     */
    public final <U, R> Many<R> withLatestFrom(Many<U> other, BiFunction<? super T, ? super U, ? extends R> combiner) {
        return onUse(new WithLatestFrom<>(this, other, WithLatestFrom.Use.LATEST, combiner));
    }

    /**
     * Another stream, made when it is needed, if this one has completed without an item.
     * {@snippet file = "switchIfEmpty.txt"}
     */
    public final Many<T> switchIfEmpty(Supplier<? extends Many<? extends T>> supplier) {
        return onUse(new SwitchIfEmpty<>(this, supplier));
    }

    /** The item given if this stream has completed without one. {@snippet file = "defaultIfEmpty.txt"} */
    public final Many<T> defaultIfEmpty(T item) {
        return onUse(new SwitchIfEmpty<>(this, Argument.always(of(Argument.given(item, "defaultIfEmpty: the item")))));
    }

    // ---------------------------------------------------------------- group

    /**
     * Lists of {@code size} items, the last one shorter.
     * {@snippet file = "buffer.txt"}
     *
     * <p><b>emits</b> a list when it is full, and the rest at the end; <b>requests</b> {@code size} items for
     * each list; <b>completes</b> with upstream; a failure drops the rest; <b>cancels</b> upstream when it is
     * cancelled.
     */
    public final Many<List<T>> buffer(int size) {
        return onUse(new Buffer<>(this, size, size));
    }

    /**
     * As {@link #buffer(int)}, with a list beginning at every {@code skip}th item: lists with common items if {@code skip}
     * is smaller than the size, else such that leave items out. The rest at the end has an item that was in no list before,
     * or there is none. An item of two lists is told to {@code onUndelivered} for each that is not delivered.
     * {@snippet file = "bufferSkip.txt"}
     */
    public final Many<List<T>> buffer(int size, int skip) {
        return onUse(new Buffer<>(this, size, skip));
    }

    /**
     * Lists of {@code size} items, or of fewer when {@code longest} has passed since the list's first item. While the
     * subscriber handles a list the time of the next one does not begin.
     * {@snippet file = "bufferDuration.txt"}
     *
     * <p><b>emits</b> a list when it is due and asked for; a failure drops the rest; <b>requests</b> {@code size}
     * items, then as many as were emitted; <b>completes</b> when upstream has and the rest is emitted;
     * <b>cancels</b> upstream when it is cancelled.
     */
    public final Many<List<T>> buffer(int size, Duration longest) {
        return onUse(new BufferTimed<>(this, size, longest));
    }

    /**
     * The items in groups of those that have the same key: each group once, when its first item comes.
     * {@snippet file = "groupBy.txt"}
     *
     * <p><b>emits</b> groups, whose items are for one subscriber each, who has to come and to ask: the next item waits for
     * the one whose group it belongs to. If nobody consumes that group for 30 s while others wait for an item, the stream
     * fails and says so: {@code flatMap} takes all groups, {@code concatMap} only the first. <b>requests</b> {@link
     * #BUFFER_SIZE} items when it is asked first, then three quarters of it at a time; <b>completes</b> with upstream, as do the groups, after the
     * items that wait; so does a failure; more than {@code maxGroups} at once are one; <b>cancels</b> upstream when it is
     * cancelled and all groups are. A group that is cancelled begins anew with its next item.
     */
    public final <K> Many<Group<K, T>> groupBy(int maxGroups, Function<? super T, ? extends K> key) {
        return onUse(new GroupBy<>(this, maxGroups, key));
    }

    /** As {@link #groupBy(int, Function)}, with what the function makes of each group, of all of them at once. */
    public final <K, R> Many<R> groupBy(
            int maxGroups,
            Function<? super T, ? extends K> key,
            Function<? super Group<K, T>, ? extends Many<? extends R>> mapper) {
        // that there is one too many is to be seen
        return this.<K>groupBy(maxGroups, key)
                .flatMap(Math.max(maxGroups, maxGroups + 1), Argument.given(mapper, "groupBy: the function"));
    }

    /**
     * Streams of {@code size} items each, the last one shorter; otherwise as {@link #groupBy}, with one group at a time.
     * {@snippet file = "window.txt"}
     */
    public final Many<Many<T>> window(int size) {
        return GroupBy.window(this, size, Duration.ZERO);
    }

    /**
     * Streams of {@code size} items, or of those that are passed on within {@code longest} from their first item on.
     * {@snippet file = "windowDuration.txt"}
     */
    public final Many<Many<T>> window(int size, Duration longest) {
        return GroupBy.window(this, size, Argument.positive(longest, "window: the time"));
    }

    // ---------------------------------------------------------------- time

    /**
     * Each item that much later, at most {@link #BUFFER_SIZE} of them waiting.
     * {@snippet file = "delay.txt"}
     *
     * <p><b>emits</b> each item and the completion later, a failure at once; <b>requests</b> {@link #BUFFER_SIZE}
     * items, then one for each that goes; <b>completes</b> that much after upstream; <b>cancels</b> upstream when
     * it is cancelled.
     */
    public final Many<T> delay(Duration delay) {
        return onUse(new Delay<>(this, delay));
    }

    /**
     * As {@link #timeout(TimeoutOptions)} with the limit for the first item and for each gap.
     * {@snippet file = "timeout.txt"}
     */
    public final Many<T> timeout(Duration limit) {
        return onUse(new Timeout<>(this, TimeoutOptions.each(limit)));
    }

    /**
     * Fails with {@link java.util.concurrent.TimeoutException} when a limit has passed. The limit for all items
     * counts from the subscription, that for the first from when it is asked for, that for a gap from the item before, or from
     * when the next is asked for; while nobody asks for an item, neither the first nor a gap is waited for. What is made of
     * the stream, as by {@link #toList}, hears of it when the call that subscribes has returned: if a function may block that,
     * put the limit behind, {@code toList().timeout(..)}.
     *
     * <p><b>emits</b> each item; <b>requests</b> what is asked for; <b>completes</b> with upstream;
     * <b>cancels</b> upstream when it is cancelled or it fails.
     */
    public final Many<T> timeout(TimeoutOptions options) {
        return onUse(new Timeout<>(this, options));
    }

    /**
     * Each item after which none has come for so long.
     * {@snippet file = "debounce.txt"}
     *
     * <p><b>emits</b> the last one at the completion at the latest; one that nobody asks for gives way to the next;
     * <b>requests</b> without bound; a failure overtakes the item that waits. Holds one item. For its relatives see {@link
     * Operators#throttleLatest}, {@link Operators#throttleFirst}, {@link Operators#sample}.
     */
    public final Many<T> debounce(Duration quiet) {
        return Newest.debounce(this, quiet);
    }

    // ---------------------------------------------------------------- recover

    /**
     * As {@link #onErrorResume} with a stream of the one item that the function returns.
     * {@snippet file = "onErrorReturn.txt"}
     */
    public final Many<T> onErrorReturn(Function<? super Throwable, ? extends T> function) {
        return onUse(new OnErrorReturn<>(this, failure -> true, function));
    }

    /**
     * Another stream in place of a failure.
     * {@snippet file = "onErrorResume.txt"}
     *
     * <p><b>emits</b> each item, then what the other stream emits; <b>requests</b> what is asked for; the other
     * stream gets what is left of it; <b>completes</b> with upstream or the other stream; <b>cancels</b> the one
     * that runs.
     *
     * <p>If the function throws, its failure goes on, with the first as suppressed.
     */
    public final Many<T> onErrorResume(Function<? super Throwable, ? extends Many<? extends T>> function) {
        return onUse(new OnErrorResume<>(this, failure -> true, function));
    }

    /**
     * The same stream again after a failure, as the options say; the last failure goes on.
     * {@snippet file = "retry.txt"}
     * {@snippet file = "retryBackoff.txt"}
     *
     * <p><b>emits</b> each item of each try; <b>requests</b> what is asked for; each try gets what is left of it;
     * <b>completes</b> with the first try that does; <b>cancels</b> the try that runs, or the wait for the next.
     *
     * <p>A new try begins at the beginning: items that were emitted come again. To try single items again, {@code
     * mapAsync(16, item -> One.blocking(() -> call(item)).retry(retry))}.
     */
    public final Many<T> retry(Retry retry) {
        return onUse(new RetryWith<>(this, retry));
    }

    /** As {@link #onErrorReturn(Function)} for failures of the class; others go on. */
    public final <E extends Throwable> Many<T> onErrorReturn(Class<E> type, Function<? super E, ? extends T> function) {
        return onUse(new OnErrorReturn<>(this, Argument.ofType(type), Argument.narrowed(function)));
    }

    /** As {@link #onErrorResume(Function)} for failures of the class; others go on. */
    public final <E extends Throwable> Many<T> onErrorResume(
            Class<E> type, Function<? super E, ? extends Many<? extends T>> function) {
        return onUse(new OnErrorResume<>(this, Argument.ofType(type), Argument.narrowed(function)));
    }

    /** As {@link #onErrorResume(Function)} for failures that satisfy the filter; others go on. */
    public final Many<T> onErrorResume(
            Predicate<? super Throwable> filter, Function<? super Throwable, ? extends Many<? extends T>> function) {
        return onUse(new OnErrorResume<>(this, filter, function));
    }

    /** As {@link #onErrorReturn(Function)} for failures that satisfy the filter; others go on. */
    public final Many<T> onErrorReturn(
            Predicate<? super Throwable> filter, Function<? super Throwable, ? extends T> function) {
        return onUse(new OnErrorReturn<>(this, filter, function));
    }

    /** Another failure in place of one. {@snippet file = "onErrorMap.txt"} */
    public final Many<T> onErrorMap(Function<? super Throwable, ? extends Throwable> function) {
        return onUse(new OnErrorMap<>(this, failure -> true, function));
    }

    /** As {@link #onErrorMap(Function)} for failures of the class; others go on. */
    public final <E extends Throwable> Many<T> onErrorMap(
            Class<E> type, Function<? super E, ? extends Throwable> function) {
        return onUse(new OnErrorMap<>(this, Argument.ofType(type), Argument.narrowed(function)));
    }

    /** As {@link #onErrorMap(Function)} for failures that satisfy the filter; others go on. */
    public final Many<T> onErrorMap(
            Predicate<? super Throwable> filter, Function<? super Throwable, ? extends Throwable> function) {
        return onUse(new OnErrorMap<>(this, filter, function));
    }

    /** Completes in place of any failure. {@snippet file = "onErrorComplete.txt"} */
    public final Many<T> onErrorComplete() {
        return onErrorComplete(failure -> true);
    }

    /** As {@link #onErrorComplete()} for failures of the class; others go on. */
    public final Many<T> onErrorComplete(Class<? extends Throwable> type) {
        return onErrorComplete(Argument.ofType(type));
    }

    /** As {@link #onErrorComplete()} for failures that satisfy the filter; others go on. */
    public final Many<T> onErrorComplete(Predicate<? super Throwable> filter) {
        return onUse(new OnErrorMap<>(this, filter, OnErrorMap.COMPLETE));
    }

    /**
     * The same stream again when it has completed, as the options say: {@code repeat(Repeat.times(2))} has its items three
     * times.
     * {@snippet file = "repeat.txt"}
     */
    public final Many<T> repeat(Repeat repeat) {
        return onUse(new RepeatWith<>(this, repeat));
    }

    // ---------------------------------------------------------------- demand

    /**
     * A bound, and a policy, for items that nobody has asked for yet.
     * {@snippet file = "onOverflow.txt"}
     *
     * <p><b>emits</b> each item as it is asked for, if the policy has kept it; <b>requests</b> without bound;
     * <b>completes</b> when upstream has and the items that wait are gone; <b>cancels</b> upstream when it is
     * cancelled or the policy is to fail.
     */
    public final Many<T> onOverflow(Overflow overflow) {
        return onUse(new OnOverflow<>(this, overflow));
    }

    // ---------------------------------------------------------------- thread

    /** As {@link #publishOn(Executor, int)} with {@link #BUFFER_SIZE}. */
    public final Many<T> publishOn(Executor executor) {
        return onUse(new PublishOn<>(this, executor, BUFFER_SIZE));
    }

    /**
     * The items on another thread. Of two in a row only the last hops.
     *
     * <p><b>emits</b> on the executor, in order; <b>requests</b> {@code bufferSize} items, then three quarters of
     * it at a time; <b>completes</b> on the executor, after the items that wait; so does a failure; <b>cancels</b>
     * upstream when it is cancelled or the executor rejects a task, which is the failure.
     */
    public final Many<T> publishOn(Executor executor, int bufferSize) {
        return onUse(new PublishOn<>(this, executor, bufferSize));
    }

    /**
     * Subscribes on another thread.
     *
     * <p><b>emits</b> where the source emits; <b>requests</b> what is asked for; <b>completes</b> with upstream;
     * <b>cancels</b> upstream when it is cancelled.
     *
     * <p>A task that the executor rejects is the failure.
     */
    public final Many<T> subscribeOn(Executor executor) {
        return onUse(new SubscribeOn<>(this, executor));
    }

    // ---------------------------------------------------------------- share

    /**
     * One subscription for all subscribers, made with the first; after its end the next subscriber starts anew.
     * {@snippet file = "share.txt"}
     * Here a second subscriber comes four ticks later, and hears capitals.
     *
     * <p><b>emits</b> each item to all who are there, at the pace of the slowest; <b>requests</b> {@link
     * #BUFFER_SIZE} items when it is asked first, then three quarters of it at a time; <b>completes</b> with upstream, after the items
     * that wait; so does a failure; <b>cancels</b> upstream when the last subscriber has gone.
     */
    public final Many<T> share() {
        return onUse(new Share<>(this, Sharing.replaying(0)));
    }

    /**
     * As {@link #share()}, with the last items for those who come late, a grace for the next subscriber, or a number of
     * subscribers to wait for: {@code share(Sharing.replaying(10).withGrace(time).startingWith(2))}. Who comes late sets the
     * pace until it has heard them. Holds what is replayed, too.
     * {@snippet file = "shareReplaying.txt"}
     */
    public final Many<T> share(Sharing options) {
        return onUse(new Share<>(this, options));
    }

    // ---------------------------------------------------------------- watch

    /**
     * Calls the action with each item before it goes on.
     *
     * <p><b>emits</b> each item; <b>requests</b> what is asked for; <b>completes</b> with upstream;
     * <b>cancels</b> upstream when it is cancelled, or the action throws.
     */
    public final Many<T> doOnNext(Consumer<? super T> action) {
        return onUse(new DoOnNext<>(this, action));
    }

    /**
     * Calls the action with a failure before it goes on; what the action throws is added as suppressed.
     *
     * <p><b>emits</b> each item; <b>requests</b> what is asked for; <b>completes</b> with upstream;
     * <b>cancels</b> upstream when it is cancelled.
     */
    public final Many<T> doOnError(Consumer<? super Throwable> action) {
        return onUse(new DoOnError<>(this, action, true));
    }

    /** Calls the action before the completion goes on; what it throws is a failure. */
    public final Many<T> doOnComplete(Runnable action) {
        return onUse(new DoOnError<>(this, Argument.given(action, "doOnComplete: the action"), false));
    }

    /**
     * Calls the action exactly once, before the end goes on or when the subscription is cancelled.
     *
     * <p><b>emits</b> each item; <b>requests</b> what is asked for; <b>completes</b> with upstream, after the
     * action; <b>cancels</b> upstream when it is cancelled, and then calls the action.
     *
     * <p>What the action throws is dropped with a warning.
     */
    public final Many<T> doFinally(Consumer<? super Ending> action) {
        return onUse(new DoFinally<>(this, action));
    }

    /**
     * Each item when the One that is made of it has ended, one after the other; its failure is the stream's.
     * {@snippet file = "delayUntil.txt"}
     */
    public final Many<T> delayUntil(Function<? super T, ? extends One<?>> function) {
        return MapAsync.delaying(this, function);
    }

    /**
     * Logs each signal at INFO through {@link System.Logger} {@code dev.weir.NAME}, as {@code [PIPELINE/NAME] next 5 (on
     * THREAD)}.
     *
     * <p><b>emits</b> each item; <b>requests</b> what is asked for; <b>completes</b> with upstream;
     * <b>cancels</b> upstream when it is cancelled.
     */
    public final Many<T> log(String name) {
        return new Log(name).of(this);
    }

    /**
     * Names the pipeline above this point, for logs, threads and errors: timeouts, dropped failures, what {@code await}
     * throws.
     *
     * <p><b>emits</b> each item; <b>requests</b> what is asked for; <b>completes</b> with upstream;
     * <b>cancels</b> upstream when it is cancelled.
     */
    public final Many<T> named(String name) {
        return onUse(new WithContext<>(this, Argument.given(name, "named: the name")));
    }

    /**
     * Changes the context that the stages above this point see.
     *
     * <p><b>emits</b> each item; <b>requests</b> what is asked for; <b>completes</b> with upstream;
     * <b>cancels</b> upstream when it is cancelled.
     */
    public final Many<T> withContext(UnaryOperator<Context> change) {
        return onUse(new WithContext<>(this, Site.note(Argument.function(change, WithContext.class))));
    }

    /**
     * Tells an action of each item of the type that is made above this point and that nobody receives: what waits in
     * queues, buffers and pairs when the stream fails or is cancelled, what an overflow policy drops, what {@link #skip}
     * leaves out. What was given to one of your functions is not told, save by a key of {@link #groupBy} that fails. Put
     * it last: it covers all above it. For a list, the action is told of its elements. Of several such actions the nearest
     * below the item's place is told. It runs on whatever thread finds the item; what it throws goes to {@link
     * DroppedErrors}.
     *
     * <p><b>emits</b> each item; <b>requests</b> what is asked for; <b>completes</b> with upstream; <b>cancels</b>
     * upstream.
     */
    public final <R> Many<T> onUndelivered(Class<R> type, Consumer<? super R> action) {
        return onUse(new WithContext<>(this, Undelivered.with(type, action)));
    }

    // ---------------------------------------------------------------- end

    /**
     * All items, collected.
     * {@snippet file = "collect.txt"}
     *
     * <p><b>emits</b> one value; <b>requests</b> without bound; <b>completes</b> with upstream; <b>cancels</b>
     * upstream when it is cancelled or the collector throws.
     */
    public final <A, R> One<R> collect(Collector<? super T, A, R> collector) {
        return onUse(new Collect<>(this, collector));
    }

    /**
     * All items in a list.
     * {@snippet file = "toList.txt"}
     *
     * <p><b>emits</b> one value; <b>requests</b> without bound; <b>completes</b> with upstream; <b>cancels</b>
     * upstream when it is cancelled.
     */
    public final One<List<T>> toList() {
        return Collect.list(this);
    }

    /**
     * All items folded into one value, from the seed.
     * {@snippet file = "reduce.txt"}
     *
     * <p><b>emits</b> one value; <b>requests</b> without bound; <b>completes</b> with upstream; <b>cancels</b>
     * upstream when it is cancelled, or a function throws or returns null.
     */
    public final <R> One<R> reduce(Supplier<? extends R> seed, BiFunction<? super R, ? super T, ? extends R> step) {
        return onUse(new Reduce<>(this, seed, step));
    }

    /**
     * How many items there are.
     * {@snippet file = "count.txt"}
     *
     * <p><b>emits</b> one value; <b>requests</b> without bound; <b>completes</b> with upstream; <b>cancels</b>
     * upstream when it is cancelled.
     */
    public final One<Long> count() {
        return onUse(new Count<>(this));
    }

    /**
     * Whether an item satisfies the predicate; upstream is cancelled at the first that does.
     * {@snippet file = "anyMatch.txt"}
     */
    public final One<Boolean> anyMatch(Predicate<? super T> predicate) {
        return onUse(new Match<>(this, Argument.given(predicate, "anyMatch: the predicate"), true));
    }

    /**
     * Whether all items satisfy the predicate; upstream is cancelled at the first that does not.
     * {@snippet file = "allMatch.txt"}
     */
    public final One<Boolean> allMatch(Predicate<? super T> predicate) {
        return onUse(new Match<>(this, Argument.given(predicate, "allMatch: the predicate"), false));
    }

    /**
     * Calls the action with each item.
     * {@snippet file = "forEach.txt"}
     *
     * <p><b>emits</b> null when all are done; <b>requests</b> without bound; <b>completes</b> with upstream;
     * <b>cancels</b> upstream when it is cancelled or the action throws.
     */
    public final One<@Nullable Void> forEach(Consumer<? super T> action) {
        return onUse(new ForEach<>(this, action));
    }

    /** Runs the stream for its effects; a failure is dropped with a warning. */
    @CanIgnoreReturnValue
    public final Cancellable subscribe() {
        return subscribe(item -> {});
    }

    /** Calls the action with each item, without bound; a failure is dropped with a warning. */
    @CanIgnoreReturnValue
    public final Cancellable subscribe(Consumer<? super T> onNext) {
        return forEach(Argument.given(onNext, "subscribe: onNext")).subscribe();
    }

    /** Calls an action for each signal, without bound; what {@code onError} throws is dropped with a warning. */
    @CanIgnoreReturnValue
    public final Cancellable subscribe(
            Consumer<? super T> onNext, Consumer<? super Throwable> onError, Runnable onComplete) {
        return ForEach.subscribe(this, onNext, onError, onComplete);
    }

    /** Subscribes a Reactive Streams subscriber, which is not trusted to keep the rules. */
    @Override
    public final void subscribe(Flow.Subscriber<? super T> subscriber) {
        ForeignSubscriber.connect(this, subscriber);
    }

    /**
     * The items for a loop that may block: {@code try (var items = many.iterate()) { for (T item :
     * items) … }}. Holds at most {@link #BUFFER_SIZE} items. Fails at once on an {@link
     * EventLoopThread}.
     */
    public final Items<T> iterate() {
        return iterate(BUFFER_SIZE);
    }

    /** As {@link #iterate()}, holding at most so many items: few, if they are large or take long to make. */
    public final Items<T> iterate(int bufferSize) {
        return Iterate.start(this, bufferSize);
    }

    /**
     * The items as a stream of the JDK, which subscribes at once, blocks the thread that reads it, and has to be closed:
     * as {@link #iterate}.
     */
    public final Stream<T> stream() {
        return Iterate.stream(iterate());
    }

    /**
     * An item of {@link #unfold} and the state that follows it.
     *
     * @param <T> the item's type
     * @param <S> the state's type
     * @param next null after the last item
     */
    public record Unfolded<T, S>(T item, @Nullable S next) {}

    /**
     * Items that have the same key: see {@link #groupBy}.
     *
     * @param <K> the key's type
     * @param <T> the items' type
     * @param items for one subscriber
     */
    public record Group<K, T>(K key, Many<T> items) {}

    /** A function that may block, and throw what blocking calls throw. */
    @FunctionalInterface
    public interface BlockingFunction<T, R> {
        R apply(T item) throws Exception;
    }
}
