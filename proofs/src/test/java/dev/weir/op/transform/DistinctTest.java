package dev.weir.op.transform;

import static dev.weir.testkit.Marbles.assertMarble;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.Many;
import dev.weir.proofs.Tck;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.Probe;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class DistinctTest {
    @Test
    void laws() {
        OperatorLaws.check(many -> many.map(i -> i / 2).distinct(1_000));
        OperatorLaws.check(many -> many.distinct(1).filter(i -> i % 2 == 0));
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.publisher(
                1_000, n -> Many.range(0, 2 * (int) n).map(i -> i / 2).distinct(10));
    }

    @Test
    void leavesOutWhatHasBeen() {
        assertMarble("a-b-a-b-c|", s -> s.distinct(100), "a-b-----c|");
    }

    @Test
    void remembersTheLastDifferentOnes() {
        assertMarble("(abacbca|)", s -> s.distinct(2), "(abcba|)");
        assertMarble("(aababb|)", s -> s.distinct(1), "(abab|)");
    }

    @Test
    void tellsOfWhatItLeavesOut() {
        List<Integer> told = new ArrayList<>();
        Probe.subscribeTo(Many.of(1, 2, 1, 2).distinct(9).onUndelivered(Integer.class, told::add))
                .assertItems(1, 2);
        assertEquals(List.of(1, 2), told);
    }

    @Test
    void refusesAMemoryOfNothing() {
        assertThrows(IllegalArgumentException.class, () -> Many.of(1).distinct(0));
    }
}
