package dev.weir.op.time;

import static dev.weir.testkit.Marbles.assertMarble;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.Many;
import dev.weir.Operators;
import dev.weir.proofs.Tck;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.Probe;
import dev.weir.testkit.TestPublisher;
import dev.weir.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class NewestTest {
    private static final Duration TICKS = Duration.ofMillis(30);

    private final VirtualTime time = new VirtualTime();
    private final TestPublisher<Integer> source = TestPublisher.create();

    private static OperatorLaws laws(Function<Many<Integer>, Many<Integer>> operator) {
        return OperatorLaws.of(operator).requestsUnbounded().itemsDependOnDemand();
    }

    @Test
    void laws() {
        laws(many -> many.debounce(TICKS)).check();
        laws(many -> many.through(Operators.throttleLatest(TICKS))).check();
        laws(many -> many.through(Operators.<Integer>sample(TICKS)).filter(i -> i % 2 == 0))
                .check();
    }

    @TestFactory
    Stream<DynamicTest> tckOfTheSubscriber() {
        return Tck.subscriber(many -> many.through(Operators.throttleLatest(Duration.ofNanos(1))));
    }

    @TestFactory
    Stream<DynamicTest> tckOfASubscriberThatSamples() {
        return Tck.subscriber(many -> many.through(Operators.sample(Duration.ofNanos(1))));
    }

    @Test
    void debounceWaitsForQuiet() {
        assertMarble("-ab----c-d----|", many -> many.debounce(TICKS), "-----b------d-|");
        assertMarble("-ab|", many -> many.debounce(TICKS), "---(b|)");
        assertMarble("-ab#", many -> many.debounce(TICKS), "---#");
    }

    @Test
    void throttleLatestEmitsAtOnceAndAfterEachPause() {
        assertMarble("abcde------f-|", many -> many.through(Operators.throttleLatest(TICKS)), "a--d--e----f-|");
        assertMarble("ab|", many -> many.through(Operators.throttleLatest(TICKS)), "a-(b|)");
    }

    @Test
    void sampleEmitsAtEachTick() {
        assertMarble("abcdef----g|", many -> many.through(Operators.sample(TICKS)), "---d--f----(g|)");
    }

    @Test
    void whatNobodyAsksForGivesWayToTheNext() {
        List<Integer> told = new ArrayList<>();
        Probe<Integer> probe = Probe.subscribeTo(
                source.many().debounce(TICKS).onUndelivered(Integer.class, told::add), time.context(), 1);
        source.assertRequested(Long.MAX_VALUE);
        for (int i = 0; i < 4; i++) {
            source.next(i);
            time.advance(TICKS);
        }
        probe.assertItems(0).request(1);
        probe.assertItems(0, 3);
        source.next(4);
        probe.cancel();
        time.assertNoTimers();
        assertEquals(List.of(1, 2, 4), told);
    }

    @Test
    void manyItemsNeedOneTimer() {
        Probe<Integer> probe = Probe.subscribeTo(source.many().debounce(TICKS), time);
        for (int i = 0; i < 1_000; i++) {
            source.next(i);
            time.advance(Duration.ofMillis(1));
            assertEquals(1, time.timers());
        }
        time.advance(TICKS);
        probe.assertItems(999);
    }

    @Test
    void takesAnyTime() {
        Probe<Integer> probe = Probe.subscribeTo(source.many().debounce(Duration.ofSeconds(Long.MAX_VALUE)), time);
        source.next(1);
        time.advance(Duration.ofDays(10_000));
        probe.assertNothing();
        source.complete();
        probe.assertItems(1).assertCompleted();
        assertThrows(IllegalArgumentException.class, () -> source.many().debounce(Duration.ZERO));
    }
}
