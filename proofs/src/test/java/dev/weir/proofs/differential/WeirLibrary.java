package dev.weir.proofs.differential;

import dev.weir.Ending;
import dev.weir.Many;
import dev.weir.Operators;
import dev.weir.testkit.Probe;
import java.util.List;
import java.util.Random;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Gatherers;

/** Weir, asked in one of several ways. */
record WeirLibrary(Demand demand) implements Library<Many<Integer>> {
    /** How many items are asked for whenever those before have come. */
    enum Demand {
        ALL,
        ONE,
        SEVEN,
        RANDOM;

        long next(Random random) {
            return switch (this) {
                case ALL -> Long.MAX_VALUE;
                case ONE -> 1;
                case SEVEN -> 7;
                case RANDOM -> 1 + random.nextInt(random.nextInt(4) == 0 ? 40 : 4);
            };
        }
    }

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
    public Outcome run(Many<Integer> source, Random random) {
        return run(source, random, Integer.MAX_VALUE);
    }

    /** Cancels it after so many items, or a few more that were asked for with the last of them. */
    Outcome run(Many<Integer> source, Random random, int most) {
        Probe<Integer> probe = Probe.subscribeTo(source, 0);
        for (int before = -1; probe.ending() == null && probe.items().size() < most; ) {
            if (probe.items().size() == before) {
                throw new AssertionError("neither an item nor an end after a request: " + before + " items");
            }
            before = probe.items().size();
            probe.request(demand.next(random));
        }
        probe.cancel();
        int came = probe.items().size();
        probe.request(demand.next(random));
        if (!probe.brokenRules().isEmpty() || probe.items().size() > came) {
            throw new AssertionError("after its end: " + probe.items() + ", " + probe.brokenRules());
        }
        Throwable failure = probe.failure();
        return new Outcome(
                probe.items(),
                probe.ending() == Ending.COMPLETED ? null : failure == null ? "none" : failure.getMessage());
    }
}
