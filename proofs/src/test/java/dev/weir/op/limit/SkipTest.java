package dev.weir.op.limit;

import static dev.weir.testkit.Marbles.assertMarble;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.Many;
import dev.weir.proofs.Tck;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.Probe;
import dev.weir.testkit.TestPublisher;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class SkipTest {
    @Test
    void laws() {
        OperatorLaws.check(many -> many.skip(0));
        OperatorLaws.check(many -> many.skip(2));
        OperatorLaws.check(many -> many.skip(1).filter(i -> i % 2 == 0));
        OperatorLaws.check(many -> many.skip(Long.MAX_VALUE));
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.publisher(1_000, n -> Many.range(0, (int) n + 2).skip(2));
    }

    @TestFactory
    Stream<DynamicTest> tckOfTheSubscriber() {
        return Tck.subscriber(many -> many.skip(2));
    }

    @Test
    void dropsTheFirstItems() {
        assertMarble("-a-b-c-d|", many -> many.skip(2), "-----c-d|");
        assertMarble("-a-|", many -> many.skip(2), "---|");
        assertMarble("-a-#", many -> many.skip(2), "---#");
    }

    @Test
    void asksForOneMoreForEachItemItDrops() {
        TestPublisher<Integer> source = TestPublisher.create();
        Probe<Integer> probe = Probe.subscribeTo(source.many().skip(2), 1);
        source.assertRequested(1)
                .next(1)
                .assertRequested(2)
                .next(2)
                .assertRequested(3)
                .next(3);
        source.assertRequested(3);
        probe.assertItems(3).assertNotEnded();
    }

    @Test
    void refusesANegativeCount() {
        assertEquals(
                "skip: the count must not be negative, was -1",
                assertThrows(IllegalArgumentException.class, () -> Many.of(1).skip(-1))
                        .getMessage());
    }
}
