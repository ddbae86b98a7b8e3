package dev.weir.op.one;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.One;
import dev.weir.testkit.OneLaws;
import org.junit.jupiter.api.Test;

class FailTest {
    @Test
    void laws() {
        OneLaws.checkSource(() -> One.fail(IllegalStateException::new));
    }

    @Test
    void makesTheFailureAnew() {
        One<Integer> one = One.fail(IllegalStateException::new);
        assertNotSame(
                assertThrows(IllegalStateException.class, one::await),
                assertThrows(IllegalStateException.class, one::await));
    }

    @Test
    void failsWithWhatTheSupplierThrows() {
        RuntimeException thrown = new RuntimeException("thrown");
        One<Integer> one = One.fail(() -> {
            throw thrown;
        });
        assertSame(thrown, assertThrows(RuntimeException.class, one::await));
    }

    @Test
    void aSupplierThatReturnsNullIsNamed() {
        NullPointerException failure = assertThrows(NullPointerException.class, One.fail(() -> null)::await);
        assertEquals("fail: the supplier returned null", failure.getMessage());
    }
}
