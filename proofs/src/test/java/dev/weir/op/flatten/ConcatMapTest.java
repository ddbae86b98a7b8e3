package dev.weir.op.flatten;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.Many;
import dev.weir.proofs.DroppedFailures;
import dev.weir.proofs.Tck;
import dev.weir.testkit.Marbles;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.Probe;
import dev.weir.testkit.TestPublisher;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class ConcatMapTest {
    private static final int MANY = 100_000;

    private final TestPublisher<Integer> outer = TestPublisher.create();
    private final TestPublisher<Integer> inner = TestPublisher.create();
    private final Many<Integer> flat = outer.many().concatMap(i -> inner.many());

    @Test
    void laws() {
        OperatorLaws.check(many -> many.concatMap(i -> Many.of(i, -i)));
        OperatorLaws.check(many -> many.concatMap(i -> Many.range(0, i % 3)));
        OperatorLaws.check(many -> many.concatMap(i -> Many.of(i, i + 1)).filter(i -> i % 2 == 0));
        OperatorLaws.of(many -> Many.of(1, 2).concatMap(i -> many))
                .subscribesAgain()
                .check();
        OperatorLaws.checkFunction((many, fault) -> many.concatMap(i -> fault.at(i, Many.of(i, i))));
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.publisher(n -> Many.range(0, (int) n).concatMap(Many::of));
    }

    @TestFactory
    Stream<DynamicTest> tckOfTheSubscriber() {
        return Tck.subscriber(many -> many.concatMap(Many::of));
    }

    @Test
    void oneStreamAfterTheOther() {
        Marbles marbles = new Marbles();
        Many<String> xy = marbles.source("x--y|");
        marbles.expect(marbles.source("a-b---|").concatMap(x -> xy), "x--yx--y|");
    }

    @Test
    void asksForOneItemAtATime() {
        Probe<Integer> probe = Probe.subscribeTo(flat);
        outer.assertRequested(1).next(1);
        inner.next(10, 11);
        outer.assertRequested(1);
        inner.complete();
        outer.assertRequested(2).next(2);
        assertEquals(2, inner.subscriptions());
        inner.next(20).complete();
        outer.assertRequested(3).complete();
        probe.assertItems(10, 11, 20).assertCompleted();
    }

    @Test
    void handsOnTheDemandThatIsLeft() {
        Probe<Integer> probe = Probe.subscribeTo(flat.filter(i -> i % 2 == 0), 3);
        outer.next(1);
        inner.assertRequested(3).next(2, 3).complete();
        outer.next(2);
        inner.assertRequested(2);
        probe.request(Long.MAX_VALUE);
        inner.assertRequested(Long.MAX_VALUE);
    }

    @Test
    void aFailureOfTheOuterStreamWaitsForTheInnerOne() {
        Probe<Integer> probe = Probe.subscribeTo(flat);
        outer.next(1).error(new IllegalStateException("outer"));
        inner.next(10);
        probe.assertItems(10).assertNotEnded();
        inner.complete();
        probe.assertFailed(IllegalStateException.class);
    }

    @Test
    void aFailureOfTheInnerStreamEndsAll() {
        Probe<Integer> probe = Probe.subscribeTo(flat);
        outer.next(1);
        inner.next(10).error(new IllegalStateException("inner"));
        outer.assertCancelled();
        probe.assertItems(10).assertFailed(IllegalStateException.class);
    }

    @Test
    void ofTwoFailuresTheSecondIsDropped() {
        try (DroppedFailures dropped = DroppedFailures.collect()) {
            Probe<Integer> probe = Probe.subscribeTo(flat);
            outer.next(1).error(new IllegalStateException("outer"));
            inner.error(new IllegalStateException("inner"));
            probe.assertFailed(failure -> "inner".equals(failure.getMessage()));
            assertEquals("outer", dropped.failures().getFirst().getMessage());
        }
    }

    @Test
    void aStreamWhoseFunctionHasCancelledIsNotSubscribedTo() {
        AtomicInteger subscriptions = new AtomicInteger();
        Probe<Integer> probe = Probe.demanding(5);
        TestPublisher<Integer> source = TestPublisher.create();
        source.many()
                .concatMap(item -> {
                    probe.cancel();
                    return Many.defer(() -> {
                        subscriptions.incrementAndGet();
                        return Many.<Integer>fail(IllegalStateException::new).onErrorReturn(failure -> 7);
                    });
                })
                .subscribe(probe);
        source.next(1).assertCancelled();
        probe.assertNothing();
        assertEquals(0, subscriptions.get());
    }

    @Test
    void cancelsBothStreams() {
        Probe<Integer> probe = Probe.subscribeTo(flat);
        outer.next(1);
        probe.cancel();
        outer.assertCancelled();
        inner.assertCancelled();
    }

    @Test
    void manyInnerStreamsDoNotGrowTheStack() {
        Many<Integer> items = Many.range(0, MANY);
        Probe.subscribeTo(items.concatMap(Many::of)).assertItemCount(MANY).assertCompleted();
        Probe.subscribeTo(items.concatMap(i -> Many.empty())).assertItemCount(0).assertCompleted();
        Probe<Integer> oneByOne = Probe.<Integer>demanding(1).whenItem((same, item) -> same.request(1));
        items.concatMap(Many::of).concatMap(Many::of).subscribe(oneByOne);
        oneByOne.assertItemCount(MANY).assertCompleted();
    }

    @Test
    void refusesNull() {
        assertEquals(
                "concatMap: the function is missing: it must not be null",
                assertThrows(NullPointerException.class, () -> outer.many().concatMap(null))
                        .getMessage());
    }

    @Test
    void ofOneItemItMayCallItselfInLastPlace() {
        assertEquals(List.of(0), down(300_000).toList().await());
    }

    private static Many<Integer> down(int n) {
        return Many.of(n).concatMap(i -> i == 0 ? Many.of(0) : down(i - 1));
    }

    @Test
    void aFailureOfBothStreamsIsReceivedAndNotReported() {
        IllegalStateException same = new IllegalStateException("same");
        TestPublisher<Integer> outer = TestPublisher.create();
        TestPublisher<Integer> inner = TestPublisher.create();
        try (DroppedFailures dropped = DroppedFailures.collect()) {
            Probe<Integer> probe = Probe.subscribeTo(outer.many().concatMap(i -> inner.many()));
            outer.next(1).error(same);
            inner.error(same);
            probe.assertFailed(same::equals);
            assertEquals(List.of(), dropped.failures());
        }
    }
}
