package dev.weir.proofs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.testkit.Probe;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** A cancellation reaches what an operator has begun also while the call that begins it has not returned. */
class InnerCancellationTest {
    private static final int ENOUGH = 3;

    private static final Map<String, Function<Many<Integer>, Many<?>>> OPERATORS = Map.ofEntries(
            Map.entry("flatMap", inner -> Many.of(1, 2).flatMap(i -> inner)),
            Map.entry("concatMap", inner -> Many.of(1, 2).concatMap(i -> inner)),
            Map.entry("switchMap", inner -> Many.of(1, 2).switchMap(i -> inner)),
            Map.entry("mapAsync", inner -> Many.of(1, 2).mapAsync(2, i -> inner.count())),
            Map.entry("mapAsyncUnordered", inner -> Many.of(1, 2).mapAsyncUnordered(2, i -> inner.count())),
            Map.entry("delayUntil", inner -> Many.of(1, 2).delayUntil(i -> inner.count())),
            Map.entry(
                    "unfoldAsync",
                    inner -> Many.unfoldAsync(1, i -> inner.count().map(n -> null))),
            Map.entry("flatMapMany", inner -> One.of(1).flatMapMany(i -> inner)),
            Map.entry(
                    "One.flatMap",
                    inner -> One.of(1).flatMap(i -> inner.count()).toMany()),
            Map.entry(
                    "One.delayUntil",
                    inner -> One.of(1).delayUntil(i -> inner.count()).toMany()),
            Map.entry(
                    "One.all",
                    inner -> One.all(List.of(inner.count(), inner.count())).toMany()),
            Map.entry(
                    "One.zip",
                    inner -> One.zip(inner.count(), One.of(1L), Long::sum).toMany()),
            Map.entry(
                    "One.any",
                    inner -> One.any(List.of(inner.count(), One.of(1L))).toMany()),
            Map.entry("cache", inner -> inner.count().cache().toMany()),
            Map.entry(
                    "One.using",
                    inner -> One.using(One.of(1), i -> inner.count(), i -> One.ofNull())
                            .toMany()),
            Map.entry("using", inner -> Many.using(() -> 1, i -> inner, i -> {})));

    @TestFactory
    Stream<DynamicTest> whatRunsInsideIsCancelled() {
        return OPERATORS.entrySet().stream()
                .map(row -> DynamicTest.dynamicTest(row.getKey(), () -> check(row.getValue())));
    }

    private static void check(Function<Many<Integer>, Many<?>> operator) {
        Probe<Object> probe = Probe.unbounded();
        AtomicInteger seen = new AtomicInteger();
        Many<Integer> inner = Many.range(0, 1_000).doOnNext(i -> {
            if (seen.incrementAndGet() == ENOUGH) {
                probe.cancel();
            }
        });
        operator.apply(inner).map(item -> (Object) item).subscribe(probe);
        assertEquals(ENOUGH, seen.get());
    }
}
