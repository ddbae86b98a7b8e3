package dev.weir.op.flatten;

import static dev.weir.testkit.Marbles.assertMarble;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.Ending;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.Operators;
import dev.weir.proofs.DroppedFailures;
import dev.weir.proofs.Tck;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.Probe;
import dev.weir.testkit.TestPublisher;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class MapAsyncTest {
    private static final int MANY = 100_000;

    private final TestPublisher<Integer> source = TestPublisher.create();
    private final List<CompletableFuture<Integer>> futures =
            List.of(new CompletableFuture<>(), new CompletableFuture<>(), new CompletableFuture<>());
    private final Many<Integer> twoAtOnce = source.many().mapAsync(2, i -> One.from(futures.get(i)));

    @Test
    void laws() {
        OperatorLaws.check(many -> many.mapAsync(1, One::of));
        OperatorLaws.check(many -> many.mapAsync(4, One::of).filter(i -> i % 2 == 0));
        OperatorLaws.check(many -> many.mapAsync(3, i -> One.of(i).delay(Duration.ofMillis(9 - i % 10))));
        OperatorLaws.checkFunction((many, fault) -> many.mapAsync(2, i -> fault.at(i, One.of(i))));
        OperatorLaws.ofFunction((many, fault) ->
                        many.mapAsync(2, i -> One.supply(() -> fault.at(i, i)).orFail()))
                .withoutPlace() // orFail has no function
                .check();
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.publisher(n -> Many.range(0, (int) n).mapAsync(4, One::of));
    }

    @TestFactory
    Stream<DynamicTest> tckOfTheSubscriber() {
        return Tck.subscriber(many -> many.mapAsync(4, One::of));
    }

    @Test
    void keepsTheOrderAndTheBound() {
        Probe<Integer> probe = Probe.subscribeTo(twoAtOnce);
        source.assertRequested(2).next(0, 1);
        futures.get(1).complete(11);
        source.assertRequested(2);
        probe.assertNothing();
        futures.get(0).complete(10);
        source.assertRequested(4).next(2).complete();
        probe.assertItems(10, 11).assertNotEnded();
        futures.get(2).complete(12);
        probe.assertItems(10, 11, 12).assertCompleted();
    }

    @Test
    void aValueThatIsThereWaitsForThoseBefore() {
        Probe<Integer> probe =
                Probe.subscribeTo(source.many().mapAsync(2, i -> i == 0 ? One.from(futures.getFirst()) : One.of(i)));
        source.next(0, 1);
        probe.assertNothing();
        futures.getFirst().complete(10);
        probe.assertItems(10, 1);
    }

    @Test
    void runsSeveralAtOnce() {
        assertMarble("(abcd|)", many -> many.mapAsync(2, x -> One.of(x).delay(Duration.ofMillis(20))), "--(ab)-(cd|)");
    }

    @Test
    void aValueWaitsForDemandAndHoldsItsPlace() {
        Probe<Integer> probe = Probe.subscribeTo(twoAtOnce.filter(i -> i > 10), 1);
        source.next(0, 1);
        for (int i = 0; i < 3; i++) {
            futures.get(i).complete(10 + i);
        }
        source.assertRequested(4).next(2).assertRequested(4);
        probe.assertItems(11).request(1);
        source.assertRequested(5);
        probe.assertItems(11, 12).assertNotEnded();
    }

    @Test
    void noItemForNull() {
        Probe.subscribeTo(Many.of(1, 2, 3).mapAsync(1, i -> i == 2 ? One.<Integer>ofNull() : One.of(i)), 2)
                .assertItems(1, 3)
                .assertCompleted();
    }

    @Test
    void aFailureComesInItsPlaceAndCancelsTheRest() {
        List<Ending> endings = new ArrayList<>();
        Many<Integer> many = source.many()
                .mapAsync(3, i -> i == 2 ? One.<Integer>never().doFinally(endings::add) : One.from(futures.get(i)));
        Probe<Integer> probe = Probe.subscribeTo(many);
        source.next(0, 1, 2);
        futures.get(1).completeExceptionally(new IllegalStateException("failed"));
        probe.assertNothing();
        futures.get(0).complete(10);
        probe.assertItems(10).assertFailed(IllegalStateException.class);
        source.assertCancelled();
        assertEquals(List.of(Ending.CANCELLED), endings);
    }

    @Test
    void aFailureOfAnItemComesBeforeThatOfUpstream() {
        try (DroppedFailures dropped = DroppedFailures.collect()) {
            Probe<Integer> probe = Probe.subscribeTo(twoAtOnce, 1);
            source.next(0, 1).error(new IllegalStateException("upstream"));
            futures.get(1).completeExceptionally(new IllegalStateException("second"));
            probe.assertNothing();
            futures.get(0).completeExceptionally(new IllegalStateException("first"));
            probe.assertFailed(failure -> "first".equals(failure.getMessage()));
            assertEquals(
                    List.of("upstream", "second"),
                    dropped.failures().stream().map(Throwable::getMessage).toList());
        }
    }

    @Test
    void cancelsTheOnesThatRunAndThoseThatBeginTooLate() {
        List<Ending> endings = new ArrayList<>();
        Probe<Integer> probe = Probe.unbounded();
        Many<Integer> many = source.many().mapAsync(2, i -> {
            if (i == 2) {
                probe.cancel();
            }
            return One.<Integer>never().doFinally(endings::add);
        });
        many.subscribe(probe);
        source.next(1);
        assertEquals(List.of(), endings);
        source.next(2).assertCancelled();
        assertEquals(List.of(Ending.CANCELLED, Ending.CANCELLED), endings);
    }

    @Test
    void anItemThatIsCancelledBeforeItsFunctionIsCalledIsTold() {
        List<UnaryOperator<Many<Integer>>> operators =
                List.of(many -> many.delayUntil(One::of), many -> many.mapBlocking(1, i -> i));
        for (UnaryOperator<Many<Integer>> operator : operators) {
            List<Integer> told = new ArrayList<>();
            Probe<Integer> probe = Probe.unbounded();
            Many<Integer> cancelling = Many.of(1, 2).doOnNext(i -> probe.cancel());
            operator.apply(cancelling).onUndelivered(Integer.class, told::add).subscribe(probe);
            assertEquals(List.of(1), told);
        }
    }

    @Test
    void manyOnesDoNotGrowTheStack() {
        Probe.subscribeTo(Many.range(0, MANY).mapAsync(4, One::of))
                .assertItemCount(MANY)
                .assertCompleted();
        Probe.subscribeTo(Many.range(0, MANY).mapAsync(1, i -> One.ofNull()))
                .assertItems()
                .assertCompleted();
    }

    @Test
    void refusesBadArguments() {
        assertEquals(
                "mapAsync: the concurrency must be positive, was 0",
                assertThrows(IllegalArgumentException.class, () -> source.many().mapAsync(0, One::of))
                        .getMessage());
        assertEquals(
                "mapAsync: the function is missing: it must not be null",
                assertThrows(NullPointerException.class, () -> source.many().mapAsync(1, null))
                        .getMessage());
    }

    @Test
    void delaysAnItemUntilAnotherOneHasEnded() {
        OperatorLaws.check(many -> many.delayUntil(i -> One.timer(Duration.ofMillis(1))));
        OperatorLaws.check(many -> many.delayUntil(i -> One.ofVoid()).filter(i -> i % 2 == 0));
        OperatorLaws.checkFunction((many, fault) -> many.delayUntil(i -> fault.at(i, One.of(i))));
        assertMarble("(ab|)", many -> many.delayUntil(x -> One.timer(Duration.ofMillis(20))), "--a-(b|)");
    }

    @Test
    void aFailureInTurnNeedsNoDemand() {
        List<CompletableFuture<Integer>> stages = List.of(new CompletableFuture<>(), new CompletableFuture<>());
        Probe<Integer> probe = Probe.subscribeTo(Many.range(0, 2).mapAsync(2, i -> One.from(stages.get(i))), 1);
        stages.get(0).complete(1);
        stages.get(1).completeExceptionally(new IllegalStateException("broken"));
        probe.assertItems(1).assertFailed(IllegalStateException.class);
    }

    @Test
    void asksOnceForAllThatGoTogether() {
        List<Long> requests = new ArrayList<>();
        List<CompletableFuture<Integer>> stages =
                Stream.generate(() -> new CompletableFuture<Integer>()).limit(6).toList();
        Probe<Integer> probe = Probe.subscribeTo(Many.range(0, 6)
                .through(Operators.doOnRequest(requests::add))
                .mapAsync(3, i -> One.from(stages.get(i))));
        stages.get(1).complete(1);
        stages.get(2).complete(2);
        assertEquals(List.of(3L), requests, "they wait for their turn");
        stages.get(0).complete(0);
        probe.assertItems(0, 1, 2);
        assertEquals(List.of(3L, 3L), requests);
        stages.get(3).complete(3);
        assertEquals(List.of(3L, 3L, 1L), requests);
    }

    @Test
    void cancelsAOneThatGoesOnAtOnceBehindAWait() {
        List<Integer> seen = new ArrayList<>();
        Probe<List<Long>> probe = Probe.unbounded();
        One<Long> counting = Many.range(0, 1_000)
                .doOnNext(n -> {
                    seen.add(n);
                    if (n == 3) {
                        probe.cancel();
                    }
                })
                .count();
        Many.of(1).mapAsync(1, i -> One.all(List.of(counting))).subscribe(probe);
        assertEquals(List.of(0, 1, 2, 3), seen);
        probe.assertItems();
    }

    @Test
    void aValueWhoseOneHasCancelledItIsUndelivered() {
        List<Integer> told = new ArrayList<>();
        Probe<Integer> probe = Probe.unbounded();
        Many.of(1, 2)
                .mapAsync(1, i -> One.of(i).doOnValue(v -> probe.cancel()))
                .onUndelivered(Integer.class, told::add)
                .subscribe(probe);
        probe.assertItems();
        assertEquals(List.of(1), told);
    }
}
