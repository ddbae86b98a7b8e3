package dev.weir.op.one;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.proofs.DroppedFailures;
import dev.weir.proofs.Threads;
import dev.weir.testkit.OneLaws;
import org.junit.jupiter.api.Test;

class MapTest {
    @Test
    void laws() {
        try (DroppedFailures _ = DroppedFailures.collect()) {
            OneLaws.check(one -> one.map(String::valueOf));
            OneLaws.checkFunction((one, fault) -> one.map(i -> fault.at(i, i)));
        }
    }

    @Test
    void nullIsAValueOnBothSides() {
        assertEquals("null", One.ofNull().map(String::valueOf).await());
        assertNull(One.of(1).map(i -> null).await());
    }

    @Test
    void failsWithWhatIsThrown() {
        RuntimeException thrown = new RuntimeException("thrown");
        One<Integer> one = One.of(1).map(i -> {
            throw thrown;
        });
        assertSame(thrown, assertThrows(RuntimeException.class, one::await));
    }

    @Test
    void refusesNull() {
        assertThrows(NullPointerException.class, () -> One.of(1).map(null));
    }

    @Test
    void aLongChainDoesNotNeedALongStack() throws Exception {
        Threads.onFreshThread(() -> {
            assertEquals(100_000, increments(One.of(0), 100_000).await());
            assertEquals(100_000, increments(One.blocking(() -> 0), 100_000).await());
            assertThrows(IllegalStateException.class, increments(One.fail(IllegalStateException::new), 100_000)::await);
        });
    }

    private static One<Integer> increments(One<Integer> source, int n) {
        One<Integer> one = source;
        for (int i = 0; i < n; i++) {
            one = one.map(value -> value + 1);
        }
        return one;
    }

    @Test
    void mapsAndKeepsWhatIsThere() {
        try (DroppedFailures _ = DroppedFailures.collect()) {
            OneLaws.check(one -> one.mapNotNull(i -> i + 1));
            OneLaws.checkFunction((one, fault) -> one.mapNotNull(i -> fault.at(i, i)));
            OneLaws.check(one -> one.filter(i -> i > 0));
            OneLaws.checkFunction((one, fault) -> one.filter(i -> fault.at(i, true)));
        }
        assertEquals(2, One.of(1).mapNotNull(i -> i + 1).await());
        assertNull(One.<Integer>ofNull().mapNotNull(i -> i + 1).await());
        assertEquals(1, One.of(1).filter(i -> i > 0).await());
        assertNull(One.of(-1).filter(i -> i > 0).await());
        assertNull(One.<Integer>ofNull().filter(i -> i > 0).await());
        assertEquals(5, One.of(1).thenReturn(5).await());
        assertEquals(2L, One.of(1).thenMany(Many.of(1, 2)).count().await());
    }
}
