package dev.weir.postgres.pipe;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class CollectedTest {
    @Test
    void thereMayBeMoreRowsThanAnInt() {
        Collected<Void> collected = new Collected<>();
        collected.handleResult((int) 3_000_000_000L, 0, null, null, null);
        assertEquals(3_000_000_000L, collected.count());
    }
}
