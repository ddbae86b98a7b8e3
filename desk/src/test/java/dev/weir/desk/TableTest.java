package dev.weir.desk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TableTest {
    private static final Currency GBP = new Currency("GBP");

    private final Table opening = Table.opening();

    @ParameterizedTest
    @CsvSource({"10.99, 11.6986352", "2.5, 2.661200", "0.99, 1.0538352", "20, 21.28960"})
    void dollarsAreExact(BigDecimal euros, BigDecimal dollars) {
        assertEquals(dollars, opening.dollars(euros));
    }

    @ParameterizedTest
    @CsvSource({
        "10.99, EUR, USD, 11.6986352",
        "11.6986352, USD, EUR, 10.99",
        "1, GBP, USD, 1.2416077635",
        "1, USD, USD, 1",
        "0.00000000005, EUR, EUR, 0",
        "0.00000000015, EUR, EUR, 0.0000000002"
    })
    void convertsAcrossWithTenDecimalsRoundedHalfToEven(BigDecimal amount, String from, String to, BigDecimal result) {
        assertEquals(result, opening.convert(amount, Currency.parse(from), Currency.parse(to)));
    }

    @Test
    void aMoveIsANewTable() {
        Table moved = opening.with(Currency.USD, Rate.of("1.07"));
        assertEquals(Rate.of("1.07"), moved.rate(Currency.USD));
        assertEquals(Rate.of("1.06448"), opening.rate(Currency.USD));
        assertEquals(opening.version() + 1, moved.version());
    }

    @Test
    void theSameRateIsNoMove() {
        assertSame(opening, opening.with(Currency.USD, Rate.of("1.06448")));
    }

    @Test
    void theEuroDoesNotMove() {
        assertThrows(Refused.class, () -> opening.with(Currency.EUR, Rate.of("2")));
    }

    @Test
    void theTableIsBounded() {
        Table table = opening;
        for (int i = table.rates().size(); i < Table.MAX_CURRENCIES; i++) {
            String code = "X" + (char) ('A' + i / 26) + (char) ('A' + i % 26);
            table = table.with(new Currency(code), Rate.ONE);
        }
        Table full = table;
        assertThrows(Refused.class, () -> full.with(new Currency("ZZZ"), Rate.ONE));
        assertEquals(Rate.of("0.9"), full.with(GBP, Rate.of("0.9")).rate(GBP));
    }

    @Test
    void aCurrencyWithoutRateIsNamed() {
        Refused refused = assertThrows(Refused.class, () -> opening.rate(new Currency("XYZ")));
        assertEquals("there is no rate for XYZ", refused.getMessage());
    }
}
