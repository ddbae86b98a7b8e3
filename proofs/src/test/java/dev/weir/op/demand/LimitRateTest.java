package dev.weir.op.demand;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.Many;
import dev.weir.Operators;
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

class LimitRateTest {
    private final TestPublisher<Integer> source = TestPublisher.create();

    @Test
    void laws() {
        for (int most : List.of(1, 2, 3, 100)) {
            OperatorLaws.check(many -> many.through(Operators.limitRate(most)));
        }
        OperatorLaws.check(many -> many.through(Operators.<Integer>limitRate(3)).filter(i -> i % 2 == 0));
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.publisher(1_000, n -> Many.range(0, (int) n).through(Operators.limitRate(8)));
    }

    @TestFactory
    Stream<DynamicTest> tckOfTheSubscriber() {
        return Tck.subscriber(many -> many.through(Operators.limitRate(8)));
    }

    @Test
    void asksForSoManyThenForThreeQuartersOfIt() {
        Probe<Integer> probe = Probe.subscribeTo(source.many().through(Operators.limitRate(4)));
        source.assertRequested(4).next(1, 2).assertRequested(4).next(3).assertRequested(7);
        source.next(4, 5, 6).assertRequested(10).next(7).complete();
        probe.assertItems(1, 2, 3, 4, 5, 6, 7).assertCompleted();
    }

    @Test
    void asksForNothingThatIsNotAskedFor() {
        Probe<Integer> probe = Probe.subscribeTo(source.many().through(Operators.limitRate(4)), 2);
        source.assertRequested(2).next(1, 2).assertRequested(2);
        probe.request(5);
        source.assertRequested(4).next(3).assertRequested(7).next(4, 5, 6, 7).assertRequested(7);
        probe.assertItems(1, 2, 3, 4, 5, 6, 7);
    }

    @Test
    void itemsThatUseUpNoDemandAreNotCounted() {
        Probe.subscribeTo(source.many().through(Operators.limitRate(2)).filter(i -> i > 2), 1);
        source.assertRequested(1).next(1, 2).assertRequested(3).next(3).assertRequested(3);
    }

    @Test
    void asksASourceThatEmitsAtOnceAgainAndAgain() {
        List<Long> requests = new ArrayList<>();
        Many<Integer> many = Many.range(0, 99).through(Operators.doOnRequest(requests::add));
        assertEquals(10, many.through(Operators.limitRate(4)).take(10).count().await());
        assertEquals(List.of(4L, 3L, 3L), requests);
    }

    @Test
    void whoAsksForOneAfterTheOtherChangesNoBatch() {
        Probe<Integer> probe = Probe.subscribeTo(source.many().through(Operators.limitRate(4)), 8);
        for (int i = 1; i < 3; i++) {
            source.next(i);
            probe.request(1);
            source.assertRequested(4);
        }
        source.next(3).assertRequested(7);
    }

    @Test
    void asksNoMoreOnceAllIsCancelled() {
        List<Long> requests = new ArrayList<>();
        Many<Integer> many = Many.range(0, 9).through(Operators.doOnRequest(requests::add));
        assertEquals(
                true, many.through(Operators.limitRate(1)).anyMatch(i -> true).await());
        assertEquals(List.of(1L), requests);
    }

    @Test
    void refusesNothing() {
        assertThrows(IllegalArgumentException.class, () -> source.many().through(Operators.limitRate(0)));
    }
}
