package dev.weir.op.kernel.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;

class LatestTest {
    private final Latest<String> latest = new Latest<>();

    @Test
    void keepsTheNewestAndGivesBackTheOneBefore() {
        assertNull(latest.put("a"));
        assertEquals("a", latest.put("b"));
        assertFalse(latest.take("a"));
        assertEquals("b", latest.take());
        assertNull(latest.take());
    }

    @Test
    void givesBackWhatComesAfterItsEnd() {
        latest.put("a");
        assertEquals("a", latest.close());
        assertEquals("b", latest.put("b"));
        assertNull(latest.take());
        assertNull(latest.close());
    }
}
