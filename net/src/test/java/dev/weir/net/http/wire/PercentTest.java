package dev.weir.net.http.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PercentTest {
    @Test
    void undoesEscapesOnce() throws BadRequest {
        assertEquals("a b/c%41+\u00e9\u20ac", Percent.decode("a%20b%2Fc%2541+%c3%A9%E2%82%AC"));
        assertEquals("plain", Percent.decode("plain"));
    }

    @Test
    void readsPlusAsSpaceInForms() throws BadRequest {
        assertEquals("a b+", Percent.decodeForm("a+b%2B"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"%", "%4", "a%", "%zz", "%4g", "%g4", "%ff", "%c3", "%c0%ae", "%ed%a0%80"})
    void refusesWhatIsNoUtf8InEscapes(String text) {
        assertThrows(BadRequest.class, () -> Percent.decode(text));
    }
}
