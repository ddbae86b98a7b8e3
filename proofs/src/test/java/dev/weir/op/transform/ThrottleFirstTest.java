package dev.weir.op.transform;

import static dev.weir.testkit.Marbles.assertMarble;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.Many;
import dev.weir.Operators;
import dev.weir.proofs.Tck;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.Probe;
import dev.weir.testkit.TestPublisher;
import dev.weir.testkit.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class ThrottleFirstTest {
    private static final Duration TICKS = Duration.ofMillis(30);

    @Test
    void laws() {
        OperatorLaws.of(many -> many.through(Operators.throttleFirst(TICKS)))
                .itemsDependOnDemand()
                .check();
    }

    @TestFactory
    Stream<DynamicTest> tckOfTheSubscriber() {
        return Tck.subscriber(many -> many.through(Operators.throttleFirst(Duration.ofNanos(1))));
    }

    @Test
    void emitsTheFirstAndNoneForSomeTime() {
        assertMarble("abcdef---g|", many -> many.through(Operators.throttleFirst(TICKS)), "a--d-----g|");
    }

    @Test
    void aPauseOfManyItemsEndsWhenOneOfFewDoes() {
        VirtualTime time = new VirtualTime();
        TestPublisher<Integer> source = TestPublisher.create();
        var probe = Probe.subscribeTo(source.many().through(Operators.throttleFirst(TICKS)), time);
        for (int pause = 0; pause < 3; pause++) {
            int first = pause * 100;
            IntStream.range(first, first + 50).forEach(source::next);
            time.advance(TICKS.minusNanos(1));
            source.next(first + 50);
            assertEquals(1, time.timers());
            time.advance(Duration.ofNanos(1));
            time.assertNoTimers();
        }
        probe.assertItems(0, 100, 200);
    }

    @Test
    void leavesNoTimerBehind() {
        List<BiConsumer<Probe<Integer>, TestPublisher<Integer>>> ends = List.of(
                (probe, _) -> probe.cancel(),
                (_, source) -> source.complete(),
                (_, source) -> source.error(new IOException()));
        for (var end : ends) {
            VirtualTime time = new VirtualTime();
            TestPublisher<Integer> source = TestPublisher.create();
            var probe = Probe.subscribeTo(source.many().through(Operators.<Integer>throttleFirst(TICKS)), time);
            IntStream.range(0, 50).forEach(source::next);
            assertEquals(1, time.timers());
            end.accept(probe, source);
            time.assertNoTimers();
        }
    }

    @Test
    void tellsOfWhatItDrops() {
        List<Integer> told = new ArrayList<>();
        Probe.subscribeTo(
                        Many.range(0, 50)
                                .through(Operators.<Integer>throttleFirst(TICKS))
                                .onUndelivered(Integer.class, told::add),
                        new VirtualTime())
                .assertItems(0);
        assertEquals(IntStream.range(1, 50).boxed().toList(), told);
    }
}
