package dev.weir.op.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.Many;
import dev.weir.proofs.Tck;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.Probe;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class OfTest {
    private static final int MANY = 100_000;

    @Test
    void laws() {
        OperatorLaws.checkSource(() -> Many.of(0, 1, 2, 3, 4));
        OperatorLaws.checkSource(() -> Many.of(0, 1, 2, 3, 4).filter(i -> i % 2 == 1));
        OperatorLaws.checkSource(Many::of);
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.publisher(1_000, n -> Many.of(ints((int) n)));
    }

    @Test
    void completesWithTheLastItem() {
        Probe.subscribeTo(Many.of(1, 2), 2).assertItems(1, 2).assertCompleted();
        Probe.subscribeTo(Many.of(), 0).assertCompleted();
    }

    @Test
    void demandInsideAnItemDoesNotGrowTheStack() {
        Probe<Integer> probe = Probe.<Integer>demanding(1).whenItem((same, item) -> same.request(1));
        Many.of(ints(MANY)).subscribe(probe);
        probe.assertItemCount(MANY).assertCompleted();
    }

    @Test
    void refusesNull() {
        NullPointerException refused = assertThrows(NullPointerException.class, () -> Many.of("a", null));
        assertEquals("of: the item at index 1 is null", refused.getMessage());
        refused = assertThrows(NullPointerException.class, () -> Many.of((Object[]) null));
        assertEquals("of: the array of items is missing: it must not be null", refused.getMessage());
    }

    private static Integer[] ints(int n) {
        return IntStream.range(0, n).boxed().toArray(Integer[]::new);
    }
}
