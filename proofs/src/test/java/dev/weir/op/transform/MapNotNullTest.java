package dev.weir.op.transform;

import static dev.weir.testkit.Marbles.assertMarble;

import dev.weir.Many;
import dev.weir.proofs.Tck;
import dev.weir.testkit.OperatorLaws;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class MapNotNullTest {
    @Test
    void laws() {
        OperatorLaws.check(many -> many.mapNotNull(i -> i % 3 == 0 ? null : "item " + i));
        OperatorLaws.check(many -> many.mapNotNull(i -> i).filter(i -> i % 2 == 0));
        OperatorLaws.ofFunction((many, fault) -> many.mapNotNull(i -> fault.at(i, i)))
                .nullAllowed()
                .check();
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.publisher(1_000, n -> Many.range(0, 2 * (int) n).mapNotNull(i -> i % 2 == 0 ? i : null));
    }

    @TestFactory
    Stream<DynamicTest> tckOfTheSubscriber() {
        return Tck.subscriber(many -> many.mapNotNull(i -> i % 2 == 0 ? i : null));
    }

    @Test
    void leavesOutWhatIsNull() {
        assertMarble("a-b-c|", s -> s.mapNotNull(x -> x.equals("b") ? null : x), "a---c|");
        assertMarble("(abcd|)", s -> s.mapNotNull(x -> x.equals("a") ? null : x), "<1>b--<*>(cd|)");
    }
}
