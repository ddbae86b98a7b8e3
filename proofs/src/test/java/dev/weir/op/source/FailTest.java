package dev.weir.op.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.Many;
import dev.weir.proofs.DroppedFailures;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.Probe;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class FailTest {
    @Test
    void laws() {
        try (DroppedFailures dropped = DroppedFailures.collect()) {
            OperatorLaws.checkSource(() -> Many.fail(() -> new IllegalStateException("failed")));
            assertFalse(dropped.failures().isEmpty());
        }
    }

    @Test
    void failsWithoutDemand() {
        Probe.subscribeTo(Many.fail(() -> new IllegalStateException("failed")), 0)
                .assertItems()
                .assertFailed(IllegalStateException.class);
    }

    @Test
    void makesTheFailureAnewForEachSubscription() {
        AtomicInteger made = new AtomicInteger();
        Many<Object> many = Many.fail(() -> new IllegalStateException("failure " + made.incrementAndGet()));
        assertEquals(0, made.get());
        Probe.subscribeTo(many).assertFailed(failure -> "failure 1".equals(failure.getMessage()));
        Probe.subscribeTo(many).assertFailed(failure -> "failure 2".equals(failure.getMessage()));
    }

    @Test
    void failsWithWhatTheSupplierThrows() {
        Many<Object> many = Many.fail(() -> {
            throw new UnsupportedOperationException("no failure");
        });
        Probe.subscribeTo(many).assertFailed(UnsupportedOperationException.class);
    }

    @Test
    void aSupplierThatReturnsNullIsAFailureToo() {
        Probe.subscribeTo(Many.fail(() -> null))
                .assertFailed(failure -> "fail: the supplier returned null".equals(failure.getMessage()));
    }

    @Test
    void refusesNull() {
        assertEquals(
                "fail: the function is missing: it must not be null",
                assertThrows(NullPointerException.class, () -> Many.fail(null)).getMessage());
    }
}
