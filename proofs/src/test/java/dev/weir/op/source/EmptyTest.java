package dev.weir.op.source;

import dev.weir.Many;
import dev.weir.proofs.Tck;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.Probe;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class EmptyTest {
    @Test
    void laws() {
        OperatorLaws.checkSource(Many::empty);
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.publisher(0, n -> Many.empty());
    }

    @Test
    void completesWithoutDemand() {
        Probe.subscribeTo(Many.empty(), 0).assertItems().assertCompleted();
    }
}
