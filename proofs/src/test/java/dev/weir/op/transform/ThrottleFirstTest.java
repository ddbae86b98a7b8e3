package dev.weir.op.transform;

import static dev.weir.testkit.Marbles.assertMarble;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.Many;
import dev.weir.Operators;
import dev.weir.proofs.Tck;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.Probe;
import dev.weir.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
    void tellsOfWhatItDrops() {
        List<Integer> told = new ArrayList<>();
        Probe.subscribeTo(
                        Many.of(1, 2, 3)
                                .through(Operators.<Integer>throttleFirst(TICKS))
                                .onUndelivered(Integer.class, told::add),
                        new VirtualTime())
                .assertItems(1);
        assertEquals(List.of(2, 3), told);
    }
}
