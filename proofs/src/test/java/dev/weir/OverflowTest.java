package dev.weir;

import static dev.weir.Overflow.WhenFull.DROP_LATEST;
import static dev.weir.Overflow.WhenFull.DROP_OLDEST;
import static dev.weir.Overflow.WhenFull.FAIL;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class OverflowTest {
    @Test
    void namesTheUsualPolicies() {
        assertEquals(new Overflow(3, FAIL), Overflow.buffer(3));
        assertEquals(new Overflow(3, DROP_LATEST), Overflow.dropLatest(3));
        assertEquals(new Overflow(3, DROP_OLDEST), Overflow.dropOldest(3));
        assertEquals(Overflow.dropOldest(1), Overflow.latest());
        assertEquals(Overflow.dropLatest(0), Overflow.drop());
        assertEquals(Overflow.buffer(0), Overflow.fail());
    }

    @Test
    void refusesACapacityThatMakesNoSense() {
        assertThrows(IllegalArgumentException.class, () -> Overflow.buffer(-1));
        assertThrows(IllegalArgumentException.class, () -> Overflow.dropLatest(-1));
        IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, () -> Overflow.dropOldest(0));
        assertEquals("capacity must be at least 1, was 0", refused.getMessage());
        assertThrows(NullPointerException.class, () -> new Overflow(1, null));
    }
}
