package dev.weir.op.one;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.One;
import dev.weir.proofs.DroppedFailures;
import dev.weir.testkit.OneLaws;
import org.junit.jupiter.api.Test;

class OnErrorMapTest {
    private final IllegalStateException broken = new IllegalStateException("broken");

    @Test
    void laws() {
        try (DroppedFailures _ = DroppedFailures.collect()) {
            OneLaws.of(one -> one.onErrorMap(failure -> new IllegalStateException()))
                    .recovers()
                    .check();
        }
    }

    @Test
    void replacesAFailureOnly() {
        assertEquals(1, One.of(1).onErrorMap(failure -> broken).await());
        IllegalArgumentException mapped = assertThrows(
                IllegalArgumentException.class,
                One.fail(() -> broken).onErrorMap(IllegalArgumentException::new)::await);
        assertSame(broken, mapped.getCause());
    }
}
