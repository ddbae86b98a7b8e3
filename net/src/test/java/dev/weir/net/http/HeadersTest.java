package dev.weir.net.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeadersTest {
    @Test
    void findsFieldsInAnyCase() {
        Headers headers = Headers.empty().and("Set-Cookie", "a").and("X", "y").and("set-cookie", "b");
        assertEquals("a", headers.get("SET-COOKIE"));
        assertEquals(List.of("a", "b"), headers.all("Set-cookie"));
        assertTrue(headers.has("x"));
        assertFalse(headers.has("z"));
        assertNull(headers.get("z"));
        assertEquals(3, headers.size());
    }

    @Test
    void whatAResponseDependsOnIsAddedToAllThatSaysSo() {
        Headers two = Headers.of("Vary", "Origin", "vary", "Cookie");
        assertEquals(List.of("Origin, Cookie, Accept"), two.withVary("Accept").all("Vary"));
        assertEquals(two.all("Vary"), two.withVary("cookie").all("Vary"));
        assertEquals(List.of("Accept"), Headers.empty().withVary("Accept").all("Vary"));
    }

    @Test
    void digestsAreOfWhatIsSent() {
        Headers all =
                Headers.of("Content-Digest", "a", "Content-MD5", "b", "Repr-Digest", "c", "Digest", "d", "X", "e");
        assertEquals(3, all.ofPart().size());
        assertEquals("c", all.ofPart().get("Repr-Digest"));
        assertEquals(2, all.ofCoded("gzip").size());
        assertEquals("gzip", all.ofCoded("gzip").get("Content-Encoding"));
    }

    @Test
    void secretsAreNotInLogs() {
        Headers headers = Headers.of("Cookie", "id=secret", "X", "1", "authorization", "Bearer secret");
        assertEquals("[Cookie: ..., X: 1, authorization: ...]", headers.toString());
        assertEquals("id=secret", headers.get("cookie"));
        assertFalse(Response.text("x")
                .withHeader("Set-Cookie", "id=secret")
                .toString()
                .contains("secret"));
    }

    @Test
    void doesNotChange() {
        Headers before = Headers.empty().and("A", "1");
        Headers after = before.with("a", "2").and("B", "3").without("b").and("C", "");
        assertEquals("1", before.get("a"));
        List<Headers.Field> fields = new ArrayList<>();
        after.forEach(fields::add);
        assertEquals(List.of(new Headers.Field("a", "2"), new Headers.Field("C", "")), fields);
    }

    @Test
    void valuesBeginAndEndWithWhatIsSeen() {
        Headers headers = Headers.of("A", " \t1 2\t ", "B", " ").and("C", "3 ").with("D", "\t4\u00a0");
        assertEquals(List.of("1 2"), headers.all("a"));
        assertEquals("", headers.get("b"));
        assertEquals("3", headers.get("c"));
        assertEquals("4\u00a0", headers.get("d"));
        assertFalse(accepts("E", "5\n"));
    }

    /** Nothing that a value or a name holds can end its line or begin another field. */
    @Test
    void refusesEveryCharacterThatCouldBreakOut() {
        for (char c = 0; c < 0x200; c++) {
            String text = "a" + c + "b";
            boolean valueIsFine = c == '\t' || (c >= ' ' && c < 0x7f) || (c >= 0x80 && c <= 0xff && c != 0x85);
            assertEquals(valueIsFine, accepts("N", text), () -> "value with " + (int) text.charAt(1));
            boolean nameIsFine = c < 0x80 && (Character.isLetterOrDigit(c) || "!#$%&'*+-.^_`|~".indexOf(c) >= 0);
            assertEquals(nameIsFine, accepts(text, "v"), () -> "name with " + (int) text.charAt(1));
        }
        assertFalse(accepts("", "v"));
        assertFalse(accepts("N", "\u010a"), "would become a line feed if it were cut to a byte");
    }

    private static boolean accepts(String name, String value) {
        try {
            Headers headers = Headers.empty().and(name, value);
            assertEquals(headers.get(name), Headers.empty().with(name, value).get(name));
            return true;
        } catch (IllegalArgumentException refused) {
            assertThrows(IllegalArgumentException.class, () -> Headers.empty().with(name, value));
            assertThrows(IllegalArgumentException.class, () -> Response.text("").withHeader(name, value));
            assertThrows(IllegalArgumentException.class, () -> Response.text("").addHeader(name, value));
            return false;
        }
    }

    @Test
    @SuppressWarnings("NullAway") // what users without a checker do
    void aValueThatIsNullIsNamed() {
        NullPointerException missing =
                assertThrows(NullPointerException.class, () -> Headers.empty().and("X-Trace", null));
        assertEquals("the value of header field X-Trace is null", missing.getMessage());
    }
}
