package dev.weir.proofs.differential;

import dev.weir.proofs.differential.Pipeline.Kind;
import java.util.List;
import java.util.Random;
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

    /** Emits the items, then completes. */
    S of(List<Integer> items);

    /** Emits the items, then fails. */
    S failing(List<Integer> items, RuntimeException failure);

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

    /**
     * Runs it.
     *
     * @param random decides where a library has a choice
     */
    Outcome run(S source, Random random);
}
