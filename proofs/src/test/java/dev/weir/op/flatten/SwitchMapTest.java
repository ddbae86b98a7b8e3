package dev.weir.op.flatten;

import static dev.weir.testkit.Marbles.assertMarble;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Many;
import dev.weir.proofs.Tck;
import dev.weir.testkit.Marbles;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.Probe;
import dev.weir.testkit.TestPublisher;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class SwitchMapTest {
    private static final int MANY = 100_000;

    private final TestPublisher<Integer> outer = TestPublisher.create();
    private final List<TestPublisher<Integer>> inners = List.of(TestPublisher.create(), TestPublisher.create());
    private final Many<Integer> newest =
            outer.many().switchMap(i -> inners.get(i).many());

    @Test
    void laws() {
        OperatorLaws.of(many -> many.switchMap(i -> Many.of(i, -i)))
                .requestsUnbounded()
                .itemsDependOnDemand()
                .failureOvertakes()
                .check();
        OperatorLaws.of(many -> many.switchMap(Many::of).filter(i -> i % 2 == 1))
                .requestsUnbounded()
                .itemsDependOnDemand()
                .failureOvertakes()
                .check();
        OperatorLaws.of(many -> Many.of(0).switchMap(zero -> many))
                .failureOvertakes()
                .check();
        OperatorLaws.of(many -> Many.of(0).switchMap(zero -> many).filter(i -> i % 2 == 1))
                .failureOvertakes()
                .check();
        OperatorLaws.ofFunction((many, fault) -> many.switchMap(i -> fault.at(i, Many.of(i))))
                .requestsUnbounded()
                .itemsDependOnDemand()
                .check();
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.publisher(n -> Many.of(0).switchMap(zero -> Many.range(0, (int) n)));
    }

    @TestFactory
    Stream<DynamicTest> tckOfTheSubscriber() {
        return Tck.subscriber(many -> many.switchMap(Many::of));
    }

    @Test
    void theNextStreamTakesThePlaceOfTheOneBefore() {
        Marbles marbles = new Marbles();
        Many<String> first = marbles.source("1-2-!");
        Many<String> second = marbles.source("x-y|");
        Many<String> switched = marbles.source("a---b----|").switchMap(item -> item.equals("a") ? first : second);
        marbles.expect(switched, "1-2-x-y--|");
    }

    @Test
    void theLastStreamOutlivesUpstream() {
        assertMarble("a-|", "1---2|", (outer, inner) -> outer.switchMap(item -> inner), "1---2|");
        assertMarble("--|", "1---2|", (outer, inner) -> outer.switchMap(item -> inner), "--|");
    }

    @Test
    void aFailureOfEitherEndsBothAtOnce() {
        assertMarble("a-#", "1-!", (outer, inner) -> outer.switchMap(item -> inner), "1-#");
        assertMarble("a-!", "1-#", (outer, inner) -> outer.switchMap(item -> inner), "1-#");
    }

    @Test
    void forgetsWhatWaitsOfTheStreamBefore() {
        Probe<Integer> probe = Probe.subscribeTo(newest, 1);
        outer.assertRequested(Long.MAX_VALUE).next(0);
        inners.get(0).next(1, 2, 3).complete();
        outer.next(1);
        inners.get(1).next(4);
        probe.assertItems(1).request(9);
        probe.assertItems(1, 4).assertNotEnded();
        outer.complete();
        probe.assertNotEnded();
        inners.get(1).complete();
        probe.assertItems(1, 4).assertCompleted();
    }

    @Test
    void keepsAtMost32Items() {
        Probe<Integer> probe = Probe.subscribeTo(newest.filter(i -> i > 0), 1);
        outer.next(0);
        inners.get(0).assertRequested(32);
        IntStream.range(0, 32).forEach(inners.get(0)::next);
        inners.get(0).assertRequested(32);
        probe.request(30);
        inners.get(0).assertRequestedNoMoreThan(32 + 32).next(32);
        probe.assertItemCount(31).request(1);
        probe.assertItemCount(32);
    }

    @Test
    void keepsNoMoreWhileAnItemIsHandledElsewhere() {
        TestPublisher<Integer> inner = TestPublisher.create();
        AtomicInteger told = new AtomicInteger();
        List<Integer> kept = new ArrayList<>();
        outer.many()
                .switchMap(i -> i == 0 ? inner.many() : Many.of(i))
                .onUndelivered(Integer.class, item -> told.incrementAndGet())
                .subscribe(item -> {
                    if (item == 0) { // whoever brings the next streams finds this one busy
                        CompletableFuture.runAsync(
                                        () -> IntStream.rangeClosed(1, MANY).forEach(outer::next),
                                        Thread::startVirtualThread)
                                .join();
                        kept.add(MANY - told.get());
                    }
                });
        outer.next(0);
        inner.next(0);
        assertTrue(kept.getFirst() <= 32, () -> kept + " were kept");
    }

    @Test
    void aSwitchInsideAnItemTakesEffectAtOnce() {
        Probe<Integer> probe = Probe.<Integer>unbounded().whenItem((same, item) -> {
            if (item == 1) {
                outer.next(1);
            }
        });
        newest.subscribe(probe);
        outer.next(0);
        inners.get(0).next(1);
        inners.get(0).assertCancelled();
        inners.get(1).next(2);
        probe.assertItems(1, 2);
    }

    @Test
    void cancelsBothStreams() {
        Probe<Integer> probe = Probe.subscribeTo(newest);
        outer.next(0);
        probe.cancel();
        outer.assertCancelled();
        inners.get(0).assertCancelled();
    }

    @Test
    void manySwitchesDoNotGrowTheStack() {
        Probe.subscribeTo(Many.range(0, MANY).switchMap(Many::of))
                .assertItemCount(MANY)
                .assertCompleted();
    }

    @Test
    void refusesNull() {
        assertEquals(
                "switchMap: the function is missing: it must not be null",
                assertThrows(NullPointerException.class, () -> outer.many().switchMap(null))
                        .getMessage());
    }

    @Test
    void aCancellationInsideTheFunctionStartsNothing() {
        TestPublisher<Integer> inner = TestPublisher.create();
        Probe<Integer> probe = Probe.unbounded();
        Many.of(1)
                .switchMap(i -> {
                    probe.cancel();
                    return inner.many();
                })
                .subscribe(probe);
        inner.assertSubscribers(0);
    }
}
