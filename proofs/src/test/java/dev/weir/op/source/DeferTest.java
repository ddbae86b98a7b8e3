package dev.weir.op.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.Many;
import dev.weir.proofs.Tck;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.Probe;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class DeferTest {
    private static final int MANY = 100_000;

    @Test
    void laws() {
        OperatorLaws.checkSource(() -> Many.defer(() -> Many.range(0, 5)));
        OperatorLaws.checkSource(
                () -> Many.defer(() -> Many.range(0, 5).map(i -> -i)).filter(i -> i != 0));
        OperatorLaws.checkFunction((many, fault) -> many.concatMap(i -> Many.defer(() -> fault.at(i, Many.of(i)))));
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.publisher(n -> Many.defer(() -> Many.range(0, (int) Math.min(n, Integer.MAX_VALUE))));
    }

    @Test
    void asksAtEachSubscriptionAndNotBefore() {
        AtomicInteger asked = new AtomicInteger();
        Many<Integer> many = Many.defer(() -> Many.of(asked.incrementAndGet()));
        assertEquals(0, asked.get());
        Probe.subscribeTo(many).assertItems(1).assertCompleted();
        Probe.subscribeTo(many).assertItems(2).assertCompleted();
    }

    @Test
    void aSupplierThatFailsFailsTheStream() {
        Many<Integer> throwing = Many.defer(() -> {
            throw new UnsupportedOperationException("no stream");
        });
        Probe.subscribeTo(throwing.map(i -> i + 1)).assertFailed(UnsupportedOperationException.class);
        Probe.subscribeTo(Many.defer(() -> null))
                .assertFailed(failure ->
                        "defer: the supplier returned null where a stream is due".equals(failure.getMessage()));
    }

    @Test
    void oneInsideTheOtherDoesNotGrowTheStack() {
        Probe.subscribeTo(nested(MANY)).assertItems(0).assertCompleted();
    }

    private static Many<Integer> nested(int depth) {
        return Many.defer(() -> depth == 0 ? Many.of(0) : nested(depth - 1));
    }

    @Test
    void refusesNull() {
        assertEquals(
                "defer: the function is missing: it must not be null",
                assertThrows(NullPointerException.class, () -> Many.defer(null)).getMessage());
    }
}
