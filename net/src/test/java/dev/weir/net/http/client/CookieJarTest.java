package dev.weir.net.http.client;

import static dev.weir.net.http.client.TestClient.OK;
import static dev.weir.net.http.client.TestClient.begin;
import static dev.weir.net.http.client.TestClient.value;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.net.RawSocket;
import dev.weir.net.http.client.call.Url;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CookieJarTest {
    private Instant now = Instant.parse("2026-11-20T10:00:00Z");
    private final CookieJar jar = CookieJar.create(() -> now);

    private void set(String url, String... fields) {
        jar.keep(Url.parse(url), List.of(fields));
    }

    private String sent(String url) {
        return jar.of(Url.parse(url));
    }

    @Test
    void goesBackToTheHostThatSetIt() {
        set("http://a.example/", "n=v");
        assertEquals("n=v", sent("http://a.example/x"));
        assertEquals("n=v", sent("http://a.example:8080/"));
        assertNull(sent("http://example/"));
        assertNull(sent("http://b.a.example/"));
        assertNull(sent("http://aa.example/"));
    }

    @Test
    void aDomainMeansNothingUnlessItIsShared() {
        set("http://www.example.com/", "n=v; Domain=example.com");
        assertEquals("n=v", sent("http://www.example.com/"));
        assertNull(sent("http://other.example.com/"));
        jar.shareWithin("example.com");
        set("http://www.example.com/", "n=w; Domain=.example.com");
        assertEquals("n=w", sent("http://other.example.com/"));
        assertEquals("n=w", sent("http://example.com/"));
        assertNull(sent("http://badexample.com/"));
        set("http://www.example.com/", "evil=1; Domain=com");
        assertNull(sent("http://shop.com/"));
        set("http://elsewhere.org/", "evil=1; Domain=example.com");
        assertEquals("n=w", sent("http://example.com/"));
        assertThrows(IllegalArgumentException.class, () -> jar.shareWithin("com"));
    }

    @Test
    void whatIsDeletedTakesNobodysPlace() {
        for (int i = 0; i < 50; i++) {
            set("http://a/", "c" + i + "=1");
        }
        set("http://a/", "gone=; Max-Age=0", "c7=; Max-Age=0");
        assertEquals(49, jar.size());
        set("http://a/", "c7=1", "new=1");
        assertEquals(50, jar.size());
    }

    @Test
    void pathsAreWholeSegments() {
        set("http://a/x/y", "here=1", "root=2; Path=/", "deep=3; Path=/x/y/z", "odd=4; Path=nothing");
        assertEquals("here=1; odd=4; root=2", sent("http://a/x/y"));
        assertEquals("deep=3; here=1; odd=4; root=2", sent("http://a/x/y/z?q"));
        assertEquals("root=2", sent("http://a/xy"));
        assertEquals("here=1; odd=4; root=2", sent("http://a/x"));
    }

    @Test
    void secureOnesNeedTls() {
        set("https://a/", "s=1; Secure");
        set("http://a/", "t=2; Secure", "__Secure-u=3");
        assertEquals("s=1", sent("https://a/"));
        assertNull(sent("http://a/"));
        set("https://a/", "__Host-h=1; Secure; Path=/", "__Host-i=1; Secure; Path=/b", "__Host-j=1; Secure; Domain=a");
        assertEquals("s=1; __Host-h=1", sent("https://a/"));
    }

    @Test
    void whatCameWithoutTlsTakesNoSecureOnesPlace() {
        jar.shareWithin("a.example");
        set("https://www.a.example/", "s=1; Secure; Path=/in", "d=1; Secure; Domain=a.example; Path=/");
        set("http://www.a.example/in/", "s=evil; Path=/in", "s=evil; Path=/in/deep", "d=evil; Path=/");
        set("http://a.example/", "d=evil; Domain=a.example; Path=/");
        set("http://other.a.example/", "d=evil; Path=/");
        assertEquals("s=1; d=1", sent("https://www.a.example/in/deep"));
        set("http://www.a.example/", "s=fine; Path=/", "new=2; Path=/");
        assertEquals("s=fine; new=2", sent("http://www.a.example/in"));
        set("https://www.a.example/", "d=2; Domain=a.example; Path=/");
        assertEquals("s=1; d=2; s=fine; new=2", sent("https://www.a.example/in"));
    }

    /** As by so many others that it would be the oldest (RFC 6265bis section 5.7). */
    @Test
    void whatCameWithoutTlsCrowdsNoSecureOneOut() {
        set("https://a.example/", "s=1; Secure", "plain=0");
        String[] crowd = IntStream.range(0, 60).mapToObj(i -> "f" + i + "=x").toArray(String[]::new);
        set("http://a.example/", crowd);
        set("http://a.example/", "s=evil; Path=/");
        for (int i = 0; i < 3_000; i++) {
            set("http://" + i + ".example/", "n=v");
        }
        assertTrue(sent("https://a.example/").startsWith("s=1"), sent("https://a.example/"));
        assertFalse(sent("https://a.example/").contains("evil"));
    }

    @Test
    void secureOnesMakeRoomForSecureOnesAlone() {
        String[] crowd =
                IntStream.range(0, 50).mapToObj(i -> "s" + i + "=x; Secure").toArray(String[]::new);
        set("https://a.example/", crowd);
        set("http://a.example/", "late=x");
        assertFalse(sent("https://a.example/").contains("late"));
        set("https://a.example/", "new=x; Secure");
        assertTrue(sent("https://a.example/").endsWith("s49=x; new=x"));
        assertTrue(sent("https://a.example/").startsWith("s1=x"));
    }

    @Test
    void aDomainThatIsAnAddressIsThatAddressOnly() {
        set("http://127.0.0.1/", "n=v; Domain=127.0.0.1", "m=w; Domain=0.0.1");
        assertEquals("n=v", sent("http://127.0.0.1/"));
        assertNull(sent("http://1.127.0.0.1/"));
        assertThrows(IllegalArgumentException.class, () -> jar.shareWithin("127.0.0.1"));
        assertThrows(IllegalArgumentException.class, () -> jar.shareWithin("a.example:80"));
    }

    @Test
    void theyExpire() {
        set("http://a/", "age=1; Max-Age=10", "date=2; Expires=Fri, 20 Nov 2026 10:00:20 GMT", "ever=3");
        set("http://a/", "old=4; Expires=Fri, 20-Nov-2026 10:00:20 GMT; Max-Age=5", "odd=5; Max-Age=x; Expires=y");
        assertEquals("age=1; date=2; ever=3; old=4; odd=5", sent("http://a/"));
        now = now.plusSeconds(5);
        assertEquals("age=1; date=2; ever=3; odd=5", sent("http://a/"));
        now = now.plusSeconds(5);
        assertEquals("date=2; ever=3; odd=5", sent("http://a/"));
        now = now.plusSeconds(10);
        assertEquals("ever=3; odd=5", sent("http://a/"));
        set("http://a/", "ever=; Max-Age=0");
        assertEquals("odd=5", sent("http://a/"));
    }

    @Test
    void theirDatesAreReadHoweverTheyAreWritten() {
        set("http://a/", "a=1; Expires=Friday, 20-Nov-26 10:00:05 GMT", "b=2; Expires=Fri, 20-Nov-26 10:00:05 GMT");
        set("http://a/", "c=3; Expires=Fri Nov 20 10:00:05 2026", "d=4; expires=20 november 26 10:0:5 +0000");
        set("http://a/", "past=5; Expires=Sun, 06-Nov-94 08:49:37 GMT", "odd=6; Expires=31 Feb 2020 10:00:00");
        assertEquals("a=1; b=2; c=3; d=4; odd=6", sent("http://a/"));
        now = now.plusSeconds(5);
        assertEquals("odd=6", sent("http://a/"));
    }

    @Test
    void aNewValueReplacesTheOld() {
        set("http://a/", "n=1");
        set("http://a/", "n=2");
        assertEquals("n=2", sent("http://a/"));
        assertEquals(1, jar.size());
        jar.clear();
        assertEquals(0, jar.size());
    }

    /** RFC 6265 sections 5.3 and 5.4: of those with paths of one length, the one that was first. */
    @Test
    void aNewValueKeepsThePlaceOfTheOld() {
        set("http://a/", "n=1", "m=2", "n=3");
        assertEquals("n=3; m=2", sent("http://a/"));
        set("http://a/", "n=; Max-Age=0", "n=4");
        assertEquals("m=2; n=4", sent("http://a/"));
    }

    @Test
    void nonsenseIsIgnored() {
        set("http://a/", "", "=v", "novalue", ";", "big=" + "x".repeat(5000), "q=\"a b\"; ; =;HttpOnly; SameSite=Lax");
        assertEquals("q=\"a b\"", sent("http://a/"));
    }

    @Test
    void thereAreLimits() {
        for (int i = 0; i < 60; i++) {
            set("http://a/", "n" + i + "=1");
        }
        assertEquals(50, jar.size());
        for (int i = 0; i < 4000; i++) {
            set("http://host" + i + "/", "n=1");
        }
        assertEquals(3000, jar.size());
        assertEquals("n=1", sent("http://host3999/"));
        assertNull(sent("http://host10/"));
    }

    @Test
    void aClientUsesItAlsoForRedirects() {
        CookieJar own = CookieJar.create();
        try (TestClient test = TestClient.start(builder -> builder.cookies(own))) {
            var text = begin(test.get("/1").text());
            RawSocket socket = test.accept();
            assertNull(socket.request().header("cookie"));
            socket.send("HTTP/1.1 302 X\r\nLocation: /2\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2; Path=/3\r\n"
                    + "Content-Length: 0\r\n\r\n");
            assertEquals("a=1", socket.request().header("cookie"));
            socket.send(OK);
            value(text);
            var mine = begin(test.get("/3").withHeader("Cookie", "own=1").text());
            assertEquals("own=1", socket.request().header("cookie"));
            socket.send(OK);
            value(mine);
        }
    }

    /** RFC 9110 section 9.3.8: what it is asked with is sent back. */
    @Test
    void traceHasNoneOfThemAndNoBody() {
        CookieJar own = CookieJar.create();
        try (TestClient test = TestClient.start(builder -> builder.cookies(own))) {
            own.keep(Url.parse(test.server.url("/")), List.of("a=1"));
            ClientRequest trace = test.client.request("TRACE", test.server.url("/"));
            var text = begin(trace.text());
            RawSocket socket = test.accept();
            assertNull(socket.request().header("cookie"));
            socket.send(OK);
            value(text);
            assertThrows(IllegalArgumentException.class, () -> trace.withBody("x"));
            var none = begin(trace.withBody("").text());
            socket.request();
            socket.send(OK);
            value(none);
        }
    }
}
