package dev.weir.proofs.differential;

import dev.weir.proofs.differential.Pipeline.Kind;
import dev.weir.proofs.differential.Pipeline.Source;
import io.reactivex.rxjava3.core.BackpressureStrategy;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Single;
import io.reactivex.rxjava3.schedulers.Schedulers;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.reactivestreams.FlowAdapters;

/** RxJava 3. */
record RxJavaLibrary() implements Library<Flowable<Integer>> {
    private static final Set<Kind> MISSING = EnumSet.of(Kind.INDEX, Kind.EXPAND, Kind.BUFFER_UNTIL_CHANGED);

    @Override
    public boolean has(Kind kind) {
        return !MISSING.contains(kind);
    }

    @Override
    public Flowable<Integer> of(List<Integer> items) {
        return Flowable.fromIterable(items);
    }

    @Override
    public Flowable<Integer> of(Source source, List<Integer> items) {
        int count = items.size();
        return switch (source) {
            case LIST -> of(items);
            case ARRAY -> Flowable.fromArray(items.toArray(Integer[]::new));
            case ITERABLE -> Flowable.fromIterable(() -> items.iterator());
            case RANGE -> Flowable.range(0, count).map(items::get);
            case GENERATED, ASYNC ->
                Flowable.generate(() -> 0, (i, emitter) -> {
                    if (i < count) {
                        emitter.onNext(items.get(i));
                    } else {
                        emitter.onComplete();
                    }
                    return i + 1;
                });
            case STREAM -> Flowable.defer(() -> Flowable.fromStream(items.stream()));
            case EMITTER ->
                Flowable.create(
                        emitter -> {
                            items.forEach(emitter::onNext);
                            emitter.onComplete();
                        },
                        BackpressureStrategy.BUFFER);
            case DEFERRED -> Flowable.defer(() -> of(items));
            case PUBLISHER -> Flowable.fromPublisher(FlowAdapters.toPublisher(new Published(items)));
        };
    }

    @Override
    public Flowable<Integer> fail(RuntimeException failure) {
        return Flowable.error(failure);
    }

    @Override
    public Flowable<Integer> map(Flowable<Integer> source, UnaryOperator<Integer> mapper) {
        return source.map(mapper::apply);
    }

    @Override
    public Flowable<Integer> filter(Flowable<Integer> source, Predicate<Integer> predicate) {
        return source.filter(predicate::test);
    }

    @Override
    public Flowable<Integer> take(Flowable<Integer> source, int count) {
        return source.take(count);
    }

    @Override
    public Flowable<Integer> skip(Flowable<Integer> source, int count) {
        return source.skip(count);
    }

    @Override
    public Flowable<Integer> takeLast(Flowable<Integer> source, int count) {
        return source.takeLast(count);
    }

    @Override
    public Flowable<Integer> skipLast(Flowable<Integer> source, int count) {
        return source.skipLast(count);
    }

    @Override
    public Flowable<Integer> bufferWithGaps(
            Flowable<Integer> source, int size, int skip, Function<List<Integer>, Integer> toItem) {
        return source.buffer(size, skip).map(toItem::apply);
    }

    @Override
    public Flowable<Integer> onErrorReturn(Flowable<Integer> source, int item) {
        return source.onErrorReturnItem(item);
    }

    @Override
    public Flowable<Integer> takeWhile(Flowable<Integer> source, Predicate<Integer> predicate) {
        return source.takeWhile(predicate::test);
    }

    @Override
    public Flowable<Integer> distinctUntilChanged(Flowable<Integer> source) {
        return source.distinctUntilChanged();
    }

    @Override
    public Flowable<Integer> mapNotNull(Flowable<Integer> source, Function<Integer, Integer> mapper) {
        return source.mapOptional(item -> Optional.ofNullable(mapper.apply(item)));
    }

    @Override
    public Flowable<Integer> distinct(Flowable<Integer> source) {
        return source.distinct();
    }

    @Override
    public Flowable<Integer> skipWhile(Flowable<Integer> source, Predicate<Integer> predicate) {
        return source.skipWhile(predicate::test);
    }

    @Override
    public Flowable<Integer> defaultIfEmpty(Flowable<Integer> source, int item) {
        return source.defaultIfEmpty(item);
    }

    @Override
    public Flowable<Integer> scan(Flowable<Integer> source, int seed, BinaryOperator<Integer> step) {
        // a failure overtakes what scan(seed, step) has not been asked for
        return Flowable.defer(() -> {
            AtomicInteger state = new AtomicInteger(seed);
            return source.map(item -> state.accumulateAndGet(item, step::apply));
        });
    }

    @Override
    public Flowable<Integer> buffer(Flowable<Integer> source, int size, Function<List<Integer>, Integer> toItem) {
        return source.buffer(size).map(toItem::apply);
    }

    @Override
    public Flowable<Integer> window(Flowable<Integer> source, int size, Function<List<Integer>, Integer> toItem) {
        // a window that is not subscribed to at once is left with one item
        return source.window(size)
                .concatMapEager(window -> window.toList().map(toItem::apply).toFlowable(), Integer.MAX_VALUE, 1);
    }

    @Override
    public Flowable<Integer> groupBy(
            Flowable<Integer> source, Function<Integer, Integer> key, Function<List<Integer>, Integer> toItem) {
        return source.groupBy(key::apply).flatMapSingle(group -> group.toList().map(toItem::apply));
    }

    @Override
    public Flowable<Integer> neighbours(Flowable<Integer> source, BinaryOperator<Integer> combiner) {
        return source.buffer(2, 1)
                .filter(two -> two.size() == 2)
                .map(two -> combiner.apply(two.getFirst(), two.getLast()));
    }

    @Override
    public Flowable<Integer> anyMatch(Flowable<Integer> source, Predicate<Integer> predicate) {
        return source.any(predicate::test).map(any -> any ? 1 : 0).toFlowable();
    }

    @Override
    public Flowable<Integer> share(Flowable<Integer> source) {
        return source.share();
    }

    @Override
    public Flowable<Integer> concatMap(Flowable<Integer> source, Function<Integer, Flowable<Integer>> mapper) {
        return source.concatMap(mapper::apply);
    }

    @Override
    public Flowable<Integer> flatMap(Flowable<Integer> source, Function<Integer, Flowable<Integer>> mapper) {
        return source.flatMap(mapper::apply, 4);
    }

    @Override
    public Flowable<Integer> onErrorResume(Flowable<Integer> source, Function<Throwable, Flowable<Integer>> function) {
        return source.onErrorResumeNext(function::apply);
    }

    @Override
    public Flowable<Integer> concat(Flowable<Integer> first, Flowable<Integer> second) {
        return Flowable.concat(first, second);
    }

    @Override
    public Flowable<Integer> zip(Flowable<Integer> first, Flowable<Integer> second, BinaryOperator<Integer> combiner) {
        return Flowable.zip(first, second, combiner::apply);
    }

    @Override
    public Flowable<Integer> flatMapIterable(Flowable<Integer> source, Function<Integer, List<Integer>> mapper) {
        return source.concatMapIterable(mapper::apply);
    }

    @Override
    public Flowable<Integer> mapAsync(Flowable<Integer> source, UnaryOperator<Integer> mapper) {
        return source.concatMapSingle(item -> Single.fromCallable(() -> mapper.apply(item)));
    }

    @Override
    public Flowable<Integer> mapAsyncUnordered(Flowable<Integer> source, UnaryOperator<Integer> mapper) {
        return source.flatMapSingle(item -> Single.fromCallable(() -> mapper.apply(item)), false, 3);
    }

    @Override
    public Flowable<Integer> takeUntil(Flowable<Integer> source, Predicate<Integer> predicate) {
        return source.takeUntil(predicate::test);
    }

    @Override
    public Flowable<Integer> first(Flowable<Integer> source) {
        return source.firstElement().toFlowable();
    }

    @Override
    public Flowable<Integer> last(Flowable<Integer> source) {
        return source.lastElement().toFlowable();
    }

    @Override
    public Flowable<Integer> single(Flowable<Integer> source) {
        return source.singleOrError().toFlowable();
    }

    @Override
    public Flowable<Integer> startWith(Flowable<Integer> source, int item) {
        return source.startWithItem(item);
    }

    @Override
    public Flowable<Integer> merge(Flowable<Integer> first, Flowable<Integer> second) {
        return first.mergeWith(second);
    }

    @Override
    public Flowable<Integer> switchIfEmpty(Flowable<Integer> source, Flowable<Integer> other) {
        return source.switchIfEmpty(other);
    }

    @Override
    public Flowable<Integer> retry(Flowable<Integer> source) {
        return source.retry(1);
    }

    @Override
    public Flowable<Integer> repeat(Flowable<Integer> source) {
        return source.repeat(2);
    }

    @Override
    public Flowable<Integer> count(Flowable<Integer> source) {
        return source.count().map(Long::intValue).toFlowable();
    }

    @Override
    public Flowable<Integer> reduce(Flowable<Integer> source, int seed, BinaryOperator<Integer> step) {
        return source.reduce(seed, step::apply).toFlowable();
    }

    @Override
    public Flowable<Integer> allMatch(Flowable<Integer> source, Predicate<Integer> predicate) {
        return source.all(predicate::test).map(all -> all ? 1 : 0).toFlowable();
    }

    @Override
    public Flowable<Integer> onErrorComplete(Flowable<Integer> source) {
        return source.onErrorComplete();
    }

    @Override
    public Flowable<Integer> onErrorMap(Flowable<Integer> source, UnaryOperator<Throwable> mapper) {
        return source.onErrorResumeNext(failure -> Flowable.error(mapper.apply(failure)));
    }

    @Override
    public Flowable<Integer> limitRate(Flowable<Integer> source, int most) {
        return source.rebatchRequests(most);
    }

    @Override
    public Flowable<Integer> publishOn(Flowable<Integer> source) {
        return source.observeOn(Schedulers.trampoline());
    }

    @Override
    public Flow.Publisher<Integer> publisher(Flowable<Integer> source) {
        return FlowAdapters.toFlowPublisher(source);
    }
}
