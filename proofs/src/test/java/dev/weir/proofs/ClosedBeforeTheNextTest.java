package dev.weir.proofs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.weir.Broadcast;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.Operators;
import dev.weir.Overflow;
import dev.weir.testkit.Probe;
import dev.weir.testkit.TestPublisher;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import java.util.stream.Gatherer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What follows a stream begins when that has been left, with all that it had open. */
class ClosedBeforeTheNextTest {
    private final List<String> log = new ArrayList<>();
    private int opened;

    private Many<Integer> using(Many<Integer> use) {
        return Many.using(
                () -> {
                    log.add("open " + ++opened);
                    return opened;
                },
                resource -> use,
                resource -> log.add("close " + resource));
    }

    @SuppressWarnings("TypeParameterUnusedInFormals") // whatever is due
    private static <R> R fail(int item) {
        throw new IllegalStateException("planned for " + item);
    }

    private static Many<Integer> behindOthers(Many<Integer> many) {
        Many<Integer> chain = many;
        for (int i = 0; i < 300; i++) {
            chain = chain.map(item -> item);
        }
        return chain;
    }

    /** Each end that comes of an item, which has been handled then: nobody needs the resource any more. */
    @TestFactory
    Stream<DynamicTest> closesBeforeTheEndGoesOn() {
        Many<Integer> failed = Many.fail(IllegalStateException::new);
        Map<String, Function<Many<Integer>, Many<?>>> ends = new TreeMap<>();
        ends.put("take", many -> many.take(1));
        ends.put(
                "take behind what looks on",
                many -> many.doFinally(ending -> {}).log("x").take(1));
        ends.put("take in a group", many -> many.buffer(1).take(1));
        ends.put("takeWhile", many -> many.takeWhile(i -> false));
        ends.put("takeUntil", many -> many.takeUntil(i -> true));
        ends.put("takeUntil, of another stream", many -> {
            Broadcast<Integer> other = Broadcast.create();
            return many.doOnNext(other::emit).takeUntil(other.listen(Overflow.buffer(1)));
        });
        ends.put("map", many -> many.map(ClosedBeforeTheNextTest::fail));
        ends.put("filter", many -> many.filter(ClosedBeforeTheNextTest::fail));
        ends.put("scan", many -> many.scan(() -> 0, (sum, i) -> fail(i)).skip(1));
        ends.put("mapAsync", many -> many.mapAsync(1, i -> One.fail(IllegalStateException::new)));
        ends.put("mapAsync, its function", many -> many.mapAsync(1, ClosedBeforeTheNextTest::fail));
        ends.put("flatMap", many -> many.flatMap(i -> failed));
        ends.put("flatMap, its function", many -> many.flatMap(ClosedBeforeTheNextTest::fail));
        ends.put("concatMap", many -> many.concatMap(i -> failed));
        ends.put("concatMap, its function", many -> many.concatMap(ClosedBeforeTheNextTest::fail));
        ends.put("take behind concatMap", many -> many.concatMap(Many::of).take(1));
        ends.put("map behind concatMap", many -> many.concatMap(Many::of).map(ClosedBeforeTheNextTest::fail));
        ends.put(
                "take behind expand",
                many -> many.through(Operators.<Integer>expand(i -> Many.empty()))
                        .take(1));
        ends.put("take behind a long chain", many -> behindOthers(many).take(1));
        ends.put("map behind a long chain", many -> behindOthers(many).map(ClosedBeforeTheNextTest::fail));
        ends.put(
                "anyMatch behind a long chain",
                many -> behindOthers(many).anyMatch(i -> true).toMany());
        ends.put(
                "publishOn, which is refused",
                many -> many.publishOn(task -> {
                    throw new RejectedExecutionException("planned");
                }));
        ends.put("take behind share", many -> many.share().take(1));
        ends.put("map behind share", many -> many.share().map(ClosedBeforeTheNextTest::fail));
        ends.put(
                "take behind raceWith",
                many -> many.through(Operators.raceWith(Many.never())).take(1));
        ends.put(
                "map behind raceWith",
                many -> many.through(Operators.raceWith(Many.never())).map(ClosedBeforeTheNextTest::fail));
        ends.put("take behind groupBy", many -> many.groupBy(2, i -> i).take(1));
        ends.put("switchMap", many -> many.switchMap(i -> failed));
        ends.put("switchMap, its function", many -> many.switchMap(ClosedBeforeTheNextTest::fail));
        ends.put("flatMapIterable", many -> many.flatMapIterable(ClosedBeforeTheNextTest::fail));
        ends.put("groupBy", many -> many.groupBy(2, ClosedBeforeTheNextTest::fail));
        ends.put("withLatestFrom", many -> many.withLatestFrom(Many.of(1), (i, other) -> fail(i)));
        ends.put("anyMatch", many -> many.anyMatch(i -> true).toMany());
        ends.put("forEach", many -> many.forEach(ClosedBeforeTheNextTest::fail).toMany());
        ends.put("reduce", many -> many.reduce(() -> 0, (sum, i) -> fail(i)).toMany());
        return ends.entrySet().stream()
                .map(each -> dynamicTest(each.getKey(), () -> {
                    log.clear();
                    opened = 0;
                    TestPublisher<Integer> source = TestPublisher.create();
                    each.getValue()
                            .apply(using(source.many()))
                            .subscribe(item -> {}, failure -> log.add("end"), () -> log.add("end"));
                    source.next(1);
                    assertEquals(List.of("open 1", "close 1", "end"), log);
                }));
    }

    /** A pool with one connection, or a lock, would wait for ever. */
    @Test
    void whatFollowsATakeDoesNotOpenBefore() {
        TestPublisher<Integer> source = TestPublisher.create();
        using(source.many()).take(1).concatWith(using(Many.of(2))).subscribe();
        source.next(1);
        assertEquals(List.of("open 1", "close 1", "open 2", "close 2"), log);
    }

    @Test
    void alsoWithOneInTheOther() {
        TestPublisher<Integer> source = TestPublisher.create();
        using(using(source.many())).take(1).doOnComplete(() -> log.add("end")).subscribe();
        source.next(1);
        assertEquals(List.of("open 1", "open 2", "close 2", "close 1", "end"), log);
    }

    @Test
    void anOverflowClosesBeforeTheEndGoesOn() {
        TestPublisher<Integer> source = TestPublisher.create();
        Probe.subscribeTo(using(source.many()).onOverflow(Overflow.fail()).doOnError(_ -> log.add("end")), 0);
        source.next(1);
        assertEquals(List.of("open 1", "close 1", "end"), log);
    }

    @Test
    void whatAGathererHadPushedBeforeItFailedIsHandledBefore() {
        TestPublisher<Integer> source = TestPublisher.create();
        Gatherer<Integer, ?, Integer> failing = Gatherer.of((_, item, out) -> {
            out.push(item);
            throw new IllegalStateException("planned");
        });
        Many<Integer> many = using(source.many()).gather(failing);
        Probe.subscribeTo(many.doOnNext(_ -> log.add("item")).doOnError(_ -> log.add("end")), 5);
        source.next(1);
        assertEquals(List.of("open 1", "item", "close 1", "end"), log);
    }
}
