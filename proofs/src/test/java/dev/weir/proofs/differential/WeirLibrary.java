package dev.weir.proofs.differential;

import dev.weir.Ending;
import dev.weir.Many;
import dev.weir.testkit.Probe;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Gatherers;

/**
 * Weir, asked for so many items at a time.
 *
 * @param batch {@code Long.MAX_VALUE} asks for all at once
 */
record WeirLibrary(long batch) implements Library<Many<Integer>> {
    @Override
    public Many<Integer> of(List<Integer> items) {
        return Many.from(items);
    }

    @Override
    public Many<Integer> failing(List<Integer> items, RuntimeException failure) {
        return Many.concat(of(items), Many.fail(() -> failure));
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
    public Outcome run(Many<Integer> source) {
        Probe<Integer> probe = Probe.subscribeTo(source, batch);
        while (probe.ending() == null) {
            int before = probe.items().size();
            probe.request(batch);
            if (probe.ending() == null && probe.items().size() == before) {
                throw new AssertionError(
                        "neither an item nor an end after request(" + batch + "): " + before + " items");
            }
        }
        if (!probe.brokenRules().isEmpty()) {
            throw new AssertionError(probe.brokenRules());
        }
        Throwable failure = probe.failure();
        return new Outcome(
                probe.items(),
                probe.ending() == Ending.COMPLETED ? null : failure == null ? "?" : failure.getMessage());
    }
}
