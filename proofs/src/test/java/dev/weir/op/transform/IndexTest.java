package dev.weir.op.transform;

import static dev.weir.Operators.index;

import dev.weir.Many;
import dev.weir.Operators.Indexed;
import dev.weir.proofs.Tck;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.Probe;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class IndexTest {
    @Test
    void keepsTheLaws() {
        OperatorLaws.check(many -> many.through(index()));
    }

    @TestFactory
    Stream<DynamicTest> tckOfThePublisher() {
        return Tck.publisher(1_000, n -> Many.range(0, (int) n).through(index()));
    }

    @TestFactory
    Stream<DynamicTest> tckOfTheSubscriber() {
        return Tck.subscriber(many -> many.through(index()));
    }

    @Test
    void numbersBeginAtZeroForEachSubscription() {
        Many<Indexed<String>> numbered = Many.of("a", "b").through(index());
        for (int i = 0; i < 2; i++) {
            Probe.subscribeTo(numbered)
                    .assertItems(new Indexed<>(0, "a"), new Indexed<>(1, "b"))
                    .assertCompleted();
        }
    }
}
