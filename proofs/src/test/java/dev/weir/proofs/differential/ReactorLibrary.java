package dev.weir.proofs.differential;

import dev.weir.proofs.differential.Pipeline.Kind;
import dev.weir.proofs.differential.Pipeline.Source;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Flow;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.reactivestreams.FlowAdapters;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Reactor. */
record ReactorLibrary() implements Library<Flux<Integer>> {
    /*
     * Where buffers that end with a change are all asked for and some of them skipped, the rest does not come. From another
     * thread's queue mapNotNull and the list behind it lose items.
     */
    @Override
    public Map<Kind, Set<Kind>> otherwise() {
        return Map.of(
                Kind.BUFFER_UNTIL_CHANGED, Set.of(Kind.values()), Kind.MAP_NOT_NULL, Set.of(Kind.FLAT_MAP_ITERABLE));
    }

    @Override
    public Flux<Integer> of(List<Integer> items) {
        return Flux.fromIterable(items);
    }

    @Override
    public Flux<Integer> of(Source source, List<Integer> items) {
        int count = items.size();
        return switch (source) {
            case LIST -> of(items);
            case ARRAY -> Flux.fromArray(items.toArray(Integer[]::new));
            case ITERABLE -> Flux.fromIterable(() -> items.iterator());
            case RANGE -> Flux.range(0, count).map(items::get);
            case GENERATED, ASYNC ->
                Flux.generate(() -> 0, (i, sink) -> {
                    if (i < count) {
                        sink.next(items.get(i));
                    } else {
                        sink.complete();
                    }
                    return i + 1;
                });
            case STREAM -> Flux.fromStream(items::stream);
            case EMITTER ->
                Flux.create(sink -> {
                    items.forEach(sink::next);
                    sink.complete();
                });
            case DEFERRED -> Flux.defer(() -> of(items));
            case PUBLISHER -> Flux.from(FlowAdapters.toPublisher(new Published(items)));
        };
    }

    @Override
    public Flux<Integer> fail(RuntimeException failure) {
        return Flux.error(failure);
    }

    @Override
    public Flux<Integer> map(Flux<Integer> source, UnaryOperator<Integer> mapper) {
        return source.map(mapper);
    }

    @Override
    public Flux<Integer> filter(Flux<Integer> source, Predicate<Integer> predicate) {
        return source.filter(predicate);
    }

    @Override
    public Flux<Integer> take(Flux<Integer> source, int count) {
        return source.take(count);
    }

    @Override
    public Flux<Integer> skip(Flux<Integer> source, int count) {
        return source.skip(count);
    }

    @Override
    public Flux<Integer> takeLast(Flux<Integer> source, int count) {
        return source.takeLast(count);
    }

    @Override
    public Flux<Integer> skipLast(Flux<Integer> source, int count) {
        return source.skipLast(count);
    }

    @Override
    public Flux<Integer> bufferWithGaps(
            Flux<Integer> source, int size, int skip, Function<List<Integer>, Integer> toItem) {
        return source.buffer(size, skip).map(toItem);
    }

    @Override
    public Flux<Integer> onErrorReturn(Flux<Integer> source, int item) {
        return source.onErrorReturn(item);
    }

    @Override
    public Flux<Integer> takeWhile(Flux<Integer> source, Predicate<Integer> predicate) {
        return source.takeWhile(predicate);
    }

    @Override
    public Flux<Integer> distinctUntilChanged(Flux<Integer> source) {
        return source.distinctUntilChanged();
    }

    @Override
    public Flux<Integer> mapNotNull(Flux<Integer> source, Function<Integer, Integer> mapper) {
        return source.mapNotNull(mapper);
    }

    @Override
    public Flux<Integer> distinct(Flux<Integer> source) {
        return source.distinct();
    }

    @Override
    public Flux<Integer> skipWhile(Flux<Integer> source, Predicate<Integer> predicate) {
        return source.skipWhile(predicate);
    }

    @Override
    public Flux<Integer> defaultIfEmpty(Flux<Integer> source, int item) {
        return source.defaultIfEmpty(item);
    }

    @Override
    public Flux<Integer> scan(Flux<Integer> source, int seed, BinaryOperator<Integer> step) {
        return source.scan(seed, step).skip(1);
    }

    @Override
    public Flux<Integer> buffer(Flux<Integer> source, int size, Function<List<Integer>, Integer> toItem) {
        return source.buffer(size).map(toItem);
    }

    @Override
    public Flux<Integer> window(Flux<Integer> source, int size, Function<List<Integer>, Integer> toItem) {
        return source.window(size).concatMap(window -> window.collectList().map(toItem));
    }

    @Override
    public Flux<Integer> groupBy(
            Flux<Integer> source, Function<Integer, Integer> key, Function<List<Integer>, Integer> toItem) {
        return source.groupBy(key).flatMap(group -> group.collectList().map(toItem));
    }

    @Override
    public Flux<Integer> neighbours(Flux<Integer> source, BinaryOperator<Integer> combiner) {
        return source.buffer(2, 1)
                .filter(two -> two.size() == 2)
                .map(two -> combiner.apply(two.getFirst(), two.getLast()));
    }

    @Override
    public Flux<Integer> anyMatch(Flux<Integer> source, Predicate<Integer> predicate) {
        return source.any(predicate).map(any -> any ? 1 : 0).flux();
    }

    @Override
    public Flux<Integer> share(Flux<Integer> source) {
        return source.share();
    }

    @Override
    public Flux<Integer> concatMap(Flux<Integer> source, Function<Integer, Flux<Integer>> mapper) {
        return source.concatMap(mapper);
    }

    @Override
    public Flux<Integer> flatMap(Flux<Integer> source, Function<Integer, Flux<Integer>> mapper) {
        return source.flatMap(mapper, 4);
    }

    @Override
    public Flux<Integer> onErrorResume(Flux<Integer> source, Function<Throwable, Flux<Integer>> function) {
        return source.onErrorResume(function);
    }

    @Override
    public Flux<Integer> concat(Flux<Integer> first, Flux<Integer> second) {
        return Flux.concat(first, second);
    }

    @Override
    public Flux<Integer> zip(Flux<Integer> first, Flux<Integer> second, BinaryOperator<Integer> combiner) {
        return Flux.zip(first, second, combiner);
    }

    @Override
    public Flux<Integer> flatMapIterable(Flux<Integer> source, Function<Integer, List<Integer>> mapper) {
        return source.flatMapIterable(mapper);
    }

    @Override
    public Flux<Integer> mapAsync(Flux<Integer> source, UnaryOperator<Integer> mapper) {
        return source.concatMap(item -> Mono.fromCallable(() -> mapper.apply(item)));
    }

    @Override
    public Flux<Integer> mapAsyncUnordered(Flux<Integer> source, UnaryOperator<Integer> mapper) {
        return source.flatMap(item -> Mono.fromCallable(() -> mapper.apply(item)), 3);
    }

    @Override
    public Flux<Integer> takeUntil(Flux<Integer> source, Predicate<Integer> predicate) {
        return source.takeUntil(predicate);
    }

    @Override
    public Flux<Integer> first(Flux<Integer> source) {
        return source.next().flux();
    }

    @Override
    public Flux<Integer> last(Flux<Integer> source) {
        return source.takeLast(1);
    }

    @Override
    public Flux<Integer> single(Flux<Integer> source) {
        return source.single().flux();
    }

    @Override
    public Flux<Integer> startWith(Flux<Integer> source, int item) {
        return source.startWith(item);
    }

    @Override
    public Flux<Integer> merge(Flux<Integer> first, Flux<Integer> second) {
        return first.mergeWith(second);
    }

    @Override
    public Flux<Integer> switchIfEmpty(Flux<Integer> source, Flux<Integer> other) {
        return source.switchIfEmpty(other);
    }

    @Override
    public Flux<Integer> index(Flux<Integer> source, BinaryOperator<Integer> combiner) {
        return source.index((index, item) -> combiner.apply(index.intValue(), item));
    }

    @Override
    public Flux<Integer> expand(Flux<Integer> source, Function<Integer, Flux<Integer>> children) {
        return source.expandDeep(children);
    }

    @Override
    public Flux<Integer> bufferUntilChanged(
            Flux<Integer> source, Function<Integer, Integer> key, Function<List<Integer>, Integer> toItem) {
        return source.bufferUntilChanged(key).map(toItem);
    }

    @Override
    public Flux<Integer> retry(Flux<Integer> source) {
        return source.retry(1);
    }

    @Override
    public Flux<Integer> repeat(Flux<Integer> source) {
        return source.repeat(1);
    }

    @Override
    public Flux<Integer> count(Flux<Integer> source) {
        return source.count().map(Long::intValue).flux();
    }

    @Override
    public Flux<Integer> reduce(Flux<Integer> source, int seed, BinaryOperator<Integer> step) {
        return source.reduce(seed, step).flux();
    }

    @Override
    public Flux<Integer> allMatch(Flux<Integer> source, Predicate<Integer> predicate) {
        return source.all(predicate).map(all -> all ? 1 : 0).flux();
    }

    @Override
    public Flux<Integer> onErrorComplete(Flux<Integer> source) {
        return source.onErrorComplete();
    }

    @Override
    public Flux<Integer> onErrorMap(Flux<Integer> source, UnaryOperator<Throwable> mapper) {
        return source.onErrorMap(mapper);
    }

    @Override
    public Flux<Integer> limitRate(Flux<Integer> source, int most) {
        return source.limitRate(most);
    }

    @Override
    public Flux<Integer> publishOn(Flux<Integer> source) {
        return source.publishOn(Schedulers.immediate());
    }

    @Override
    public Flow.Publisher<Integer> publisher(Flux<Integer> source) {
        return FlowAdapters.toFlowPublisher(source);
    }
}
