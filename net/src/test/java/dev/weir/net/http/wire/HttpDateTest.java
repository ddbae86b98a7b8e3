package dev.weir.net.http.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.time.Instant;
import java.time.OffsetDateTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpDateTest {
    private static final Instant EXAMPLE = Instant.parse("1994-11-06T08:49:37Z");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Sun, 06 Nov 1994 08:49:37 GMT",
                "Sunday, 06-Nov-94 08:49:37 GMT",
                "Sun Nov  6 08:49:37 1994",
            })
    void allThreeFormatsAreRead(String text) {
        assertEquals(EXAMPLE, HttpDate.parse(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "-",
                "Sun, 06 Nov 1994 08:49:37",
                "Mon, 07 Nov 1994 25:00:00 GMT",
                "Sunday, 06-Nov-1994 08:49:37 GMT",
                "Sun, 06-Nov-94 08:49:37 GMT",
                "Sunday, 31-Feb-94 08:49:37 GMT x",
                "Sun Nov 6 08:49:37 1994",
                "Sun Nov  6 08:49:37 94",
                "Sat, 01 Jan +300000000 00:00:00 GMT",
                "Sat Jan  1 00:00:00 +300000000",
            })
    void whatIsNoneOfThemIsNoDate(String text) {
        assertNull(HttpDate.parse(text));
    }

    @Test
    void aYearOfTwoDigitsIsNeverMoreThanFiftyYearsAhead() {
        OffsetDateTime now = OffsetDateTime.parse("2026-11-20T10:00:00Z");
        assertEquals(Instant.parse("2076-11-20T10:00:00Z"), HttpDate.rfc850("Friday, 20-Nov-76 10:00:00 GMT", now));
        assertEquals(Instant.parse("1976-11-20T10:00:01Z"), HttpDate.rfc850("Saturday, 20-Nov-76 10:00:01 GMT", now));
        assertEquals(Instant.parse("1999-12-31T23:59:59Z"), HttpDate.rfc850("Friday, 31-Dec-99 23:59:59 GMT", now));
        assertEquals(Instant.parse("2010-01-01T00:00:00Z"), HttpDate.rfc850("Friday, 01-Jan-10 00:00:00 GMT", now));
    }
}
