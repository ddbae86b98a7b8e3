package dev.weir.rsocket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Limits that depend on one another. */
class LimitsOfTest {
    private static final int MEBIBYTE = 1024 * 1024;

    private final LimitsOf limits = new LimitsOf();

    @Test
    void fragmentsOfOneLargePayloadHaveRoom() {
        assertEquals(32 * MEBIBYTE, limits.build().maxAssembled());
        limits.maxPayload(64 * MEBIBYTE);
        assertEquals(64 * MEBIBYTE, limits.build().maxPayload());
        assertEquals(64 * MEBIBYTE, limits.build().maxAssembled());
    }

    /** Else the larger one would have no effect, without a word. */
    @Test
    void aPayloadIsNotToBeLargerThanAll() {
        limits.maxAssembled(MEBIBYTE);
        assertEquals(16 * MEBIBYTE, limits.build().maxPayload(), "which a single frame may have");
        limits.maxPayload(2 * MEBIBYTE);
        String why = assertThrows(IllegalArgumentException.class, limits::build).getMessage();
        assertTrue(why.contains("maxPayload") && why.contains("maxAssembled"), why);
        limits.maxAssembled(2 * MEBIBYTE);
        assertEquals(2 * MEBIBYTE, limits.build().maxAssembled());
    }
}
