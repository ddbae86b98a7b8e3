package dev.weir.proofs;

import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;

import dev.weir.Context;
import dev.weir.Many;
import dev.weir.One;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The TCK for the methods that have no test of their own, as what they build is an operator that others build, too. */
class TckOfEachTest {
    private static final int LONGEST = 1_000;
    private static final Context.Key<Integer> COUNT = Context.Key.of("count");

    private static DynamicNode row(String name, Stream<DynamicTest> tests) {
        return dynamicContainer(name, tests);
    }

    @TestFactory
    Stream<DynamicNode> ofTransformers() {
        return Stream.of(
                row("ofType", Tck.publisher(n -> upTo(n).ofType(Integer.class))),
                row("flatMapDelayingErrors", Tck.publisher(n -> upTo(n).flatMapDelayingErrors(2, Many::of))),
                row("delayUntil", Tck.publisher(n -> upTo(n).delayUntil(One::of))),
                row("window", Tck.publisher(LONGEST, n -> upTo(2 * n).window(2).concatMap(all -> all.take(1)))));
    }

    @TestFactory
    Stream<DynamicNode> ofCombinations() {
        return Stream.of(
                row("merge", Tck.publisher(LONGEST, n -> Many.merge(upTo(n / 2), upTo(n - n / 2)))),
                row("mergeWith", Tck.publisher(LONGEST, n -> upTo(n / 2).mergeWith(upTo(n - n / 2)))),
                row("concatWith", Tck.publisher(n -> upTo(n / 2).concatWith(upTo(n - n / 2)))),
                row("zipWith", Tck.publisher(n -> upTo(n).zipWith(upTo(n), Integer::sum))),
                row(
                        "startWith",
                        Tck.publisher(n -> n == 0 ? Many.empty() : upTo(n - 1).startWith(-1))),
                row(
                        "defaultIfEmpty",
                        Tck.publisher(n ->
                                n == 0 ? Many.empty() : (n == 1 ? Many.<Integer>empty() : upTo(n)).defaultIfEmpty(1))),
                row("thenMany", Tck.publisher(n -> One.ofVoid().thenMany(upTo(n)))));
    }

    @TestFactory
    Stream<DynamicNode> ofEnds() {
        return Stream.of(
                row(
                        "onErrorComplete",
                        Tck.publisher(n -> upTo(n).concatWith(Many.fail(IllegalStateException::new))
                                .onErrorComplete())),
                row("doOnComplete", Tck.publisher(n -> upTo(n).doOnComplete(() -> {}))),
                row(
                        "withContext",
                        Tck.publisher(n -> Many.deferContextual(context -> upTo(context.get(COUNT)))
                                .withContext(context -> context.with(COUNT, (int) n)))),
                row("onUndelivered", Tck.publisher(n -> upTo(n).onUndelivered(Integer.class, item -> {}))));
    }

    /** Of a stream that is not quiet between two items only the last is left. */
    @TestFactory
    Stream<DynamicNode> ofDebounce() {
        Duration quiet = Duration.ofNanos(1);
        return Stream.of(
                row("of one item", Tck.publisher(1, n -> upTo(n).debounce(quiet))),
                row("as a subscriber", Tck.subscriber(many -> many.debounce(quiet))));
    }

    private static Many<Integer> upTo(long n) {
        return Many.range(0, (int) n);
    }
}
