package dev.weir.op.one;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.One;
import dev.weir.testkit.OneLaws;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SupplyTest {
    @Test
    void laws() {
        OneLaws.checkSource(() -> One.supply(() -> 1));
        OneLaws.checkSource(() -> One.supply(() -> null));
        OneLaws.checkFunction((one, fault) -> one.flatMap(i -> One.supply(() -> fault.at(i, i))));
    }

    @Test
    void asksForEachSubscription() {
        AtomicInteger count = new AtomicInteger();
        One<Integer> one = One.supply(count::incrementAndGet);
        assertEquals(0, count.get());
        assertEquals(1, one.await());
        assertEquals(2, one.await());
    }

    @Test
    void runsOnTheSubscribersThread() {
        assertSame(Thread.currentThread(), One.supply(Thread::currentThread).await());
    }

    @Test
    void refusesNull() {
        assertThrows(NullPointerException.class, () -> One.supply(null));
    }
}
