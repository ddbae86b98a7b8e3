package dev.weir.desk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AmountTest {
    @ParameterizedTest
    @ValueSource(strings = {"2.5", "20", "0", "-3.10", "1e3", "2.5E-2", "007", "999999999999999999.999999999999999999"})
    void readsNumbersAsTheyAreWritten(String text) {
        assertEquals(new Amount(text, new BigDecimal(text)), Amount.parse(text));
    }

    @Test
    void ignoresSpacesAround() {
        assertEquals("2.5", Amount.parse(" 2.5\t").text());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "abc", "2,5", "+5", ".5", "5.", "0x10", "1e", "NaN", "--1", "1 2", "٢.٥", "1e99999999999"})
    void refusesWhatIsNotANumber(String text) {
        Refused refused = assertThrows(Refused.class, () -> Amount.parse(text));
        assertEquals('"' + text + "\" is not an amount: send a number such as 2.5", refused.getMessage());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"1e999999999", "1e-999999999", "0e999999999", "1e19", "1e18", "1234567890123456789", "1e-19"})
    void refusesNumbersThatAreExpensiveToWriteOut(String text) {
        Refused refused = assertThrows(Refused.class, () -> Amount.parse(text));
        assertEquals(
                "the amount \""
                        + text
                        + "\" is out of range: send at most 18 digits before and after the decimal point",
                refused.getMessage());
    }

    @Test
    void quotesOnlyTheBeginningOfALongTextAndNoControlCharacters() {
        Refused refused = assertThrows(Refused.class, () -> Amount.parse("\u001b[2J" + "9".repeat(1000)));
        assertEquals(
                "\"?[2J9999999999999999999999999999...\" is not an amount: send a number such as 2.5",
                refused.getMessage());
        assertEquals("\"?31m?a?b?c\"", Refused.quote("\u009b31m\u202ea\u2028b\u0085c"));
    }
}
