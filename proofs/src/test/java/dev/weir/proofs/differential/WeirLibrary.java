package dev.weir.proofs.differential;

import dev.weir.Many;
import dev.weir.Many.Unfolded;
import dev.weir.One;
import dev.weir.Operators;
import dev.weir.Overflow;
import dev.weir.Repeat;
import dev.weir.Retry;
import dev.weir.proofs.differential.Pipeline.Source;
import java.util.List;
import java.util.concurrent.Flow;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Gatherers;

/** Weir. */
record WeirLibrary() implements Library<Many<Integer>> {
    @Override
    public Many<Integer> of(List<Integer> items) {
        return Many.from(items);
    }

    @Override
    public Many<Integer> of(Source source, List<Integer> items) {
        int count = items.size();
        return switch (source) {
            case LIST -> of(items);
            case ARRAY -> Many.of(items.toArray(Integer[]::new));
            case ITERABLE -> Many.from((Iterable<Integer>) () -> items.iterator());
            case RANGE -> Many.range(0, count).map(items::get);
            case GENERATED -> Many.unfold(0, i -> i < count ? new Unfolded<>(items.get(i), i + 1) : null);
            case STREAM -> Many.fromStream(items::stream);
            case EMITTER ->
                Many.emitter(Overflow.buffer(Math.max(1, count)), emitter -> {
                    items.forEach(emitter::next);
                    emitter.complete();
                });
            case DEFERRED -> Many.defer(() -> of(items));
            case ASYNC -> Many.unfoldAsync(0, i -> One.of(i < count ? new Unfolded<>(items.get(i), i + 1) : null));
            case PUBLISHER -> Many.from(new Published(items));
        };
    }

    @Override
    public Many<Integer> fail(RuntimeException failure) {
        return Many.fail(() -> failure);
    }

    @Override
    public Many<Integer> map(Many<Integer> source, UnaryOperator<Integer> mapper) {
        return source.map(mapper);
    }

    @Override
    public Many<Integer> filter(Many<Integer> source, Predicate<Integer> predicate) {
        return source.filter(predicate);
    }

    @Override
    public Many<Integer> take(Many<Integer> source, int count) {
        return source.take(count);
    }

    @Override
    public Many<Integer> skip(Many<Integer> source, int count) {
        return source.skip(count);
    }

    @Override
    public Many<Integer> takeLast(Many<Integer> source, int count) {
        return source.through(Operators.takeLast(count));
    }

    @Override
    public Many<Integer> skipLast(Many<Integer> source, int count) {
        return source.through(Operators.skipLast(count));
    }

    @Override
    public Many<Integer> bufferWithGaps(
            Many<Integer> source, int size, int skip, Function<List<Integer>, Integer> toItem) {
        return source.buffer(size, skip).map(toItem);
    }

    @Override
    public Many<Integer> onErrorReturn(Many<Integer> source, int item) {
        return source.onErrorReturn(failure -> item);
    }

    @Override
    public Many<Integer> takeWhile(Many<Integer> source, Predicate<Integer> predicate) {
        return source.takeWhile(predicate);
    }

    @Override
    public Many<Integer> distinctUntilChanged(Many<Integer> source) {
        return source.distinctUntilChanged();
    }

    @Override
    public Many<Integer> mapNotNull(Many<Integer> source, Function<Integer, Integer> mapper) {
        return source.mapNotNull(mapper);
    }

    @Override
    public Many<Integer> distinct(Many<Integer> source) {
        return source.distinct(10_000);
    }

    @Override
    public Many<Integer> skipWhile(Many<Integer> source, Predicate<Integer> predicate) {
        return source.skipWhile(predicate);
    }

    @Override
    public Many<Integer> defaultIfEmpty(Many<Integer> source, int item) {
        return source.defaultIfEmpty(item);
    }

    @Override
    public Many<Integer> scan(Many<Integer> source, int seed, BinaryOperator<Integer> step) {
        return source.scan(() -> seed, step);
    }

    @Override
    public Many<Integer> buffer(Many<Integer> source, int size, Function<List<Integer>, Integer> toItem) {
        return source.buffer(size).map(toItem);
    }

    @Override
    public Many<Integer> window(Many<Integer> source, int size, Function<List<Integer>, Integer> toItem) {
        return source.window(size)
                .concatMap(window -> window.toList().map(toItem).toMany());
    }

    @Override
    public Many<Integer> groupBy(
            Many<Integer> source, Function<Integer, Integer> key, Function<List<Integer>, Integer> toItem) {
        return source.groupBy(100, key)
                .flatMap(group -> group.items().toList().map(toItem).toMany());
    }

    @Override
    public Many<Integer> neighbours(Many<Integer> source, BinaryOperator<Integer> combiner) {
        return source.gather(Gatherers.windowSliding(2))
                .filter(two -> two.size() == 2)
                .map(two -> combiner.apply(two.getFirst(), two.getLast()));
    }

    @Override
    public Many<Integer> anyMatch(Many<Integer> source, Predicate<Integer> predicate) {
        return source.anyMatch(predicate).map(any -> any ? 1 : 0).toMany();
    }

    @Override
    public Many<Integer> share(Many<Integer> source) {
        return source.share();
    }

    @Override
    public Many<Integer> concatMap(Many<Integer> source, Function<Integer, Many<Integer>> mapper) {
        return source.concatMap(mapper);
    }

    @Override
    public Many<Integer> flatMap(Many<Integer> source, Function<Integer, Many<Integer>> mapper) {
        return source.flatMap(4, mapper);
    }

    @Override
    public Many<Integer> onErrorResume(Many<Integer> source, Function<Throwable, Many<Integer>> function) {
        return source.onErrorResume(function);
    }

    @Override
    public Many<Integer> concat(Many<Integer> first, Many<Integer> second) {
        return Many.concat(first, second);
    }

    @Override
    public Many<Integer> zip(Many<Integer> first, Many<Integer> second, BinaryOperator<Integer> combiner) {
        return Many.zip(first, second, combiner);
    }

    @Override
    public Many<Integer> flatMapIterable(Many<Integer> source, Function<Integer, List<Integer>> mapper) {
        return source.flatMapIterable(mapper);
    }

    @Override
    public Many<Integer> mapAsync(Many<Integer> source, UnaryOperator<Integer> mapper) {
        return source.mapAsync(3, item -> One.of(item).map(mapper));
    }

    @Override
    public Many<Integer> mapAsyncUnordered(Many<Integer> source, UnaryOperator<Integer> mapper) {
        return source.mapAsyncUnordered(3, item -> One.of(item).map(mapper));
    }

    @Override
    public Many<Integer> takeUntil(Many<Integer> source, Predicate<Integer> predicate) {
        return source.takeUntil(predicate);
    }

    @Override
    public Many<Integer> first(Many<Integer> source) {
        return source.first().toMany();
    }

    @Override
    public Many<Integer> last(Many<Integer> source) {
        return source.last().toMany();
    }

    @Override
    public Many<Integer> single(Many<Integer> source) {
        return source.through(Operators.single()).toMany();
    }

    @Override
    public Many<Integer> startWith(Many<Integer> source, int item) {
        return source.startWith(item);
    }

    @Override
    public Many<Integer> merge(Many<Integer> first, Many<Integer> second) {
        return first.mergeWith(second);
    }

    @Override
    public Many<Integer> switchIfEmpty(Many<Integer> source, Many<Integer> other) {
        return source.switchIfEmpty(() -> other);
    }

    @Override
    public Many<Integer> index(Many<Integer> source, BinaryOperator<Integer> combiner) {
        return source.through(Operators.index()).map(indexed -> combiner.apply((int) indexed.index(), indexed.item()));
    }

    @Override
    public Many<Integer> expand(Many<Integer> source, Function<Integer, Many<Integer>> children) {
        return source.through(Operators.expand(children));
    }

    @Override
    public Many<Integer> bufferUntilChanged(
            Many<Integer> source, Function<Integer, Integer> key, Function<List<Integer>, Integer> toItem) {
        return source.through(Operators.bufferUntilChanged(1_000, key)).map(toItem);
    }

    @Override
    public Many<Integer> retry(Many<Integer> source) {
        return source.retry(Retry.atMost(1));
    }

    @Override
    public Many<Integer> repeat(Many<Integer> source) {
        return source.repeat(Repeat.times(1));
    }

    @Override
    public Many<Integer> count(Many<Integer> source) {
        return source.count().map(Long::intValue).toMany();
    }

    @Override
    public Many<Integer> reduce(Many<Integer> source, int seed, BinaryOperator<Integer> step) {
        return source.<Integer>reduce(() -> seed, step).toMany();
    }

    @Override
    public Many<Integer> allMatch(Many<Integer> source, Predicate<Integer> predicate) {
        return source.allMatch(predicate).map(all -> all ? 1 : 0).toMany();
    }

    @Override
    public Many<Integer> onErrorComplete(Many<Integer> source) {
        return source.onErrorComplete();
    }

    @Override
    public Many<Integer> onErrorMap(Many<Integer> source, UnaryOperator<Throwable> mapper) {
        return source.onErrorMap(mapper);
    }

    @Override
    public Many<Integer> limitRate(Many<Integer> source, int most) {
        return source.through(Operators.limitRate(most));
    }

    @Override
    public Many<Integer> publishOn(Many<Integer> source) {
        return source.publishOn(Runnable::run);
    }

    @Override
    public Flow.Publisher<Integer> publisher(Many<Integer> source) {
        return source;
    }
}
