package dev.weir.op.combine;

import static dev.weir.testkit.Marbles.assertMarble;

import dev.weir.Many;
import dev.weir.proofs.Tck;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.Probe;
import dev.weir.testkit.TestPublisher;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class RaceTest {
    private final TestPublisher<Integer> left = TestPublisher.create();
    private final TestPublisher<Integer> right = TestPublisher.create();
    private final Many<Integer> first = Many.race(left.many(), right.many());

    @Test
    void laws() {
        OperatorLaws.check(many -> Many.race(many, Many.never()));
        OperatorLaws.check(
                many -> Many.race(List.of(Many.<Integer>never(), many)).filter(i -> i % 2 == 0));
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.publisher(n -> Many.race(Many.never(), Many.range(0, (int) n)));
    }

    @TestFactory
    Stream<DynamicTest> tckOfTheSubscriber() {
        return Tck.subscriber(many -> Many.race(many, Many.never()));
    }

    @Test
    void theFirstToEmitWins() {
        assertMarble("--a-b|", "-x---(y|)", (a, b) -> Many.race(a, b), "-x---(y|)");
        assertMarble("--a|", "-|", (a, b) -> Many.race(a, b), "-|");
        assertMarble("--a|", "-#", (a, b) -> Many.race(a, b), "-#");
    }

    @Test
    void cancelsTheOthers() {
        Probe<Integer> probe = Probe.subscribeTo(first, 2);
        left.assertRequested(2);
        right.assertRequested(2).next(1);
        left.assertCancelled();
        probe.request(2);
        right.assertRequested(4);
        probe.cancel();
        right.assertCancelled();
    }

    @Test
    void isCancelledBeforeAnyHasWon() {
        Probe.subscribeTo(first).cancel();
        left.assertCancelled();
        right.assertCancelled();
    }

    @Test
    void whatHasWonAtOnceIsAllThatIsSubscribedTo() {
        Probe.subscribeTo(Many.race(Many.of(1, 2), left.many()))
                .assertItems(1, 2)
                .assertCompleted();
        left.assertSubscribers(0);
        Probe.subscribeTo(Many.race()).assertCompleted();
    }

    @Test
    void theFailureOfALoserIsDroppedQuietly() {
        Probe<Integer> probe = Probe.subscribeTo(
                Many.race(Many.of(1).concatWith(Many.never()), Many.fail(IllegalStateException::new)));
        probe.assertItems(1).assertNotEnded();
    }
}
