package dev.weir.op.combine;

import static dev.weir.testkit.Marbles.assertMarble;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.Many;
import dev.weir.proofs.DroppedFailures;
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
    private final TestPublisher<Integer> a = TestPublisher.create();
    private final TestPublisher<Integer> b = TestPublisher.create();
    private final Many<Integer> race = Many.race(a.many(), b.many());

    @Test
    void laws() {
        OperatorLaws.of(many -> Many.race(many, Many.never()))
                .asksAtOnce()
                .failureOvertakes()
                .check();
        OperatorLaws.ofSource(() -> Many.race(Many.never(), Many.range(0, 50))).check();
        OperatorLaws.ofSource(() -> Many.race(Many.range(0, 50))).check();
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.publisher(1_000, n -> Many.race(Many.never(), Many.range(0, (int) n)));
    }

    @Test
    void isTheStreamThatSignalsFirst() {
        assertMarble("--a-b-|", s -> Many.race(s, Many.never()), "--a-b-|");
        assertMarble("--a-b-|", s -> Many.race(s, Many.empty()), "|");
        assertMarble("-a-#", s -> Many.race(Many.never(), s), "-a-#");
    }

    @Test
    void cancelsTheOthers() {
        Probe<Integer> probe = Probe.subscribeTo(race);
        b.next(1);
        a.assertCancelled();
        b.next(2).complete();
        probe.assertItems(1, 2).assertCompleted();
    }

    @Test
    void theFirstHasWonWhenItIsAskedFor() {
        Probe<Integer> probe = Probe.subscribeTo(race, 0);
        a.assertRequested(32).next(1);
        b.next(2);
        probe.assertNothing().request(1);
        b.assertCancelled();
        probe.assertItems(1).cancel();
        a.assertCancelled();
    }

    @Test
    void aFailureBeforeAnyItemWins() {
        IllegalStateException broken = new IllegalStateException("broken");
        Probe<Integer> probe = Probe.subscribeTo(race);
        a.error(broken);
        b.assertCancelled();
        probe.assertFailed(broken::equals);
    }

    @Test
    void whatALoserFailsWithIsDropped() {
        try (DroppedFailures dropped = DroppedFailures.collect()) {
            Many<Integer> failing = Many.<Integer>fail(() -> new IllegalStateException("late"));
            Probe<Integer> probe = Probe.subscribeTo(Many.race(Many.of(1, 2), failing));
            probe.assertItems(1, 2).assertCompleted();
            assertEquals(List.of(), dropped.failures());
        }
    }

    @Test
    void ofNoneIsEmpty() {
        Probe.subscribeTo(Many.race(List.<Many<Integer>>of().toArray(Many[]::new)))
                .assertCompleted();
    }
}
