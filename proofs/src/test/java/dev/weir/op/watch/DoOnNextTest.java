package dev.weir.op.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;

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

class DoOnNextTest {
    @Test
    void laws() {
        OperatorLaws.check(many -> many.doOnNext(i -> {}));
        OperatorLaws.check(many -> many.doOnNext(i -> {}).filter(i -> i % 2 == 0));
        OperatorLaws.ofFunction((many, fault) -> many.doOnNext(i -> fault.at(i, i)))
                .nullAllowed()
                .check();
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.publisher(1_000, n -> Many.range(0, (int) n).doOnNext(i -> {}));
    }

    @Test
    void actsBeforeTheItemGoesOn() {
        List<String> order = new ArrayList<>();
        Many<Integer> many = Many.of(1, 2).doOnNext(i -> order.add("act " + i)).doOnNext(i -> order.add("got " + i));
        Probe.subscribeTo(many).assertItems(1, 2).assertCompleted();
        assertEquals(List.of("act 1", "got 1", "act 2", "got 2"), order);
    }
}
