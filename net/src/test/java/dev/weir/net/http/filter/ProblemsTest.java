package dev.weir.net.http.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.weir.One;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawSocket.Reply;
import dev.weir.net.http.Handler;
import dev.weir.net.http.HttpException;
import dev.weir.net.http.Problem;
import dev.weir.net.http.Response;
import dev.weir.net.http.Routes;
import dev.weir.net.http.TestServer;
import dev.weir.net.http.TrustedProxies;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(NoLeaks.class)
class ProblemsTest {
    @Test
    void exceptionsBecomeWhatTheyMean() {
        Problems problems = Problems.create()
                .on(
                        FileNotFoundException.class,
                        e -> Problem.of(404, "no such thing").with("thing", e.getMessage()))
                .on(IOException.class, e -> Problem.of(502, "upstream is gone"))
                .on(CompletionException.class, e -> Problem.of(504, "something failed"));
        Routes routes = Routes.create()
                .get("/thrown", request -> {
                    throw new FileNotFoundException("x");
                })
                .get("/failed", request -> One.<Response>fail(() -> new IOException("y")))
                .get(
                        "/blocking",
                        request -> One.blocking(() -> {
                            throw new FileNotFoundException("z");
                        }))
                .get(
                        "/awaited",
                        Handler.blocking(request -> One.<Response>fail(() -> new FileNotFoundException("a"))
                                .await()))
                .get(
                        "/wrapped",
                        Handler.blocking(request -> One.<Response>fail(() -> new InterruptedException("w"))
                                .await()))
                .get("/http", request -> One.fail(() -> new HttpException(409, "taken")))
                .get("/other", request -> One.fail(() -> new UncheckedIOException("secret", new IOException())))
                .with(problems);
        try (TestServer server = TestServer.start(routes)) {
            Reply thrown = server.get("/thrown");
            assertEquals(404, thrown.status());
            assertEquals(
                    "{\"status\":404,\"title\":\"Not Found\",\"detail\":\"no such thing\",\"thing\":\"x\"}\n",
                    thrown.body());
            assertEquals(502, server.get("/failed").status());
            assertEquals(404, server.get("/blocking").status());
            assertEquals(404, server.get("/awaited").status());
            assertEquals(504, server.get("/wrapped").status());
            assertEquals(409, server.get("/http").status());
            Reply other = server.get("/other");
            assertEquals(500, other.status());
            assertFalse(other.body().contains("secret"));
        }
    }

    @Test
    void browsersAreMadeCareful() {
        SecurityHeaders careful = SecurityHeaders.create()
                .withContentPolicy("default-src 'self'")
                .withStrictTransport(Duration.ofDays(365))
                .without("X-Frame-Options")
                .with("Permissions-Policy", "camera=()");
        Routes routes = Routes.create()
                .get("/", request -> One.of(Response.text("x").withHeader("Referrer-Policy", "no-referrer")))
                .get("/broken", request -> One.fail(() -> new HttpException(502, "gone")))
                .with(careful);
        try (TestServer server = TestServer.start(routes)) {
            Reply reply = server.get("/");
            assertEquals("nosniff", reply.header("x-content-type-options"));
            assertEquals("no-referrer", reply.header("referrer-policy"));
            assertEquals("default-src 'self'", reply.header("content-security-policy"));
            assertNull(reply.header("strict-transport-security"));
            assertEquals("camera=()", reply.header("permissions-policy"));
            assertEquals(null, reply.header("x-frame-options"));
            assertEquals("nosniff", server.get("/broken").header("x-content-type-options"));
            assertEquals("nosniff", server.get("/none").header("x-content-type-options"));
        }
    }

    /** Who is told in the clear may be told by anybody (RFC 6797 section 7.2). */
    @Test
    void thatTlsIsNeededIsToldOverTlsOnly() {
        Handler careful = ((Handler) request -> One.of(Response.text("x")))
                .with(SecurityHeaders.create().withStrictTransport(Duration.ofDays(365)));
        try (TestServer server =
                TestServer.start(careful, builder -> builder.trust(TrustedProxies.xForwarded("127.0.0.1")))) {
            String ask = "GET / HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 192.0.2.1\r\nX-Forwarded-Proto: ";
            assertEquals(
                    "max-age=31536000; includeSubDomains",
                    server.ask(ask + "https\r\n\r\n").header("strict-transport-security"));
            assertNull(server.ask(ask + "http\r\n\r\n").header("strict-transport-security"));
        }
    }
}
