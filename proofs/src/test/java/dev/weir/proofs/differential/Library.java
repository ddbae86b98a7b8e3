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

/**
 * What a pipeline is made of, in the words of one library.
 *
 * @param <S> the library's stream of integers
 */
interface Library<S> {
    /** Whether the library has such an operator. */
    default boolean has(Kind kind) {
        return true;
    }

    /** Behind which operators which others do otherwise, by the library's own choice or fault. */
    default Map<Kind, Set<Kind>> otherwise() {
        return Map.of();
    }

    /** Emits the items, then completes. */
    S of(List<Integer> items);

    /** Emits the items, in one of the ways in which a source has them. */
    S of(Source source, List<Integer> items);

    S fail(RuntimeException failure);

    S map(S source, UnaryOperator<Integer> mapper);

    S filter(S source, Predicate<Integer> predicate);

    S take(S source, int count);

    S skip(S source, int count);

    S takeLast(S source, int count);

    S skipLast(S source, int count);

    S takeWhile(S source, Predicate<Integer> predicate);

    S distinctUntilChanged(S source);

    /** Leaves out what the function makes null of. */
    S mapNotNull(S source, Function<Integer, Integer> mapper);

    S distinct(S source);

    S skipWhile(S source, Predicate<Integer> predicate);

    S defaultIfEmpty(S source, int item);

    /** The states after each item, without the seed. */
    S scan(S source, int seed, BinaryOperator<Integer> step);

    /** Lists of so many items, each turned into an integer. */
    S buffer(S source, int size, Function<List<Integer>, Integer> toItem);

    /** Lists of so many items, with as many left out between two that each begins so many after the one before. */
    S bufferWithGaps(S source, int size, int skip, Function<List<Integer>, Integer> toItem);

    S window(S source, int size, Function<List<Integer>, Integer> toItem);

    /** In any order. */
    S groupBy(S source, Function<Integer, Integer> key, Function<List<Integer>, Integer> toItem);

    S neighbours(S source, BinaryOperator<Integer> combiner);

    /** 1 if so, else 0. */
    S anyMatch(S source, Predicate<Integer> predicate);

    S share(S source);

    S concatMap(S source, Function<Integer, S> mapper);

    S flatMap(S source, Function<Integer, S> mapper);

    S onErrorReturn(S source, int item);

    S onErrorResume(S source, Function<Throwable, S> function);

    S concat(S first, S second);

    S zip(S first, S second, BinaryOperator<Integer> combiner);

    /** The stream as it is asked for items and cancelled. */
    Flow.Publisher<Integer> publisher(S source);

    // ---------------------------------------------------------------- what few have

    private static UnsupportedOperationException missing() {
        return new UnsupportedOperationException("the library has nothing like that");
    }

    /** What the function makes of each item, one list behind the other. */
    default S flatMapIterable(S source, Function<Integer, List<Integer>> mapper) {
        throw missing();
    }

    /** What the function makes of each item, as a single value that is there at once. */
    default S mapAsync(S source, UnaryOperator<Integer> mapper) {
        throw missing();
    }

    /** In any order. */
    default S mapAsyncUnordered(S source, UnaryOperator<Integer> mapper) {
        throw missing();
    }

    default S takeUntil(S source, Predicate<Integer> predicate) {
        throw missing();
    }

    default S first(S source) {
        throw missing();
    }

    default S last(S source) {
        throw missing();
    }

    /** Fails if there is none, or a second. */
    default S single(S source) {
        throw missing();
    }

    default S startWith(S source, int item) {
        throw missing();
    }

    /** In any order. */
    default S merge(S first, S second) {
        throw missing();
    }

    default S switchIfEmpty(S source, S other) {
        throw missing();
    }

    default S index(S source, BinaryOperator<Integer> combiner) {
        throw missing();
    }

    /** Depth first. */
    default S expand(S source, Function<Integer, S> children) {
        throw missing();
    }

    default S bufferUntilChanged(S source, Function<Integer, Integer> key, Function<List<Integer>, Integer> toItem) {
        throw missing();
    }

    /** Once. */
    default S retry(S source) {
        throw missing();
    }

    /** Once, so that it runs twice. */
    default S repeat(S source) {
        throw missing();
    }

    default S count(S source) {
        throw missing();
    }

    default S reduce(S source, int seed, BinaryOperator<Integer> step) {
        throw missing();
    }

    /** 1 if so, else 0. */
    default S allMatch(S source, Predicate<Integer> predicate) {
        throw missing();
    }

    default S onErrorComplete(S source) {
        throw missing();
    }

    default S onErrorMap(S source, UnaryOperator<Throwable> mapper) {
        throw missing();
    }

    /** Asks for no more than so many at once. */
    default S limitRate(S source, int most) {
        throw missing();
    }

    /** On an executor that runs its tasks at once. */
    default S publishOn(S source) {
        throw missing();
    }
}
