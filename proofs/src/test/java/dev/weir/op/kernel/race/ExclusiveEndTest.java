package dev.weir.op.kernel.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ExclusiveEndTest {
    private final ExclusiveEnd end = new ExclusiveEnd();

    @Test
    void aTimerEndsThePauseThatItSaw() {
        long pause = end.number();
        assertTrue(end.endAt(pause));
        assertFalse(end.enter());
        assertFalse(end.end());
        assertTrue(end.number() < 0);
    }

    @Test
    void aTimerDoesNotEndALaterPause() {
        long pause = end.number();
        assertTrue(end.enter());
        assertFalse(end.leave());
        assertFalse(end.endAt(pause));
        assertNotEquals(pause, end.number());
        assertTrue(end.endAt(end.number()));
    }

    @Test
    void aTimerThatComesDuringASignalIsToldToItsEnd() {
        assertTrue(end.enter());
        assertFalse(end.endAt(end.number()));
        assertTrue(end.ask());
        assertTrue(end.leave());
        assertTrue(end.enter());
        assertFalse(end.leave());
    }

    @Test
    void aTimerThatMissedTheSignalLooksAgain() {
        assertFalse(end.ask());
        assertEquals(0, end.number() & 1);
    }

    @Test
    void theEndOfTheStreamIsTheEnd() {
        assertTrue(end.enter());
        assertTrue(end.end());
        assertFalse(end.leave());
        assertFalse(end.enter());
        assertFalse(end.endAt(end.number()));
    }
}
