package dev.weir;

import static dev.weir.TimeoutOptions.FOREVER;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class TimeoutOptionsTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    @Test
    void namesTheUsualLimits() {
        assertEquals(new TimeoutOptions(SECOND, SECOND, FOREVER), TimeoutOptions.each(SECOND));
        assertEquals(new TimeoutOptions(SECOND, FOREVER, FOREVER), TimeoutOptions.first(SECOND));
        assertEquals(new TimeoutOptions(FOREVER, FOREVER, SECOND), TimeoutOptions.total(SECOND));
        assertEquals(
                new TimeoutOptions(SECOND, SECOND, MINUTE),
                TimeoutOptions.each(SECOND).andTotal(MINUTE));
    }

    @Test
    void refusesALimitThatIsNotPositive() {
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> TimeoutOptions.each(Duration.ZERO));
        assertEquals("a timeout must be positive, was PT0S", refused.getMessage());
        assertThrows(IllegalArgumentException.class, () -> new TimeoutOptions(SECOND, SECOND.negated(), SECOND));
        assertThrows(IllegalArgumentException.class, () -> TimeoutOptions.total(SECOND.negated()));
        assertThrows(NullPointerException.class, () -> TimeoutOptions.first(null));
    }
}
