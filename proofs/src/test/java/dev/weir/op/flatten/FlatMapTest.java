package dev.weir.op.flatten;

import static dev.weir.testkit.Marbles.assertMarble;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Many;
import dev.weir.Overflow;
import dev.weir.proofs.DroppedFailures;
import dev.weir.proofs.Suppressed;
import dev.weir.proofs.Tck;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.Probe;
import dev.weir.testkit.TestPublisher;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FlatMapTest {
    private static final int MANY = 100_000;

    private final TestPublisher<Integer> outer = TestPublisher.create();
    private final List<TestPublisher<Integer>> inners =
            List.of(TestPublisher.create(), TestPublisher.create(), TestPublisher.create());
    private final Many<Integer> twoAtOnce =
            outer.many().flatMap(2, i -> inners.get(i).many());

    @Test
    void laws() {
        for (int concurrency : List.of(1, 3, Many.CONCURRENCY)) {
            OperatorLaws.of(many -> many.flatMap(concurrency, i -> Many.of(i, -i)))
                    .failureOvertakes()
                    .check();
        }
        OperatorLaws.of(many -> Many.merge(many, Many.range(900, 3)))
                .asksAtOnce()
                .failureOvertakes()
                .unordered()
                .check();
        OperatorLaws.of(many -> many.mergeWith(Many.empty()))
                .asksAtOnce()
                .failureOvertakes()
                .check();
        OperatorLaws.of(many -> Many.of(0).flatMap(zero -> many))
                .failureOvertakes()
                .check();
        OperatorLaws.of(many -> many.flatMap(i -> Many.of(i, i + 1)).filter(i -> i % 2 == 0))
                .failureOvertakes()
                .check();
        OperatorLaws.of(many -> many.flatMap(3, i -> Many.of(i, -i).publishOn(Thread::startVirtualThread)))
                .failureOvertakes()
                .unordered()
                .asynchronous()
                .check();
        OperatorLaws.check(many -> many.flatMapDelayingErrors(3, i -> Many.of(i, -i)));
        OperatorLaws.checkFunction((many, fault) -> many.flatMap(i -> fault.at(i, Many.of(i, -i))));
    }

    @Test
    void theFailureOfAnOnlyItemHasAPlace() {
        Function<Integer, Many<Integer>> failing = i -> Many.of(1 / i);
        for (Many<Integer> many :
                List.of(Many.of(0).flatMap(failing), Many.of(0).concatMap(failing))) {
            ArithmeticException failure =
                    assertThrows(ArithmeticException.class, () -> many.toList().await());
            String place = Suppressed.place(failure);
            assertTrue(place.contains(" (FlatMapTest.java:"), place);
        }
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.publisher(n -> Many.range(0, (int) n).flatMap(Many::of));
    }

    @TestFactory
    Stream<DynamicTest> tckOfTheSubscriber() {
        return Tck.subscriber(many -> many.flatMap(Many::of));
    }

    @Test
    void emitsAsItComes() {
        assertMarble("a--c--|", "-b----d|", Many::merge, "ab-c--d|");
        assertMarble("a--c-!", "-b---#", Many::merge, "ab-c-#");
    }

    @Test
    void asksForOneMoreWhenAStreamAndItsItemsHaveGone() {
        Probe<Integer> probe = Probe.subscribeTo(twoAtOnce, 1);
        outer.assertRequested(2).next(0, 1);
        inners.get(0).next(1, 2).complete();
        outer.assertRequested(2);
        probe.assertItems(1).request(1);
        outer.assertRequested(3);
        probe.assertItems(1, 2).assertNotEnded();
    }

    @Test
    void keepsAtMost32ItemsOfEach() {
        Probe<Integer> probe = Probe.subscribeTo(twoAtOnce, 1);
        outer.next(0, 1);
        for (TestPublisher<Integer> inner : inners.subList(0, 2)) {
            inner.assertRequested(32);
            IntStream.range(0, 32).forEach(inner::next);
        }
        probe.request(30);
        inners.get(0).assertRequestedNoMoreThan(32 + 31);
        inners.get(1).assertRequested(32);
        probe.request(33);
        inners.get(0).assertRequestedNoMoreThan(32 + 32).next(1);
        inners.get(1).assertRequestedNoMoreThan(32 + 32).next(1);
        probe.assertItemCount(64);
    }

    @Test
    void theFirstFailureEndsAllAtOnce() {
        Probe<Integer> probe = Probe.subscribeTo(twoAtOnce, 1);
        outer.next(0, 1);
        inners.get(0).next(1, 2).error(new IllegalStateException("failed"));
        probe.assertItems(1).assertFailed(IllegalStateException.class);
        outer.assertCancelled();
        inners.get(1).assertCancelled();
    }

    @Test
    void aDelayedFailureWaitsForAllStreams() {
        try (DroppedFailures dropped = DroppedFailures.collect()) {
            Probe<Integer> probe = Probe.subscribeTo(
                    outer.many().flatMapDelayingErrors(2, i -> inners.get(i).many()));
            outer.next(0, 1);
            inners.get(0).error(new IllegalStateException("first"));
            outer.assertRequested(3).next(2).error(new IllegalStateException("second"));
            inners.get(1).next(1).complete();
            probe.assertItems(1).assertNotEnded();
            inners.get(2).next(2).complete();
            probe.assertItems(1, 2).assertFailed(failure -> "first".equals(failure.getMessage()));
            assertEquals(
                    "second", Suppressed.of(probe.failure())[0].getMessage(), "upstream's, as that of another stream");
            assertEquals(List.of(), dropped.failures());
        }
    }

    @Test
    void cancelsAllStreams() {
        Probe<Integer> probe = Probe.subscribeTo(twoAtOnce);
        outer.next(0, 1);
        probe.cancel();
        outer.assertCancelled();
        inners.get(0).assertCancelled();
        inners.get(1).assertCancelled();
    }

    @Test
    void streamsOnManyThreadsAreSerializedInTheirOwnOrder() {
        Probe<Integer> probe = Probe.subscribeTo(
                Many.range(0, 8)
                        .flatMap(i -> Many.range(1_000 * i, 1_000).publishOn(Thread::startVirtualThread))
                        .filter(i -> i % 2 == 0),
                4_000);
        probe.awaitItems(4_000).request(1); // for what the filter refuses after the last item
        probe.awaitEnd().assertItemCount(4_000).assertCompleted();
        for (int i = 0; i < 8; i++) {
            int thousand = i;
            List<Integer> own = probe.items().stream()
                    .filter(item -> item / 1_000 == thousand)
                    .toList();
            assertEquals(own.stream().sorted().toList(), own);
            assertEquals(500, own.size());
        }
    }

    @Test
    void manyStreamsDoNotGrowTheStack() {
        Many<Integer> items = Many.range(0, MANY);
        Probe.subscribeTo(items.flatMap(Many::of)).assertItemCount(MANY).assertCompleted();
        Probe.subscribeTo(items.flatMap(1, i -> Many.empty()))
                .assertItemCount(0)
                .assertCompleted();
        Probe<Integer> oneByOne = Probe.<Integer>demanding(1).whenItem((same, item) -> same.request(1));
        items.flatMap(1, Many::of).flatMap(Many::of).subscribe(oneByOne);
        oneByOne.assertItemCount(MANY).assertCompleted();
    }

    @Test
    void mergesNothingToNothing() {
        Probe.subscribeTo(Many.merge()).assertItems().assertCompleted();
    }

    @Test
    void refusesBadArguments() {
        assertEquals(
                "flatMap: the concurrency must be positive, was 0",
                assertThrows(IllegalArgumentException.class, () -> outer.many().flatMap(0, Many::of))
                        .getMessage());
        assertEquals(
                "flatMap: the function is missing: it must not be null",
                assertThrows(NullPointerException.class, () -> outer.many().flatMap(null))
                        .getMessage());
        assertEquals(
                "merge: a stream is missing: it must not be null",
                assertThrows(NullPointerException.class, () -> Many.merge(Many.of(1), null))
                        .getMessage());
    }

    @Test
    void mergesInOtherForms() {
        Probe.subscribeTo(Many.merge(List.of(Many.of(1), Many.of(2))))
                .assertItems(1, 2)
                .assertCompleted();
        Probe.subscribeTo(Many.of(1).mergeWith(Many.of(2))).assertItems(1, 2).assertCompleted();
    }

    @Test
    void tooManyFailuresToKeepAreDropped() {
        try (DroppedFailures dropped = DroppedFailures.collect()) {
            Probe<Integer> probe = Probe.subscribeTo(Many.range(0, 20)
                    .flatMapDelayingErrors(2, i -> Many.<Integer>fail(() -> new IllegalStateException("failed " + i))));
            probe.assertFailed(failure -> "failed 0".equals(failure.getMessage()));
            int kept = probe.failure().getSuppressed().length;
            assertEquals(16, kept);
            assertEquals(
                    19,
                    Suppressed.of(probe.failure()).length + dropped.failures().size());
        }
    }

    @Test
    void oneFailureOfSeveralStreamsIsOne() {
        IllegalStateException same = new IllegalStateException("same");
        try (DroppedFailures dropped = DroppedFailures.collect()) {
            Probe.subscribeTo(Many.range(0, 3).flatMapDelayingErrors(3, i -> Many.<Integer>fail(() -> same)))
                    .assertFailed(same::equals);
            assertEquals(List.of(), dropped.failures());
        }
    }

    @Test
    void whatAOneHoldsOpenIsClosedBehindItsItem() {
        List<Object> log = new ArrayList<>();
        Many<Integer> many = Many.of(1, 2)
                .flatMap(
                        i -> Many.using(() -> i, resource -> Many.of(resource, resource), resource -> log.add("closed"))
                                .first()
                                .toMany());
        many.subscribe(Probe.<Integer>unbounded().whenItem((same, item) -> log.add(item)));
        assertEquals(List.of(1, "closed", 2, "closed"), log);
    }

    @Test
    void delayedFailuresThatNobodyWaitsForAreNoWarning() {
        try (DroppedFailures dropped = DroppedFailures.collect()) {
            Probe.subscribeTo(Many.range(0, 2)
                            .flatMapDelayingErrors(
                                    2, i -> i == 0 ? Many.<Integer>fail(IllegalStateException::new) : Many.never()))
                    .assertNotEnded()
                    .cancel();
            assertEquals(1, dropped.failures().size());
            assertEquals(List.of(), dropped.warnings());
        }
    }

    /** Others may bring items of an inner stream while it is being started: what waits, or is being handled, comes first. */
    @Test
    void whatComesOfAStreamThatIsBeingStartedDoesNotOvertake() {
        List<Integer> seen = Collections.synchronizedList(new ArrayList<>());
        CompletableFuture<Flow.Subscription> subscribed = new CompletableFuture<>();
        CompletableFuture<Void> inside = new CompletableFuture<>();
        CompletableFuture<Void> sent = new CompletableFuture<>();
        Many<Integer> started = Many.emitter(Overflow.buffer(8), emitter -> {
            CompletableFuture.runAsync(() -> {
                        emitter.next(1);
                        emitter.next(2); // which nobody has asked for
                    })
                    .join();
            CompletableFuture<Void> asking =
                    CompletableFuture.runAsync(() -> subscribed.join().request(1));
            inside.join();
            emitter.next(3);
            emitter.complete();
            sent.complete(null);
            asking.join();
        });
        Many.of(started, Many.of(4)).flatMap(Function.identity()).subscribe(new Flow.Subscriber<>() {
            @Override
            public void onSubscribe(Flow.Subscription subscription) {
                subscribed.complete(subscription);
                subscription.request(1);
            }

            @Override
            public void onNext(Integer item) {
                if (item == 2) {
                    inside.complete(null);
                    sent.join();
                }
                seen.add(item);
            }

            @Override
            public void onError(Throwable failure) {
                seen.add(-1);
            }

            @Override
            public void onComplete() {
                seen.add(0);
            }
        });
        assertEquals(List.of(1, 2), seen);
        subscribed.join().request(9);
        assertEquals(List.of(1, 2, 3, 4, 0), seen);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 117, 119, 121, 122, 123, 125, 127})
    void cancelsTheStreamOfAOneBelowWhichThereAreManyStages(int stages) {
        List<Integer> seen = new ArrayList<>();
        Probe<Long> probe = Probe.unbounded();
        Many<Long> many = Many.of(1, 2)
                .flatMap(i -> Many.range(0, 1_000)
                        .doOnNext(n -> {
                            seen.add(n);
                            if (n == 3) {
                                probe.cancel();
                            }
                        })
                        .count()
                        .toMany());
        for (int i = 0; i < stages; i++) {
            many = many.map(n -> n);
        }
        many.subscribe(probe);
        assertEquals(List.of(0, 1, 2, 3), seen);
    }
}
