package dev.weir.op.limit;

import static dev.weir.testkit.Marbles.assertMarble;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.Emitter;
import dev.weir.Many;
import dev.weir.Overflow;
import dev.weir.proofs.Tck;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.Probe;
import dev.weir.testkit.TestPublisher;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class TakeTest {
    private final TestPublisher<Integer> source = TestPublisher.create();

    @Test
    void laws() {
        OperatorLaws.check(many -> many.take(0));
        OperatorLaws.check(many -> many.take(3));
        OperatorLaws.check(many -> many.take(4).filter(i -> i % 2 == 1));
        OperatorLaws.check(many -> many.take(Long.MAX_VALUE));
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.publisher(n -> Many.range(0, Integer.MAX_VALUE).take(n));
    }

    @TestFactory
    Stream<DynamicTest> tckOfTheSubscriber() {
        return Tck.subscriber(many -> many.take(Long.MAX_VALUE));
    }

    @Test
    void completesWithTheLastItem() {
        assertMarble("-a-(b!)", many -> many.take(2), "-a-(b|)");
        assertMarble("-a-|", many -> many.take(2), "-a-|");
        assertMarble("-a-#", many -> many.take(2), "-a-#");
    }

    @Test
    void requestsNoMoreThanItTakes() {
        Probe<Integer> probe = Probe.subscribeTo(source.many().take(3), 2);
        source.assertRequested(2);
        probe.request(Long.MAX_VALUE);
        source.assertRequested(3);
        probe.request(1);
        source.assertRequested(3).next(1, 2, 3);
        probe.assertItems(1, 2, 3).assertCompleted();
    }

    @Test
    void whatIsRefusedBelowIsStillTaken() {
        Probe<Integer> probe = Probe.subscribeTo(source.many().take(3).filter(i -> i == 3), 1);
        source.assertRequested(1)
                .next(1)
                .assertRequested(2)
                .next(2)
                .assertRequested(3)
                .next(3);
        source.assertRequested(3).assertCancelled();
        probe.assertItems(3).assertCompleted();
        probe = Probe.subscribeTo(source.many().take(3).filter(i -> i == 3));
        source.assertRequested(3).next(1, 2).assertRequested(3);
        probe.assertNothing();
    }

    @Test
    void cancelsWhenTheLastItemWasHandled() {
        List<Integer> subscribers = new ArrayList<>();
        Probe<Integer> probe =
                Probe.<Integer>unbounded().whenItem((same, item) -> subscribers.add(source.subscribers()));
        source.many().take(2).subscribe(probe);
        source.next(1, 2);
        probe.assertItems(1, 2).assertCompleted();
        assertEquals(List.of(1, 1), subscribers);
        assertEquals(0, source.subscribers());
    }

    @Test
    void takingNothingDoesNotEvenSubscribe() {
        Probe.subscribeTo(source.many().take(0)).assertItems().assertCompleted();
        assertEquals(0, source.subscriptions());
    }

    @Test
    void aStageThatFailsAtTheLastItemIsNotCompletedAsWell() {
        Many<Integer> failing = Many.of(1, 2).take(1).map(i -> {
            throw new IllegalStateException("failed");
        });
        Probe<Integer> probe = Probe.subscribeTo(failing.onErrorResume(failure -> source.many()));
        probe.assertNothing();
        source.next(7).complete();
        probe.assertItems(7).assertCompleted();
    }

    @Test
    void refusesANegativeCount() {
        assertEquals(
                "take: the count must not be negative, was -1",
                assertThrows(IllegalArgumentException.class, () -> source.many().take(-1))
                        .getMessage());
    }

    @Test
    void forAnItemThatIsNotWantedNoneIsAskedForBeyondThoseToTake() {
        List<Emitter<Integer>> emitters = new ArrayList<>();
        Many<Integer> many = Many.emitter(Overflow.fail(), emitters::add);
        Probe.subscribeTo(many.take(2).filter(i -> i > 1), 2);
        Emitter<Integer> emitter = emitters.getFirst();
        assertEquals(2, emitter.requested());
        emitter.next(1);
        assertEquals(1, emitter.requested());
    }

    /** What cancels a chain that is longer than the stack is let grow has left it at once, whoever hears of that later. */
    @Test
    void isNotEndedTwiceBelowALongChain() {
        Many<Integer> chain = Many.of(1);
        for (int i = 0; i < 300; i++) {
            chain = chain.map(n -> n);
        }
        Many<Integer> one = chain.take(1);
        List<String> ends = new ArrayList<>();
        one.doOnComplete(() -> ends.add("completed")).forEach(n -> {}).await();
        assertEquals(List.of("completed"), ends);
        assertEquals(3, Many.of(1, 2, 3).concatMap(i -> one).count().await());
        assertEquals(3, Many.of(1, 2, 3).flatMap(i -> one).count().await());
    }
}
