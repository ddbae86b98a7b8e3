package dev.weir.op.one;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.weir.One;
import dev.weir.testkit.OneLaws;
import org.junit.jupiter.api.Test;

class OfTest {
    @Test
    void laws() {
        OneLaws.checkSource(() -> One.of(1));
        OneLaws.checkSource(One::ofNull);
        OneLaws.checkSource(One::ofVoid);
    }

    @Test
    void givesTheValue() {
        assertEquals("x", One.of("x").await());
        assertNull(One.of(null).await());
        assertNull(One.ofVoid().await());
    }

    @Test
    void nullIsMadeOnce() {
        assertSame(One.ofNull(), One.ofVoid());
    }
}
