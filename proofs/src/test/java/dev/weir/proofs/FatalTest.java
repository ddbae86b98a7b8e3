package dev.weir.proofs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.Operators;
import dev.weir.Retry;
import dev.weir.testkit.Probe;
import dev.weir.testkit.TestPublisher;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Gatherer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What the JVM may not survive is told to the stream, once and with its place, and goes on to the thread. */
class FatalTest {
    private static final Map<String, Function<Supplier<Integer>, Many<?>>> ROWS = new Rows<>();

    static {
        Many<Integer> many = Many.of(1, 2);
        Many<Integer> failing = Many.fail(IllegalStateException::new);
        One<Integer> one = One.of(1);
        ROWS.put("map", body -> many.map(i -> body.get()));
        ROWS.put("filter", body -> many.filter(i -> body.get() > 0));
        ROWS.put("takeWhile", body -> many.takeWhile(i -> body.get() > 0));
        ROWS.put("scan", body -> many.scan(() -> 0, (a, b) -> body.get()));
        ROWS.put("flatMap", body -> many.flatMap(i -> Many.of(body.get())));
        ROWS.put("flatMap of one", body -> Many.of(1).flatMap(i -> Many.of(body.get())));
        ROWS.put("concatMap", body -> many.concatMap(i -> Many.of(body.get())));
        ROWS.put("switchMap", body -> many.switchMap(i -> Many.of(body.get())));
        ROWS.put("flatMapIterable", body -> many.flatMapIterable(i -> List.of(body.get())));
        ROWS.put("gather", body -> many.gather(Gatherer.of((nothing, item, out) -> out.push(item) && body.get() > 0)));
        ROWS.put(
                "below gather",
                body -> many.gather(Gatherer.<Integer, Integer>of((nothing, item, out) -> out.push(item)))
                        .map(i -> body.get()));
        ROWS.put(
                "below what gather has in the end",
                body -> many.gather(Gatherer.<Integer, Integer>of(
                                (nothing, item, out) -> true, (nothing, out) -> out.push(1)))
                        .map(i -> body.get()));
        ROWS.put("mapAsync", body -> many.mapAsync(2, i -> One.of(body.get())));
        ROWS.put("mapAsync of a One that fails", body -> many.mapAsync(2, i -> One.supply(body)));
        ROWS.put("groupBy", body -> many.groupBy(2, i -> body.get(), group -> group.items()));
        ROWS.put("doOnNext", body -> many.doOnNext(i -> assertNotNull(body.get())));
        ROWS.put("zipWith", body -> many.zipWith(many, (a, b) -> body.get()));
        ROWS.put("defer", body -> Many.defer(() -> Many.of(body.get())));
        ROWS.put("defer, in a sequence", body -> Many.concat(many, Many.defer(() -> Many.of(body.get()))));
        ROWS.put("from", body -> Many.from(() -> List.of(body.get()).iterator()));
        ROWS.put(
                "unfold",
                body -> Many.unfold(0, i -> {
                    throw new AssertionError(body.get());
                }));
        ROWS.put("onErrorResume", body -> failing.onErrorResume(failure -> Many.of(body.get())));
        ROWS.put("onErrorReturn", body -> failing.onErrorReturn(failure -> body.get()));
        ROWS.put("onErrorMap", body -> failing.onErrorMap(failure -> new IllegalStateException("" + body.get())));
        ROWS.put("retry", body -> failing.retry(Retry.atMost(1).onlyIf(failure -> body.get() > 0)));
        ROWS.put("switchIfEmpty", body -> Many.empty().switchIfEmpty(() -> Many.of(body.get())));
        ROWS.put("expand", body -> many.through(Operators.expand(i -> Many.of(body.get()))));
        ROWS.put("a failure", body -> Many.fail(() -> new IllegalStateException("" + body.get())));
        ROWS.put("flatMapMany", body -> one.flatMapMany(i -> Many.of(body.get())));
        ROWS.put("flatMapMany of a One that fails", body -> One.supply(body).flatMapMany(Many::of));
        ROWS.put("flatMapMany, in a sequence", body -> Many.concat(many, one.flatMapMany(i -> Many.of(body.get()))));
        ROWS.put("toMany", body -> one.map(i -> body.get()).toMany());
        ROWS.put(
                "toMany, in a sequence",
                body -> Many.concat(many, one.map(i -> body.get()).toMany()));
    }

    @TestFactory
    Stream<DynamicTest> whatIsFatalIsToldAndGoesOn() {
        return each((many, fatal) -> assertToldAndThrown(Probe.unbounded(), many, fatal));
    }

    @TestFactory
    Stream<DynamicTest> soItIsWhenNotAllIsAskedFor() {
        return each((many, fatal) -> assertToldAndThrown(Probe.demanding(9), many, fatal));
    }

    private static void assertToldAndThrown(Probe<Object> probe, Many<?> many, InternalError fatal) {
        assertSame(fatal, assertThrows(InternalError.class, () -> many.subscribe(probe)));
        probe.assertFailed(failure -> failure == fatal);
    }

    @TestFactory
    Stream<DynamicTest> whatIsFatalIsThrownWhereItIsAwaited() {
        return each((many, fatal) -> assertSame(
                fatal, assertThrows(InternalError.class, () -> many.toList().await())));
    }

    /** A gatherer pushes outside the drain then. */
    @Test
    void soItIsOfWhatIsGatheredWhenItComes() {
        InternalError fatal = new InternalError("planned");
        UnaryOperator<Integer> broken = i -> {
            throw fatal;
        };
        for (UnaryOperator<Many<Integer>> gathering : List.<UnaryOperator<Many<Integer>>>of(
                many -> many.gather(Gatherer.of((nothing, item, out) -> out.push(broken.apply(item)))),
                many -> many.gather(Gatherer.<Integer, Integer>of((nothing, item, out) -> out.push(item)))
                        .map(broken))) {
            TestPublisher<Integer> source = TestPublisher.create();
            List<Throwable> seen = new ArrayList<>();
            Probe<Integer> probe = Probe.unbounded();
            gathering.apply(source.many()).doOnError(seen::add).subscribe(probe);
            try (DroppedFailures dropped = DroppedFailures.collect()) {
                assertSame(fatal, assertThrows(InternalError.class, () -> source.next(1)));
                assertEquals(List.of(), dropped.failures());
            }
            probe.assertFailed(failure -> failure == fatal);
            assertEquals(List.of(fatal), seen);
        }
    }

    private static Stream<DynamicTest> each(BiConsumer<Many<?>, InternalError> check) {
        return ROWS.entrySet().stream()
                .map(row -> dynamicTest(row.getKey(), () -> {
                    InternalError fatal = new InternalError("planned");
                    Many<?> many = row.getValue().apply(() -> {
                        throw fatal;
                    });
                    try (DroppedFailures dropped = DroppedFailures.collect()) {
                        check.accept(many, fatal);
                        assertEquals(List.of(), dropped.failures());
                    }
                    assertTrue(
                            Stream.of(fatal.getSuppressed())
                                    .anyMatch(note -> note.toString().startsWith("at stage ")),
                            () -> Arrays.toString(fatal.getSuppressed()));
                }));
    }
}
