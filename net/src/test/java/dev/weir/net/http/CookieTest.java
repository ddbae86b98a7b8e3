package dev.weir.net.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.One;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawSocket;
import dev.weir.net.http.Cookie.SameSite;
import dev.weir.net.http.wire.BadRequest;
import dev.weir.net.http.wire.Cookies;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(NoLeaks.class)
class CookieTest {
    private static final Cookie SAFE = Cookie.of("id", "a1");

    @Test
    void isSafeUnlessToldOtherwise() {
        assertEquals("id=a1; Path=/; Secure; HttpOnly; SameSite=Lax", SAFE.toString());
        assertEquals(
                "id=b; Path=/app; Domain=example.com; Max-Age=60; SameSite=Strict",
                SAFE.withValue("b")
                        .withPath("/app")
                        .withDomain("example.com")
                        .withMaxAge(Duration.ofSeconds(60))
                        .withSecure(false)
                        .withHttpOnly(false)
                        .withSameSite(SameSite.STRICT)
                        .toString());
        assertEquals(
                "id=; Path=/; Max-Age=0; Secure; HttpOnly; SameSite=Lax",
                SAFE.expired().toString());
        assertEquals(
                "id=a1; Path=/; Max-Age=0; Secure; HttpOnly; SameSite=None",
                SAFE.withMaxAge(Duration.ofSeconds(-5))
                        .withSameSite(SameSite.NONE)
                        .toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "a=b", "a;b", "a\r\nb", "ä", "a\0", "\"a\""})
    void refusesNamesThatAreNone(String name) {
        assertThrows(IllegalArgumentException.class, () -> Cookie.of(name, "v"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b", "a;b", "a,b", "\"a\"", "a\\b", "a\r\nSet-Cookie: x=y", "ä", "\0", "\u007f"})
    void refusesValuesThatCouldBreakOut(String value) {
        assertThrows(IllegalArgumentException.class, () -> Cookie.of("n", value));
    }

    @Test
    void refusesAttributesThatBrowsersWouldNotTake() {
        assertThrows(IllegalArgumentException.class, () -> SAFE.withPath("app"));
        assertThrows(IllegalArgumentException.class, () -> SAFE.withPath("/a; Domain=evil"));
        assertThrows(IllegalArgumentException.class, () -> SAFE.withPath("/a\r\n"));
        assertThrows(IllegalArgumentException.class, () -> SAFE.withDomain("a;b"));
        assertThrows(IllegalArgumentException.class, () -> SAFE.withDomain(""));
        Cookie open = SAFE.withSecure(false);
        assertThrows(IllegalArgumentException.class, () -> open.withSameSite(SameSite.NONE));
        assertThrows(
                IllegalArgumentException.class,
                () -> Cookie.of("__Secure-a", "b").withSecure(false));
        assertThrows(
                IllegalArgumentException.class, () -> Cookie.of("__Host-a", "b").withPath("/x"));
        assertThrows(
                IllegalArgumentException.class, () -> Cookie.of("__Host-a", "b").withDomain("a.b"));
        assertThrows(IllegalArgumentException.class, () -> Cookie.of("n", "v".repeat(4096)));
    }

    @Test
    void aResponseHasEachOnce() {
        Response response = Response.empty(204)
                .withCookie(SAFE)
                .withCookie(Cookie.of("other", "x"))
                .withCookie(SAFE.withPath("/deep"))
                .withCookie(SAFE.withValue("a2"));
        assertEquals(
                List.of(
                        "other=x; Path=/; Secure; HttpOnly; SameSite=Lax",
                        "id=a1; Path=/deep; Secure; HttpOnly; SameSite=Lax",
                        "id=a2; Path=/; Secure; HttpOnly; SameSite=Lax"),
                response.headers().all("set-cookie"));
    }

    private static Map<String, String> parse(String... fields) throws BadRequest {
        return Cookies.parse(List.of(fields));
    }

    @Test
    void areReadStrictly() throws BadRequest {
        assertEquals(Map.of("a", "1", "b", "2=3"), parse("a=1; b=2=3"));
        assertEquals(Map.of("a", "1", "b", ""), parse("a=1;b=", " ; ;"));
        assertEquals(Map.of("a", "first"), parse("a=first; a=second", "a=third"));
        assertEquals(Map.of("q", "v"), parse("q=\"v\""));
        assertEquals(Map.of("ok", "1"), parse("noequals; =x; a b=1; c=d e; ok=1; f=\"; g=ä"));
        assertEquals(Map.of(), parse());
        assertEquals(Map.of(), parse("a=" + "x".repeat(5000)));
    }

    @Test
    void tooManyAreRefused() throws BadRequest {
        StringBuilder many = new StringBuilder();
        for (int i = 0; i < Cookies.MOST; i++) {
            many.append("c").append(i).append("=1;");
        }
        assertEquals(Cookies.MOST, parse(many.toString()).size());
        assertEquals(
                431,
                assertThrows(BadRequest.class, () -> parse(many + "more=1")).status());
    }

    @Test
    void garbageDoesNoHarm() throws BadRequest {
        Random random = new Random(11);
        Handler handler = request ->
                One.of(Response.text(String.valueOf(request.cookies().size())).withCookie(Cookie.of("seen", "1")));
        try (TestServer server = TestServer.start(handler);
                RawSocket socket = server.connect()) {
            for (int i = 0; i < 500; i++) {
                StringBuilder field = new StringBuilder();
                for (int length = random.nextInt(200); length > 0; length--) {
                    char c = (char)
                            (random.nextInt(4) == 0
                                    ? "=;\", \\%".charAt(random.nextInt(7))
                                    : ' ' + random.nextInt(223));
                    field.append(c == 0x7f || c == 0x85 ? ' ' : c);
                }
                RawSocket.Reply reply = socket.send("GET / HTTP/1.1\r\nHost: a\r\nCookie: " + field + "\r\n\r\n")
                        .reply();
                assertEquals(200, reply.status(), field.toString());
                assertEquals("seen=1; Path=/; Secure; HttpOnly; SameSite=Lax", reply.header("set-cookie"));
            }
        }
    }
}
