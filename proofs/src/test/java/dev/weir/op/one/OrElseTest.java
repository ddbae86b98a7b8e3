package dev.weir.op.one;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.One;
import dev.weir.proofs.DroppedFailures;
import dev.weir.testkit.OneLaws;
import java.time.Duration;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;

class OrElseTest {
    @Test
    void laws() {
        try (DroppedFailures _ = DroppedFailures.collect()) {
            OneLaws.check(one -> one.orElse(5));
            OneLaws.check(one -> one.orElse(() -> One.of(5).delay(Duration.ofSeconds(1))));
            OneLaws.check(One::orFail);
            OneLaws.checkFunctionToOne((one, fault) -> one.orElse(() -> fault.at(1, One.of(5))));
        }
    }

    @Test
    void replacesNullOnly() {
        assertEquals(1, One.of(1).orElse(5).await());
        assertEquals(5, One.<Integer>ofNull().orElse(5).await());
        assertEquals(5, One.<Integer>ofNull().orElse(() -> One.of(5)).await());
    }

    @Test
    void makesTheOtherOnlyWhenItIsNeeded() {
        assertEquals(
                1,
                One.of(1)
                        .orElse(() -> {
                            throw new AssertionError("not needed");
                        })
                        .await());
    }

    @Test
    void orFailFailsOnNull() {
        assertEquals(1, One.of(1).orFail().await());
        NoSuchElementException failure =
                assertThrows(NoSuchElementException.class, One.ofNull().orFail()::await);
        assertEquals("the One's value is null", failure.getMessage());
        IllegalStateException own = new IllegalStateException("no such order");
        assertSame(own, assertThrows(IllegalStateException.class, One.ofNull().orFail(() -> own)::await));
    }

    @Test
    void aSupplierThatReturnsNullIsNamed() {
        NullPointerException failure =
                assertThrows(NullPointerException.class, One.ofNull().orElse(() -> null)::await);
        assertEquals("orElse: the supplier returned null where a One is due", failure.getMessage());
    }
}
