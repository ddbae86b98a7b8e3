package dev.weir.op.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class TurnTest {
    private final Turn turn = new Turn();

    @Test
    void aTimerEndsThePauseThatItSaw() {
        long pause = turn.number();
        assertTrue(turn.endAt(pause));
        assertFalse(turn.enter());
        assertFalse(turn.end());
        assertTrue(turn.number() < 0);
    }

    @Test
    void aTimerDoesNotEndALaterPause() {
        long pause = turn.number();
        assertTrue(turn.enter());
        assertFalse(turn.leave());
        assertFalse(turn.endAt(pause));
        assertNotEquals(pause, turn.number());
        assertTrue(turn.endAt(turn.number()));
    }

    @Test
    void aTimerThatComesDuringASignalIsToldToItsEnd() {
        assertTrue(turn.enter());
        assertFalse(turn.endAt(turn.number()));
        assertTrue(turn.ask());
        assertTrue(turn.leave());
        assertTrue(turn.enter());
        assertFalse(turn.leave());
    }

    @Test
    void aTimerThatMissedTheSignalLooksAgain() {
        assertFalse(turn.ask());
        assertEquals(0, turn.number() & 1);
    }

    @Test
    void theEndOfTheStreamIsTheEnd() {
        assertTrue(turn.enter());
        assertTrue(turn.end());
        assertFalse(turn.leave());
        assertFalse(turn.enter());
        assertFalse(turn.endAt(turn.number()));
    }
}
