package dev.weir.desk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RateTest {
    @ParameterizedTest
    @ValueSource(strings = {"1.07", " 1.07\n", "{\"rate\": 1.07}", "{ \"rate\":1.07 }\n"})
    void readsANumberOrAnObject(String body) {
        assertEquals(Rate.of("1.07"), Rate.parse(body));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "dear", "{}", "{\"rate\": }", "{\"rate\": \"1\"}", "{\"price\": 1}", "[1.07]", "1.07 1.08"})
    void refusesWhatIsNotARate(String body) {
        Refused refused = assertThrows(Refused.class, () -> Rate.parse(body));
        assertTrue(
                refused.getMessage().endsWith("is not a rate: send a number such as 1.07, or {\"rate\": 1.07}"),
                refused.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "1e999999999", "1e-999999999", "1000000000", "0.0000000001", "1.0000000001"})
    void refusesWhatIsOutOfBounds(String body) {
        Refused refused = assertThrows(Refused.class, () -> Rate.parse(body));
        assertEquals("a rate is a number from 0.000000001 to 999999999 with at most 9 decimals", refused.getMessage());
    }

    @ParameterizedTest
    @CsvSource({
        "1.0644812345678, 1.064481235",
        "0.0000000000001, 0.000000001",
        "1.00000E+9, 999999999",
        "158.42, 158.42"
    })
    void findsTheNearest(String value, String nearest) {
        assertEquals(Rate.of(nearest), Rate.nearest(new BigDecimal(value)));
    }
}
