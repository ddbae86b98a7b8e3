package dev.weir.proofs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.Retry;
import dev.weir.testkit.TestPublisher;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * What a value belongs to is closed when the value has been handled, through whichever operators it comes that do not
 * wait for anything else, and whether it comes at once or later.
 */
class OpenWhileHandledTest {
    private static Map<String, UnaryOperator<One<Integer>>> operators() {
        Map<String, UnaryOperator<One<Integer>>> rows = new Rows<>();
        rows.put("nothing", one -> one);
        rows.put("map", one -> one.map(i -> i));
        rows.put("flatMap", one -> One.of(0).flatMap(i -> one));
        rows.put("defer", one -> One.defer(() -> one));
        rows.put("orElse", one -> One.<Integer>of(null).orElse(() -> one));
        rows.put(
                "onErrorResume",
                one -> One.<Integer>fail(IllegalStateException::new).onErrorResume(failure -> one));
        rows.put("retry", one -> one.retry(Retry.atMost(1)));
        rows.put("named", one -> one.named("rows"));
        rows.put("withContext", one -> one.withContext(context -> context));
        rows.put("doFinally", one -> one.doFinally(ending -> {}));
        rows.put("timeout", one -> one.timeout(Duration.ofMinutes(1)));
        rows.put("race", one -> One.race(List.of(one, One.never())));
        rows.put("any", one -> One.any(List.of(One.fail(IllegalStateException::new), one)));
        rows.put("subscribeOn", one -> one.subscribeOn(Runnable::run));
        return rows;
    }

    /** Those whose stream has ended before the value is handled, if all of it comes at once. */
    private static Map<String, UnaryOperator<One<Integer>>> streams() {
        Map<String, UnaryOperator<One<Integer>>> rows = new Rows<>();
        rows.put("toMany", one -> one.toMany().first());
        rows.put("mapAsync", one -> Many.of(0).mapAsync(1, i -> one).first());
        rows.put("concatMap", one -> Many.of(0).concatMap(i -> one.toMany()).first());
        rows.put(
                "flatMap of items", one -> Many.of(0).flatMap(i -> one.toMany()).first());
        return rows;
    }

    @TestFactory
    Stream<DynamicTest> aValueThatComesAtOnce() {
        return operators().entrySet().stream()
                .map(row ->
                        dynamicTest(row.getKey(), () -> assertHandledBefore(row.getValue(), Many.of(1, 2), () -> {})));
    }

    @TestFactory
    Stream<DynamicTest> aValueThatComesLater() {
        return Stream.of(operators(), streams())
                .flatMap(rows -> rows.entrySet().stream())
                .map(row -> {
                    TestPublisher<Integer> later = TestPublisher.create();
                    return dynamicTest(
                            row.getKey(), () -> assertHandledBefore(row.getValue(), later.many(), () -> later.next(1)));
                });
    }

    private static void assertHandledBefore(
            UnaryOperator<One<Integer>> operator, Many<Integer> items, Runnable arriving) {
        List<Object> order = new ArrayList<>();
        One<Integer> first = Many.using(() -> "rows", rows -> items, rows -> order.add("closed"))
                .first();
        operator.apply(first).map(order::add).subscribe(value -> {});
        arriving.run();
        assertEquals(List.of(1, "closed"), order);
    }

    /** Ways for a value into a stream. */
    private static Map<String, Function<One<Integer>, Many<Integer>>> waysIntoAStream() {
        Map<String, Function<One<Integer>, Many<Integer>>> rows = new Rows<>();
        rows.put("toMany", One::toMany);
        rows.put("concatMap", one -> Many.of(0).concatMap(i -> one.toMany()));
        rows.put("concat", one -> Many.concat(Many.empty(), one.toMany()));
        rows.put(
                "onErrorResume",
                one -> Many.<Integer>fail(IllegalStateException::new).onErrorResume(failure -> one.toMany()));
        rows.put("switchIfEmpty", one -> Many.<Integer>empty().switchIfEmpty(one::toMany));
        rows.put("flatMap", one -> Many.of(0).flatMap(i -> one.toMany()));
        rows.put("merge", one -> Many.merge(one.toMany(), Many.empty()));
        return rows;
    }

    @TestFactory
    Stream<DynamicTest> whatItBelongsToIsClosedBeforeWhatIsAroundIt() {
        return waysIntoAStream().entrySet().stream()
                .flatMap(row -> Stream.<UnaryOperator<One<Integer>>>of(
                                one -> one,
                                one -> one.map(i -> List.<Integer>of().getFirst()))
                        .map(ending -> dynamicTest(row.getKey(), () -> {
                            assertClosedFromTheInside(row.getValue(), ending, Many.of(1, 2), () -> {});
                            TestPublisher<Integer> later = TestPublisher.create();
                            assertClosedFromTheInside(row.getValue(), ending, later.many(), () -> later.next(1));
                        })));
    }

    @Test
    void aFailureOfWhichNoStreamIsMadeComesBehindWhatItBelongsTo() {
        TestPublisher<Integer> later = TestPublisher.create();
        assertClosedFromTheInside(
                one -> one.flatMapMany(Many::of),
                one -> one.map(i -> List.<Integer>of().getFirst()),
                later.many(),
                () -> later.next(1));
    }

    private static void assertClosedFromTheInside(
            Function<One<Integer>, Many<Integer>> way,
            UnaryOperator<One<Integer>> ending,
            Many<Integer> items,
            Runnable arriving) {
        List<Object> order = new ArrayList<>();
        One<Integer> first = items.doFinally(end -> order.add("rows")).first();
        Many.using(() -> "connection", any -> way.apply(ending.apply(first)), any -> order.add("connection"))
                .subscribe(item -> {}, failure -> {}, () -> {});
        arriving.run();
        assertEquals(List.of("rows", "connection"), order);
    }
}
