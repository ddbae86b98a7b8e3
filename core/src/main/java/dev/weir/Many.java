package dev.weir;

import dev.weir.op.combine.Concat;
import dev.weir.op.combine.Zip;
import dev.weir.op.demand.OnOverflow;
import dev.weir.op.end.Collect;
import dev.weir.op.end.Count;
import dev.weir.op.end.First;
import dev.weir.op.end.ForEach;
import dev.weir.op.end.Iterate;
import dev.weir.op.end.Reduce;
import dev.weir.op.end.Subscribe;
import dev.weir.op.flatten.ConcatMap;
import dev.weir.op.flatten.FlatMap;
import dev.weir.op.flatten.FlatMapIterable;
import dev.weir.op.flatten.MapAsync;
import dev.weir.op.flatten.SwitchMap;
import dev.weir.op.group.Buffer;
import dev.weir.op.group.BufferTimed;
import dev.weir.op.kernel.ForeignPublisher;
import dev.weir.op.limit.Skip;
import dev.weir.op.limit.Take;
import dev.weir.op.limit.TakeWhile;
import dev.weir.op.recover.OnErrorResume;
import dev.weir.op.recover.RetryWith;
import dev.weir.op.share.Share;
import dev.weir.op.source.Defer;
import dev.weir.op.source.Emit;
import dev.weir.op.source.Empty;
import dev.weir.op.source.Fail;
import dev.weir.op.source.From;
import dev.weir.op.source.Generate;
import dev.weir.op.source.Interval;
import dev.weir.op.source.Never;
import dev.weir.op.source.Of;
import dev.weir.op.source.Range;
import dev.weir.op.source.Unfold;
import dev.weir.op.source.Using;
import dev.weir.op.thread.PublishOn;
import dev.weir.op.thread.SubscribeOn;
import dev.weir.op.time.Delay;
import dev.weir.op.time.Timeout;
import dev.weir.op.transform.DistinctUntilChanged;
import dev.weir.op.transform.Filter;
import dev.weir.op.transform.Map;
import dev.weir.op.transform.Scan;
import dev.weir.op.watch.DoFinally;
import dev.weir.op.watch.DoOnError;
import dev.weir.op.watch.DoOnNext;
import dev.weir.op.watch.Log;
import dev.weir.op.watch.WithContext;
import java.time.Duration;
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
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A stream of 0 to N items, then completion or failure. Cold, immutable, driven by demand; items
 * are never null. The laws that every operator keeps are in the {@linkplain dev.weir package
 * description}; the methods come in the families source, transform, flatten, limit, combine, group,
 * time, recover, demand, thread, share, watch, end.
 */
@CheckReturnValue
public abstract class Many<T> implements Flow.Publisher<T> {
    /** How many items an asynchronous boundary holds unless told otherwise. */
    public static final int BUFFER_SIZE = 256;

    /** How many inner streams run at once unless told otherwise. */
    public static final int CONCURRENCY = 256;

    /** For the operators of this module. */
    protected Many() {}

    // ---------------------------------------------------------------- source

    /** Emits the items in order. */
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is copied, not written to
    public static <T> Many<T> of(T... items) {
        return new Of<>(items);
    }

    /**
     * Emits what a new iterator of the iterable returns, on the thread that asks; a null item is a
     * failure.
     */
    public static <T> Many<T> from(Iterable<? extends T> items) {
        return new From<>(items);
    }

    /** Emits what the publisher emits, and fails if it breaks the rules of Reactive Streams. */
    public static <T> Many<T> from(Flow.Publisher<? extends T> publisher) {
        return new ForeignPublisher<>(publisher);
    }

    /** Emits {@code count} integers from {@code start}. */
    public static Many<Integer> range(int start, int count) {
        return new Range(start, count);
    }

    /** Completes without an item. */
    public static <T> Many<T> empty() {
        return Empty.instance();
    }

    /** Emits nothing and does not end. */
    public static <T> Many<T> never() {
        return Never.instance();
    }

    /** Fails; the failure is made anew for each subscription. */
    public static <T> Many<T> fail(Supplier<? extends Throwable> failure) {
        return new Fail<>(failure);
    }

    /** Asks the supplier for a stream at each subscription. */
    public static <T> Many<T> defer(Supplier<? extends Many<T>> supplier) {
        return new Defer<>(supplier);
    }

    /**
     * Computes items one by one, on the thread that asks: each step makes an item and the next
     * state.
     *
     * @param step returns null to complete
     */
    public static <T, S> Many<T> unfold(S seed, Function<? super S, ? extends @Nullable Unfolded<T, S>> step) {
        return new Unfold<>(seed, step);
    }

    /**
     * Emits what a plain, blocking body emits. The body runs on a virtual thread of its own from
     * the first request; {@code emit} waits until the item is demanded. Returning completes,
     * throwing fails; after a cancellation {@code emit} throws {@link
     * java.util.concurrent.CancellationException}.
     */
    public static <T> Many<T> generate(Generator<T> body) {
        return new Generate<>(body);
    }

    /**
     * Emits what callbacks give to an {@link Emitter}, from any threads.
     *
     * @param overflow what happens to items that nobody has asked for yet
     * @param setup called once per subscription; throwing fails the stream
     */
    public static <T> Many<T> emitter(Overflow overflow, Consumer<? super Emitter<T>> setup) {
        return new Emit<>(overflow, setup);
    }

    /**
     * Emits 0, 1, 2 … one per period, the first after one period; a tick that is not demanded is
     * skipped.
     */
    public static Many<Long> interval(Duration period) {
        return new Interval(period);
    }

    /**
     * Opens a resource for each subscription and streams from it.
     *
     * @param close called exactly once, before the end goes on or at the cancellation; what it throws is dropped
     */
    public static <T, R> Many<T> using(
            Callable<R> open, Function<? super R, ? extends Many<T>> use, Consumer<? super R> close) {
        return new Using<>(open, use, close);
    }

    // ---------------------------------------------------------------- transform

    /** Emits what the function returns for each item. */
    public final <R> Many<R> map(Function<? super T, ? extends R> mapper) {
        return new Map<>(this, mapper);
    }

    /**
     * Emits the items that satisfy the predicate; a dropped item costs no round trip to the source.
     */
    public final Many<T> filter(Predicate<? super T> predicate) {
        return new Filter<>(this, predicate);
    }

    /** Emits, for each item, the state after it; the seed itself is not emitted. */
    public final <S> Many<S> scan(Supplier<? extends S> seed, BiFunction<? super S, ? super T, ? extends S> step) {
        return new Scan<>(this, seed, step);
    }

    /** Emits the items that are not equal to the one before. */
    public final Many<T> distinctUntilChanged() {
        return new DistinctUntilChanged<>(this);
    }

    /** Gives the whole stream to a function: the place for operators of your own. */
    public final <R> R through(Function<? super Many<T>, ? extends R> function) {
        return function.apply(this);
    }

    // ---------------------------------------------------------------- flatten

    /** Emits what each item's iterable holds, in order; requests one item at a time. */
    public final <R> Many<R> flatMapIterable(Function<? super T, ? extends Iterable<? extends R>> mapper) {
        return new FlatMapIterable<>(this, mapper);
    }

    /**
     * Emits what each item's stream emits, one stream after the other; requests one item at a time.
     */
    public final <R> Many<R> concatMap(Function<? super T, ? extends Many<? extends R>> mapper) {
        return new ConcatMap<>(this, mapper);
    }

    /** As {@link #flatMap(Function, int)} with {@link #CONCURRENCY} streams at once. */
    public final <R> Many<R> flatMap(Function<? super T, ? extends Many<? extends R>> mapper) {
        return new FlatMap<>(this, mapper, CONCURRENCY, false);
    }

    /**
     * Emits what the items' streams emit, as it comes, from up to {@code concurrency} streams at
     * once.
     */
    public final <R> Many<R> flatMap(Function<? super T, ? extends Many<? extends R>> mapper, int concurrency) {
        return new FlatMap<>(this, mapper, concurrency, false);
    }

    /** As {@link #flatMap(Function, int)}, but a failure waits until all streams have ended. */
    public final <R> Many<R> flatMapDelayingErrors(
            Function<? super T, ? extends Many<? extends R>> mapper, int concurrency) {
        return new FlatMap<>(this, mapper, concurrency, true);
    }

    /**
     * Emits what the newest item's stream emits; the stream before is cancelled. Requests without
     * bound.
     */
    public final <R> Many<R> switchMap(Function<? super T, ? extends Many<? extends R>> mapper) {
        return new SwitchMap<>(this, mapper);
    }

    /**
     * Emits the values of the items' Ones in the items' order, running up to {@code concurrency} at
     * once.
     */
    public final <R> Many<R> mapAsync(int concurrency, Function<? super T, ? extends One<? extends R>> mapper) {
        return new MapAsync<>(this, concurrency, mapper);
    }

    /**
     * Emits what a blocking function returns, in order, with up to {@code concurrency} virtual
     * threads at once.
     */
    public final <R> Many<R> mapBlocking(int concurrency, BlockingFunction<? super T, ? extends R> function) {
        return MapAsync.blocking(this, concurrency, function);
    }

    // ---------------------------------------------------------------- limit

    /**
     * Emits the first {@code n} items; requests no more than that, and cancels before it emits the
     * last.
     */
    public final Many<T> take(long n) {
        return new Take<>(this, n);
    }

    /** Emits items until one does not satisfy the predicate, then cancels and completes. */
    public final Many<T> takeWhile(Predicate<? super T> predicate) {
        return new TakeWhile<>(this, predicate);
    }

    /** Drops the first {@code n} items. */
    public final Many<T> skip(long n) {
        return new Skip<>(this, n);
    }

    /** The first item, or null if there is none; the rest is cancelled. */
    public final One<@Nullable T> first() {
        return new First<>(this);
    }

    // ---------------------------------------------------------------- combine

    /** Emits what all the streams emit, as it comes. */
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is copied, not written to
    public static <T> Many<T> merge(Many<? extends T>... sources) {
        return FlatMap.ofAll(sources);
    }

    /**
     * Emits what the streams emit, one stream after the other; recursion in last place may be
     * endless.
     */
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is copied, not written to
    public static <T> Many<T> concat(Many<? extends T>... sources) {
        return new Concat<>(sources);
    }

    /**
     * Emits what the function makes of the first items of both, then of the second …; ends with the
     * shorter.
     */
    public static <A, B, R> Many<R> zip(Many<A> a, Many<B> b, BiFunction<? super A, ? super B, ? extends R> combiner) {
        return new Zip<>(a, b, combiner);
    }

    // ---------------------------------------------------------------- group

    /** Emits lists of {@code size} items, the last one shorter. */
    public final Many<List<T>> buffer(int size) {
        return new Buffer<>(this, size);
    }

    /**
     * Emits lists of {@code size} items, or of fewer when {@code longest} has passed since the
     * list's first item. A list is emitted only on demand; while there is none, at most {@code
     * size} items wait.
     */
    public final Many<List<T>> buffer(int size, Duration longest) {
        return new BufferTimed<>(this, size, longest);
    }

    // ---------------------------------------------------------------- time

    /**
     * Emits each item, and the completion, that much later; at most {@link #BUFFER_SIZE} items
     * wait.
     */
    public final Many<T> delay(Duration delay) {
        return new Delay<>(this, delay, BUFFER_SIZE);
    }

    /**
     * Fails with {@link java.util.concurrent.TimeoutException} if the first item or a next one
     * takes longer.
     */
    public final Many<T> timeout(Duration limit) {
        return new Timeout<>(this, TimeoutOptions.each(limit));
    }

    /** Fails with {@link java.util.concurrent.TimeoutException} when a limit has passed. */
    public final Many<T> timeout(TimeoutOptions options) {
        return new Timeout<>(this, options);
    }

    // ---------------------------------------------------------------- recover

    /** Replaces a failure by an item. */
    public final Many<T> onErrorReturn(Function<? super Throwable, ? extends T> function) {
        return OnErrorResume.returning(this, function);
    }

    /** Goes on with another stream after a failure. */
    public final Many<T> onErrorResume(Function<? super Throwable, ? extends Many<? extends T>> function) {
        return new OnErrorResume<>(this, function);
    }

    /** Subscribes again after a failure, as the options say; the last failure goes downstream. */
    public final Many<T> retry(Retry retry) {
        return new RetryWith<>(this, retry);
    }

    // ---------------------------------------------------------------- demand

    /** Requests without bound and applies the policy to items that nobody has asked for yet. */
    public final Many<T> onOverflow(Overflow overflow) {
        return new OnOverflow<>(this, overflow);
    }

    // ---------------------------------------------------------------- thread

    /** As {@link #publishOn(Executor, int)} with {@link #BUFFER_SIZE}. */
    public final Many<T> publishOn(Executor executor) {
        return new PublishOn<>(this, executor, BUFFER_SIZE);
    }

    /**
     * Emits on the executor; holds at most {@code bufferSize} items. A rejected task is a failure.
     */
    public final Many<T> publishOn(Executor executor, int bufferSize) {
        return new PublishOn<>(this, executor, bufferSize);
    }

    /** Subscribes on the executor. A rejected task is a failure. */
    public final Many<T> subscribeOn(Executor executor) {
        return new SubscribeOn<>(this, executor);
    }

    // ---------------------------------------------------------------- share

    /**
     * One subscription for all subscribers: made with the first, cancelled with the last. The
     * slowest sets the pace; at most {@link #BUFFER_SIZE} items wait. After the end the next
     * subscriber starts anew.
     */
    public final Many<T> share() {
        return new Share<>(this);
    }

    // ---------------------------------------------------------------- watch

    /** Calls the action with each item before it goes on. */
    public final Many<T> doOnNext(Consumer<? super T> action) {
        return new DoOnNext<>(this, action);
    }

    /**
     * Calls the action with a failure before it goes on; what the action throws is added as
     * suppressed.
     */
    public final Many<T> doOnError(Consumer<? super Throwable> action) {
        return new DoOnError<>(this, action);
    }

    /**
     * Calls the action exactly once, before the end goes on or when the subscription is cancelled.
     */
    public final Many<T> doFinally(Consumer<? super Ending> action) {
        return new DoFinally<>(this, action);
    }

    /** Logs each signal at INFO through {@link System.Logger} {@code dev.weir.NAME}. */
    public final Many<T> log(String name) {
        return new Log<>(this, name);
    }

    /** Names the pipeline above this point, for logs and errors. */
    public final Many<T> named(String name) {
        return WithContext.named(this, name);
    }

    /** Changes the context that the stages above this point see. */
    public final Many<T> withContext(UnaryOperator<Context> change) {
        return new WithContext<>(this, change);
    }

    // ---------------------------------------------------------------- end

    /** Collects all items. */
    public final <A, R> One<R> collect(Collector<? super T, A, R> collector) {
        return new Collect<>(this, collector);
    }

    public final One<List<T>> toList() {
        return collect(Collectors.toList());
    }

    /** Folds the items into one value, from the seed. */
    public final <R> One<R> reduce(Supplier<? extends R> seed, BiFunction<? super R, ? super T, ? extends R> step) {
        return new Reduce<>(this, seed, step);
    }

    /** How many items there are. */
    public final One<Long> count() {
        return new Count<>(this);
    }

    /** Calls the action with each item; the value comes when all are done. */
    public final One<@Nullable Void> forEach(Consumer<? super T> action) {
        return new ForEach<>(this, action);
    }

    /** Runs the stream for its effects; a failure is dropped with a warning. */
    @CanIgnoreReturnValue
    public final Cancellable subscribe() {
        return Subscribe.start(this, item -> {}, null, () -> {});
    }

    /** Calls the action with each item, without bound; a failure is dropped with a warning. */
    @CanIgnoreReturnValue
    public final Cancellable subscribe(Consumer<? super T> onNext) {
        return Subscribe.start(this, onNext, null, () -> {});
    }

    @CanIgnoreReturnValue
    public final Cancellable subscribe(
            Consumer<? super T> onNext, Consumer<? super Throwable> onError, Runnable onComplete) {
        return Subscribe.start(this, onNext, onError, onComplete);
    }

    /** Subscribes a Reactive Streams subscriber, which is not trusted to keep the rules. */
    @Override
    public abstract void subscribe(Flow.Subscriber<? super T> subscriber);

    /**
     * The items for a loop that may block: {@code try (var items = many.iterate()) { for (T item :
     * items) … }}. Holds at most {@link #BUFFER_SIZE} items. Fails at once on an {@link
     * EventLoopThread}.
     */
    public final Items<T> iterate() {
        return Iterate.start(this, BUFFER_SIZE);
    }

    /**
     * An item of {@link #unfold} and the state that follows it.
     *
     * @param <T> the item's type
     * @param <S> the state's type
     */
    public record Unfolded<T, S>(T item, S next) {}

    /** A function that may block, and throw what blocking calls throw. */
    @FunctionalInterface
    public interface BlockingFunction<T, R> {
        R apply(T item) throws Exception;
    }
}
