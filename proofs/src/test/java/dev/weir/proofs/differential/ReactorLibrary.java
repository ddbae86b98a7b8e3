package dev.weir.proofs.differential;

import java.util.List;
import java.util.Random;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.reactivestreams.FlowAdapters;
import reactor.core.publisher.Flux;

/** Reactor. */
record ReactorLibrary() implements Library<Flux<Integer>> {
    @Override
    public Flux<Integer> of(List<Integer> items) {
        return Flux.fromIterable(items);
    }

    @Override
    public Flux<Integer> failing(List<Integer> items, RuntimeException failure) {
        return of(items).concatWith(Flux.error(failure));
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
    public Outcome run(Flux<Integer> source, Random random) {
        Collector collector = new Collector();
        source.subscribe(FlowAdapters.toSubscriber(collector));
        return collector.outcome();
    }
}
