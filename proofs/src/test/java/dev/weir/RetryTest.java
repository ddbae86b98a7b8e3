package dev.weir;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RetryTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private final Exception broken = new IllegalStateException("broken");

    @Test
    void atMostRetriesAtOnce() {
        Retry retry = Retry.atMost(3);
        assertEquals(3, retry.attempts());
        assertEquals(Duration.ZERO, retry.backoff());
        assertTrue(retry.filter().test(broken));
    }

    @Test
    void backoffWaitsWithHalfJitter() {
        Retry retry = Retry.backoff(3, SECOND);
        assertEquals(SECOND, retry.backoff());
        assertEquals(0.5, retry.jitter());
        assertTrue(retry.filter().test(broken));
    }

    @Test
    void eachOptionChangesNothingElse() {
        Retry retry = Retry.backoff(3, SECOND)
                .withMaxBackoff(SECOND.multipliedBy(2))
                .withJitter(0.1)
                .withDeadline(SECOND.multipliedBy(3))
                .onlyIf(failure -> false);
        assertEquals(3, retry.attempts());
        assertEquals(SECOND, retry.backoff());
        assertEquals(Duration.ofSeconds(2), retry.maxBackoff());
        assertEquals(0.1, retry.jitter());
        assertEquals(Duration.ofSeconds(3), retry.deadline());
        assertFalse(retry.filter().test(broken));
    }

    @Test
    void refusesOptionsThatMakeNoSense() {
        Retry retry = Retry.backoff(1, SECOND);
        assertRefused("attempts must not be negative, was -1", () -> Retry.atMost(-1));
        assertRefused(
                "maxBackoff must not be less than backoff, was PT0.001S",
                () -> retry.withMaxBackoff(Duration.ofMillis(1)));
        assertRefused("backoff must not be negative, was PT-1S", () -> Retry.backoff(1, SECOND.negated()));
        assertRefused("jitter must be from 0 to 1, was 1.1", () -> retry.withJitter(1.1));
        assertRefused("jitter must be from 0 to 1, was NaN", () -> retry.withJitter(Double.NaN));
        assertRefused("the deadline must not be negative, was PT-1S", () -> retry.withDeadline(SECOND.negated()));
        assertThrows(NullPointerException.class, () -> retry.withDeadline(null));
        assertThrows(NullPointerException.class, () -> retry.onlyIf(null));
    }

    private static void assertRefused(String message, Runnable making) {
        assertEquals(
                message,
                assertThrows(IllegalArgumentException.class, making::run).getMessage());
    }
}
