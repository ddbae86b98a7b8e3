package dev.weir.op.transform;

import static dev.weir.testkit.Marbles.assertMarble;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.Many;
import dev.weir.proofs.Tck;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.Probe;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class MapTest {
    @Test
    void keepsTheLaws() {
        OperatorLaws.check(many -> many.map(i -> i + 1));
        OperatorLaws.checkFunction((many, fault) -> many.map(i -> fault.at(i, i + 1)));
    }

    @TestFactory
    Stream<DynamicTest> tckOfThePublisher() {
        return Tck.publisher(n -> Many.range(0, (int) n).map(i -> i + 1));
    }

    @TestFactory
    Stream<DynamicTest> tckOfTheSubscriber() {
        return Tck.subscriber(many -> many.map(i -> i + 1));
    }

    @Test
    void appliesTheFunction() {
        assertMarble("a-b|", s -> s.map(x -> x + "!"), "{a!}-{b!}|");
        assertMarble("a-b|", Map.of('a', 1, 'b', 2), s -> s.map(i -> i * 10), "x-y|", Map.of('x', 10, 'y', 20));
    }

    @Test
    void passesAFailureOn() {
        assertMarble("a-#", s -> s.map(x -> x), "a-#");
    }

    @Test
    void failsWhenTheFunctionReturnsNull() {
        assertMarble("<*>(a!)b|", s -> s.map(x -> (String) null), "#");
    }

    @Test
    void saysWhichFunctionReturnedNull() {
        Probe<Integer> probe = Probe.subscribeTo(Many.of(1).map(i -> (Integer) null));
        probe.assertFailed(failure -> failure.getMessage().contains("map"));
    }

    @Test
    void wantsAFunction() {
        Function<Integer, Integer> none = null;
        assertThrows(NullPointerException.class, () -> Many.of(1).map(none).toList());
    }
}
