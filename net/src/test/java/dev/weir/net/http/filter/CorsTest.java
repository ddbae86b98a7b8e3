package dev.weir.net.http.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.One;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawSocket;
import dev.weir.net.RawSocket.Reply;
import dev.weir.net.http.Handler;
import dev.weir.net.http.HttpException;
import dev.weir.net.http.Response;
import dev.weir.net.http.Routes;
import dev.weir.net.http.TestServer;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@ExtendWith(NoLeaks.class)
class CorsTest {
    private static TestServer server;

    @BeforeAll
    static void start() {
        Routes data = Routes.create()
                .get("/data", request -> One.of(Response.text("data").withHeader("ETag", "\"v1\"")))
                .put("/data", request -> One.of(Response.empty(204)))
                .get("/thrown", request -> {
                    throw new HttpException(409, "taken");
                })
                .get("/failed", request -> One.fail(() -> new IllegalStateException("meant to be logged")));
        Cors named = Cors.allow("https://app.example", "http://localhost:3000")
                .withCredentials()
                .withMethods("GET", "PUT")
                .withHeaders("Content-Type", "X-Token")
                .withExposed("X-Total")
                .withMaxAge(Duration.ofHours(1));
        server = TestServer.start(Routes.create()
                .under("/named", data.with(named))
                .under("/any", data.with(Cors.allowAny()))
                .under("/if", data.with(Cors.allowIf(origin -> origin.endsWith(".example")))));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static Reply ask(String method, String path, String fields) {
        String request = method + " " + path + " HTTP/1.1\r\nHost: a\r\n" + fields + "\r\n";
        return method.equals("OPTIONS") ? server.askHead(request) : server.ask(request);
    }

    private static final String PREFLIGHT = "Access-Control-Request-Method: PUT\r\n";

    @Test
    void answersPreflights() {
        Reply reply = ask("OPTIONS", "/named/data", "Origin: https://app.example\r\n" + PREFLIGHT);
        assertEquals(204, reply.status());
        assertEquals("https://app.example", reply.header("access-control-allow-origin"));
        assertEquals("true", reply.header("access-control-allow-credentials"));
        assertEquals("GET, PUT", reply.header("access-control-allow-methods"));
        assertEquals("Content-Type, X-Token", reply.header("access-control-allow-headers"));
        assertEquals("3600", reply.header("access-control-max-age"));
        assertEquals("Origin", reply.header("vary"));
    }

    @Test
    void letsThePagesOfAllowedOriginsRead() {
        Reply reply = ask("GET", "/named/data", "Origin: http://localhost:3000\r\n");
        assertEquals("data", reply.body());
        assertEquals("http://localhost:3000", reply.header("access-control-allow-origin"));
        assertEquals("X-Total", reply.header("access-control-expose-headers"));
        assertEquals("Origin", reply.header("vary"));
        assertEquals(
                "https://x.example",
                ask("GET", "/if/data", "Origin: https://x.example\r\n").header("access-control-allow-origin"));
    }

    @ParameterizedTest
    @CsvSource({"thrown,409", "failed,500"})
    void failuresAreReadToo(String path, int status) {
        Reply reply = ask("GET", "/named/" + path, "Origin: https://app.example\r\n");
        assertEquals(status, reply.status());
        assertEquals("https://app.example", reply.header("access-control-allow-origin"));
        assertEquals("Origin", reply.header("vary"));
        Reply another = ask("GET", "/named/" + path, "Origin: https://evil.example\r\n");
        assertNull(another.header("access-control-allow-origin"));
        assertEquals("Origin", another.header("vary"));
    }

    @ParameterizedTest
    @CsvSource({"If-Match: \"v0\",412", "If-None-Match: \"v1\",304", "Range: bytes=9-,416", "Range: bytes=0-1,206"})
    void soIsWhatIsMadeOfAResponse(String condition, int status) {
        Reply reply = ask("GET", "/named/data", "Origin: https://app.example\r\n" + condition + "\r\n");
        assertEquals(status, reply.status());
        assertEquals("https://app.example", reply.header("access-control-allow-origin"));
        assertEquals("Origin", reply.header("vary"));
    }

    @Test
    void soIsWhatALimiterBehindItRefuses() {
        Limiter limiter = Limiter.fixed(1).build();
        Handler never = request -> request.path().equals("/never") ? One.never() : One.of(Response.text("x"));
        try (TestServer busy = TestServer.start(never.with(Cors.allow("https://app.example"), limiter))) {
            RawSocket first = busy.connect().send("GET /never HTTP/1.1\r\nHost: a\r\n\r\n");
            while (limiter.inFlight() == 0) {
                Thread.onSpinWait();
            }
            Reply reply = busy.ask("GET / HTTP/1.1\r\nHost: a\r\nOrigin: https://app.example\r\n\r\n");
            assertEquals(503, reply.status());
            assertEquals("https://app.example", reply.header("access-control-allow-origin"));
            first.close();
        }
    }

    @Test
    void saysNothingToOthers() {
        Reply reply = ask("GET", "/named/data", "Origin: https://app.example.evil\r\n");
        assertEquals("data", reply.body());
        assertNull(reply.header("access-control-allow-origin"));
        assertEquals("Origin", reply.header("vary"));
        assertEquals(
                403,
                ask("OPTIONS", "/named/data", "Origin: null\r\n" + PREFLIGHT).status());
        Reply same = ask("GET", "/named/data", "");
        assertNull(same.header("access-control-allow-origin"));
        assertEquals("Origin", same.header("vary"));
        assertEquals(
                "GET, HEAD, OPTIONS, PUT",
                ask("OPTIONS", "/named/data", "Origin: https://app.example\r\n").header("allow"));
    }

    @Test
    void anyOriginIsAStar() {
        Reply reply = ask("GET", "/any/data", "Origin: https://who.ever\r\n");
        assertEquals("*", reply.header("access-control-allow-origin"));
        assertNull(reply.header("vary"));
    }

    /** It may be kept by a cache, for a page of another origin. */
    @Test
    void soItIsForWhoDoesNotSayHis() {
        for (String path : new String[] {"/any/data", "/any/thrown"}) {
            Reply reply = ask("GET", path, "");
            assertEquals("*", reply.header("access-control-allow-origin"));
            assertNull(reply.header("vary"));
        }
    }

    @Test
    void whatWouldBeUnsafeOrUselessIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> Cors.allowAny().withCredentials());
        assertThrows(IllegalArgumentException.class, () -> Cors.allow("app.example"));
        assertThrows(IllegalArgumentException.class, () -> Cors.allow("https://app.example/"));
        assertThrows(IllegalArgumentException.class, () -> Cors.allow("*"));
        assertThrows(IllegalArgumentException.class, () -> Cors.allow("https://App.example"));
        assertThrows(IllegalArgumentException.class, () -> Cors.allow("https://app.example:443"));
    }

    @Test
    void aPreflightIsAnsweredByTheFiltersOfTheRouteThatItAsksFor() {
        Routes routes = Routes.create()
                .get("/x", request -> One.of(Response.text("x")))
                .with(Cors.allow("https://app.example"))
                .post("/x", request -> One.of(Response.empty(204))); // goes without
        try (TestServer own = TestServer.start(routes)) {
            String start =
                    "OPTIONS /x HTTP/1.1\r\nHost: a\r\nOrigin: https://app.example\r\nAccess-Control-Request-Method: ";
            String allowed = "access-control-allow-origin";
            assertEquals(
                    "https://app.example", own.askHead(start + "GET\r\n\r\n").header(allowed));
            assertEquals(
                    "https://app.example", own.askHead(start + "HEAD\r\n\r\n").header(allowed));
            assertNull(own.askHead(start + "POST\r\n\r\n").header(allowed));
        }
    }
}
