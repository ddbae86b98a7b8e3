package dev.weir.net.http.client.call;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UrlTest {
    private static String resolved(String base, String reference) {
        Url to = Url.parse(base).resolve(reference);
        return to == null ? null : to.uri().toString();
    }

    /** The examples of RFC 3986 sections 5.4.1 and 5.4.2. */
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "g,/b/c/g",
                "./g,/b/c/g",
                "g/,/b/c/g/",
                "/g,/g",
                "?y,/b/c/d;p?y",
                "g?y,/b/c/g?y",
                "#s,/b/c/d;p?q#s",
                "g#s,/b/c/g#s",
                "g?y#s,/b/c/g?y#s",
                ";x,/b/c/;x",
                "g;x,/b/c/g;x",
                "g;x?y#s,/b/c/g;x?y#s",
                "\"\",/b/c/d;p?q",
                ".,/b/c/",
                "./,/b/c/",
                "..,/b/",
                "../,/b/",
                "../g,/b/g",
                "../..,/",
                "../../,/",
                "../../g,/g",
                "../../../g,/g",
                "../../../../g,/g",
                "/./g,/g",
                "/../g,/g",
                "g.,/b/c/g.",
                ".g,/b/c/.g",
                "g..,/b/c/g..",
                "..g,/b/c/..g",
                "./../g,/b/g",
                "./g/.,/b/c/g/",
                "g/./h,/b/c/g/h",
                "g/../h,/b/c/h",
                "g;x=1/./y,/b/c/g;x=1/y",
                "g;x=1/../y,/b/c/y",
                "g?y/./x,/b/c/g?y/./x",
                "g?y/../x,/b/c/g?y/../x",
                "g#s/./x,/b/c/g#s/./x",
                "g#s/../x,/b/c/g#s/../x"
            })
    void referencesLeadWhereTheStandardSays(String reference, String there) {
        assertEquals("http://a" + there, resolved("http://a/b/c/d;p?q", reference));
    }

    @Test
    void soDoOthers() {
        assertEquals("http://g", resolved("http://a/b/c/d;p?q", "//g"));
        assertEquals("https://g/?x", resolved("https://a/b", "//g/?x"));
        assertEquals("http://a:81/login", resolved("http://a:81", "login"));
        assertEquals("http://a?x", resolved("http://a", "?x"));
        assertEquals("http://a/%2e/b%2Fc?d%20e", resolved("http://a/x", "%2e/b%2Fc?d%20e"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"g:h", "http:g", "mailto:a@b", "//", "//user@g/", "http://g:0/", "http://a b/"})
    void whatCanNotBeRequestedLeadsNowhere(String reference) {
        assertNull(resolved("http://a/b", reference));
    }

    /** RFC 9110 section 10.2.2. */
    @ParameterizedTest
    @CsvSource({
        "/x?y,http://a/x?y#part",
        "'',http://a/b?q#part",
        "http://g/,http://g/#part",
        "//g,http://g#part",
        "/x#other,http://a/x#other",
        "/x#,http://a/x#"
    })
    void aFragmentGoesAlongWithoutAnother(String reference, String there) {
        assertEquals(there, resolved("http://a/b?q#part", reference));
    }

    /** Servers send them, and browsers follow. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "/search?q=a|b /search?q=a%7Cb",
                "'/my report.pdf' /my%20report.pdf",
                "'a b' /a%20b",
                "?filter={\"a\":[1]} /b?filter=%7B%22a%22:[1]%7D",
                "?q=100%&r=%zz%41%4 /b?q=100%25&r=%25zz%41%254",
                "/a[1]?[2]#[3]?[4] /a%5B1%5D?[2]#[3]?[4]",
                "/a#x|y#z /a#x%7Cy%23z",
                "/\\g\t^`<> /%5Cg%09%5E%60%3C%3E"
            })
    void whatNoUriHasIsEncoded(String reference, String there) {
        assertEquals("http://a" + there, resolved("http://a/b", reference));
        assertEquals("http://[::1]" + there, resolved("http://[::1]/b", reference));
    }

    @Test
    void addressesKeepTheirBrackets() {
        assertEquals("http://[::1]:81/a%5B1%5D", resolved("http://a/b", "//[::1]:81/a[1]"));
        assertEquals("https://[::1]/%7C", resolved("http://a/b", "https://[::1]/|"));
        assertEquals("https://[::1]?|".replace("|", "%7C"), resolved("http://a/b", "https://[::1]?|"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://me:secret@a/",
                "htp://me:secret@a/",
                "http://me:%secret@a/",
                "me:secret@a",
                "htp://a/?secret",
                "http://a b/?secret"
            })
    void aPasswordIsNotInMessages(String uri) {
        var refused = assertThrows(IllegalArgumentException.class, () -> Url.parse(uri));
        StringWriter told = new StringWriter();
        refused.printStackTrace(new PrintWriter(told));
        assertFalse(told.toString().contains("secret"), told::toString);
    }

    @Test
    void aUserIsToldWhereItBelongs() {
        var refused = assertThrows(IllegalArgumentException.class, () -> Url.parse("http://me:secret@a/"));
        assertTrue(refused.getMessage().endsWith(": use withBasicAuth(..)"), refused.getMessage());
    }

    /** What came as bytes is sent as these bytes. */
    @Test
    void bytesOfUtf8AreEncodedOnce() {
        Url to = Url.parse("http://a/b").resolve("/caf\u00c3\u00a9?\u00c3\u00bc=%C3%BC");
        assertEquals("/caf%C3%A9?%C3%BC=%C3%BC", to.target());
        assertNull(Url.parse("http://a/b").resolve("http://m\u00c3\u00bcnchen.example/"));
    }

    /** Composed, as by NFC, it would be another one's name (RFC 3987 section 3.1). */
    @Test
    void charactersAreEncodedAsTheyAre() {
        assertEquals(
                "/e%CC%81?a=e%CC%81", Url.parse("http://a/e\u0301?a=e\u0301").target());
        assertEquals(
                "/%C3%A9?%F0%9F%98%80",
                Url.parse("http://a/\u00e9?\ud83d\ude00").target());
        assertThrows(IllegalArgumentException.class, () -> Url.parse("http://a/\ud83d"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://a:80:8080/", "http://a::80/", "http://fe80:1:8080/"})
    void aHostHasOnePort(String uri) {
        assertThrows(IllegalArgumentException.class, () -> Url.parse(uri));
        assertNull(Url.parse("http://a/b").resolve(uri));
    }
}
