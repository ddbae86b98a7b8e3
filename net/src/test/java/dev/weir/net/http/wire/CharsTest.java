package dev.weir.net.http.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CharsTest {
    @Test
    void aUriIsAscii() {
        URI plain = URI.create("http://a/b?c=%C3%A4");
        assertSame(plain.toString(), Chars.ascii(plain));
        assertEquals("/%C3%A4/b", Chars.ascii(URI.create("/\u00e4/b")));
        URI half = URI.create("http://a/\ud83d");
        assertEquals(
                "\"http://a/?\" has half of a character, an unpaired surrogate",
                assertThrows(IllegalArgumentException.class, () -> Chars.ascii(half))
                        .getMessage());
    }

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

    /** A message is a line of a log, whatever a peer or a client has said. */
    @Test
    void nothingBreaksALine() {
        assertEquals("a?b?c?d?e?f", Chars.inOneLine("a\nb\rc\u0085d\u2028e\u2029f"));
        assertEquals("schön \u4f60", Chars.inOneLine("schön \u4f60"));
        assertEquals(203, Chars.quoted("x".repeat(1_000)).length());
    }
}
