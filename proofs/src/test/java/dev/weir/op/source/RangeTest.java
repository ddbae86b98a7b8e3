package dev.weir.op.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.Many;
import dev.weir.proofs.Tck;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.Probe;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class RangeTest {
    private static final int MANY = 100_000;

    @Test
    void laws() {
        OperatorLaws.checkSource(() -> Many.range(0, 10));
        OperatorLaws.checkSource(() -> Many.range(0, 10).filter(i -> i % 2 == 1));
        OperatorLaws.checkSource(() -> Many.range(0, 0));
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.publisher(n -> Many.range(0, (int) Math.min(n, Integer.MAX_VALUE)));
    }

    @Test
    void completesWithTheLastItem() {
        Probe.subscribeTo(Many.range(5, 2), 2).assertItems(5, 6).assertCompleted();
        Probe.subscribeTo(Many.range(5, 0), 0).assertCompleted();
    }

    @Test
    void reachesBothEndsOfTheInts() {
        Probe.subscribeTo(Many.range(Integer.MIN_VALUE, 1))
                .assertItems(Integer.MIN_VALUE)
                .assertCompleted();
        Probe.subscribeTo(Many.range(Integer.MAX_VALUE - 1, 2))
                .assertItems(Integer.MAX_VALUE - 1, Integer.MAX_VALUE)
                .assertCompleted();
    }

    @Test
    void demandInsideAnItemDoesNotGrowTheStack() {
        Probe<Integer> probe = Probe.<Integer>demanding(1).whenItem((same, item) -> same.request(1));
        Many.range(0, MANY).subscribe(probe);
        probe.assertItemCount(MANY).assertCompleted();
    }

    @Test
    void refusesWhatIsNoRange() {
        assertEquals(
                "range: count must not be negative, was -1",
                assertThrows(IllegalArgumentException.class, () -> Many.range(0, -1))
                        .getMessage());
        assertEquals(
                "range: 2 + 2147483647 is beyond the largest int",
                assertThrows(IllegalArgumentException.class, () -> Many.range(2, Integer.MAX_VALUE))
                        .getMessage());
    }
}
