package dev.weir.op.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.Many;
import dev.weir.Operators;
import dev.weir.proofs.Tck;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.Probe;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class DoOnRequestTest {
    @Test
    void laws() {
        OperatorLaws.check(many -> many.through(Operators.doOnRequest(n -> {})));
        OperatorLaws.check(many -> many.through(Operators.doOnRequest(n -> {})).filter(i -> i % 2 == 0));
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.publisher(1_000, n -> Many.range(0, (int) n).through(Operators.doOnRequest(i -> {})));
    }

    @Test
    void actsBeforeUpstreamIsAsked() {
        List<Object> order = new ArrayList<>();
        Probe<Integer> probe = Probe.subscribeTo(
                Many.of(1, 2, 3).doOnNext(order::add).through(Operators.doOnRequest(n -> order.add("asked for " + n))),
                2);
        probe.request(Long.MAX_VALUE);
        probe.assertItems(1, 2, 3).assertCompleted();
        assertEquals(List.of("asked for 2", 1, 2, "asked for " + Long.MAX_VALUE, 3), order);
    }

    @Test
    void anActionThatThrowsEndsTheStream() {
        Probe<Integer> probe = Probe.subscribeTo(
                Many.of(1).through(Operators.doOnRequest(n -> {
                    throw new IllegalStateException("planned");
                })),
                1);
        probe.assertItems().assertFailed(IllegalStateException.class);
    }

    @Test
    void anActionThatThrowsLaterEndsALoop() {
        Many<Integer> many = Many.range(0, 1_000).through(Operators.doOnRequest(n -> {
            if (n < 4) {
                throw new IllegalStateException("planned");
            }
        }));
        List<Integer> got = new ArrayList<>();
        assertThrows(IllegalStateException.class, () -> many.iterate(4).forEach(got::add));
        assertEquals(List.of(0, 1, 2, 3), got);
    }
}
