package dev.weir.net.http.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CharsTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "007, 7",
        "000000000000000000000000000005, 5",
        "2147483646, 2147483646",
        "2147483647, 2147483647",
        "2147483648, 2147483647",
        "99999999999999999999999999999999, 2147483647",
        "'', -1",
        "-1, -1",
        "+1, -1",
        "1.5, -1",
        "' 1', -1",
        "'1 ', -1",
        "1e3, -1",
        "x, -1",
        "\u0661, -1"
    })
    void digitsAreAnAmount(String digits, int amount) {
        assertEquals(amount, Chars.amount(digits));
    }
}
