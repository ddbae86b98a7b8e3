package dev.weir.proofs.differential;

import io.reactivex.rxjava3.core.Flowable;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.reactivestreams.FlowAdapters;

/** RxJava 3. */
record RxJavaLibrary() implements Library<Flowable<Integer>> {
    @Override
    public Flowable<Integer> of(List<Integer> items) {
        return Flowable.fromIterable(items);
    }

    @Override
    public Flowable<Integer> failing(List<Integer> items, RuntimeException failure) {
        return of(items).concatWith(Flowable.error(failure));
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
        return source.scan(seed, step::apply).skip(1);
    }

    @Override
    public Flowable<Integer> buffer(Flowable<Integer> source, int size, Function<List<Integer>, Integer> toItem) {
        return source.buffer(size).map(toItem::apply);
    }

    @Override
    public Flowable<Integer> window(Flowable<Integer> source, int size, Function<List<Integer>, Integer> toItem) {
        return source.window(size).concatMapSingle(window -> window.toList().map(toItem::apply));
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
    public Outcome run(Flowable<Integer> source, Random random) {
        Collector collector = new Collector();
        source.subscribe(FlowAdapters.toSubscriber(collector));
        return collector.outcome();
    }
}
