package dev.weir.op.one;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.One;
import dev.weir.proofs.DroppedFailures;
import dev.weir.proofs.Threads;
import dev.weir.testkit.OneLaws;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class DeferTest {
    @Test
    void laws() {
        try (DroppedFailures _ = DroppedFailures.collect()) {
            OneLaws.check(one -> One.defer(() -> one));
            OneLaws.checkFunctionToOne((one, fault) -> one.flatMap(i -> One.defer(() -> fault.at(i, One.of(i)))));
        }
    }

    @Test
    void asksForEachSubscription() {
        AtomicInteger count = new AtomicInteger();
        One<Integer> one = One.defer(() -> One.of(count.incrementAndGet()));
        assertEquals(0, count.get());
        assertEquals(1, one.await());
        assertEquals(2, one.await());
    }

    @Test
    void aSupplierThatReturnsNullIsNamed() {
        NullPointerException failure = assertThrows(NullPointerException.class, One.defer(() -> null)::await);
        assertEquals("defer: the supplier returned null where a One is due", failure.getMessage());
    }

    @Test
    void recursionDoesNotGrowTheStack() throws Exception {
        Threads.onFreshThread(() -> assertEquals(0, countDown(1_000_000).await()));
    }

    private static One<Integer> countDown(int n) {
        return n == 0 ? One.of(0) : One.defer(() -> countDown(n - 1));
    }
}
