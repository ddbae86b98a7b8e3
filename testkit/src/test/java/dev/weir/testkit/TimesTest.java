package dev.weir.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;

class TimesTest {
    private static final Duration FOREVER = ChronoUnit.FOREVER.getDuration();

    private static String rounded(String duration) {
        return Times.rounded(Duration.parse(duration));
    }

    @Test
    void durationsAreExact() {
        assertEquals("0ms", Times.text(Duration.ZERO));
        assertEquals("999927763ns", Times.text(Duration.parse("PT0.999927763S")));
        assertEquals("3600s", Times.text(Duration.ofHours(1)));
        assertEquals(FOREVER.toSeconds() + "s", Times.text(FOREVER));
        assertEquals(FOREVER.negated().toSeconds() + "s", Times.text(FOREVER.negated()));
    }

    @Test
    void measuredOnesAreRounded() {
        assertEquals("1s", rounded("PT0.999927763S"));
        assertEquals("1s", rounded("PT1.000499999S"));
        assertEquals("1501ms", rounded("PT1.5005S"));
        assertEquals("9999ms", rounded("PT9.9994S"));
        assertEquals("3600s", rounded("PT59M59.9S"));
        assertEquals("12s", rounded("PT12.499999999S"));
        assertEquals("1500ns", rounded("PT0.0000015S"));
        assertEquals("0ms", rounded("PT0S"));
        assertEquals(FOREVER.toSeconds() + "s", Times.rounded(FOREVER));
    }
}
