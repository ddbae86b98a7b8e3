package dev.weir.net.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawHttp2;
import dev.weir.net.RawSocket;
import dev.weir.net.http.Observer.Exchanged;
import dev.weir.net.http.Observer.Outcome;
import dev.weir.testkit.VirtualTime;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(NoLeaks.class)
class ObserverTest {
    private final BlockingQueue<Exchanged> seen = new LinkedBlockingQueue<>();
    private final VirtualTime time = new VirtualTime();
    private final CompletableFuture<Response> slow = new CompletableFuture<>();

    private TestServer start() {
        Routes routes = Routes.create()
                .post("/echo/{id}", request -> request.text().map(Response::text))
                .get("/slow", request -> One.from(slow))
                .get(
                        "/broken",
                        request -> One.of(Response.stream(
                                "text/plain",
                                Many.concat(
                                        Many.of(ByteBuffer.wrap(new byte[5])),
                                        Many.fail(() -> new IllegalStateException("test"))))))
                .get("/events", request -> One.of(Response.sse(Many.never())));
        return TestServer.start(
                routes,
                builder -> builder.clock(time)
                        .observe(exchange -> {
                            throw new IllegalStateException("test: a failing observer harms nobody");
                        })
                        .observe(seen::add));
    }

    @Test
    void whatSeveralThrowIsInOneFailure() {
        IllegalStateException first = new IllegalStateException("first");
        IllegalStateException second = new IllegalStateException("second");
        Observer both = Observers.of(
                exchange -> {
                    throw first;
                },
                exchange -> {
                    throw second;
                });
        assertSame(first, assertThrows(IllegalStateException.class, () -> both.over(null)));
        assertSame(second, first.getSuppressed()[0]);
    }

    /** Whoever measures may be built against another version. */
    @Test
    void anErrorOfAnObserverHarmsNobody() {
        Observer broken = new Observer() {
            @Override
            public void began(Request request) {
                throw new NoClassDefFoundError("test");
            }

            @Override
            public void over(Exchanged exchange) {
                throw new NoClassDefFoundError("test");
            }
        };
        Handler streams = request -> One.of(Response.stream("text/plain", Many.of(ByteBuffer.wrap(new byte[5]))));
        try (TestServer server = TestServer.start(streams, builder -> builder.observe(broken));
                RawSocket socket = server.connect()) {
            for (int i = 0; i < 2; i++) {
                assertEquals(
                        200,
                        socket.send("GET / HTTP/1.1\r\nHost: test\r\n\r\n")
                                .reply()
                                .status());
            }
            assertEquals(0, server.server().streams());
        }
    }

    private Exchanged next(String target) throws InterruptedException {
        Exchanged exchanged = seen.poll(120, TimeUnit.SECONDS);
        while (exchanged != null && !exchanged.request().target().equals(target)) {
            exchanged = seen.poll(120, TimeUnit.SECONDS);
        }
        assertTrue(exchanged != null, "no exchange of " + target);
        return exchanged;
    }

    @Test
    void seesWhatWasExchanged() throws InterruptedException {
        try (TestServer server = start()) {
            assertEquals(
                    "hello",
                    server.ask("POST /echo/7 HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello")
                            .body());
            Exchanged echo = next("/echo/7");
            assertEquals("/echo/{id}", echo.route());
            assertEquals(200, echo.status());
            assertEquals(5, echo.bytesIn());
            assertEquals(5, echo.bytesOut());
            assertEquals(Outcome.COMPLETED, echo.outcome());

            assertEquals(404, server.get("/none").status());
            Exchanged none = next("/none");
            assertNull(none.route());
            assertEquals(404, none.status());

            assertEquals(400, server.get("/%zz").status());
            assertEquals(400, next("/%zz").status());
        }
    }

    @Test
    void seesHowLongItTook() throws InterruptedException {
        try (TestServer server = start();
                RawSocket socket = server.connect()) {
            socket.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n");
            server.roundTrip();
            time.advance(Duration.ofMillis(300));
            slow.complete(Response.text("done"));
            assertEquals("done", socket.reply().body());
            Exchanged exchanged = next("/slow");
            assertEquals(Duration.ofMillis(300), exchanged.untilHead());
            assertEquals(Duration.ofMillis(300), exchanged.total());
        }
    }

    @Test
    void seesHowItEnded() throws InterruptedException {
        try (TestServer server = start()) {
            try (RawSocket broken = server.connect()) {
                broken.send("GET /broken HTTP/1.1\r\nHost: a\r\n\r\n").rest();
            }
            Exchanged first = next("/broken");
            assertEquals(Outcome.BROKEN, first.outcome());
            assertEquals(200, first.status());
            assertEquals(10, first.bytesOut()); // 5 in a chunk

            try (RawSocket gone = server.connect()) {
                gone.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n");
                server.roundTrip();
            }
            Exchanged second = next("/slow");
            assertEquals(Outcome.ABORTED, second.outcome());
            assertEquals(0, second.status());
            assertEquals(0, second.bytesOut());

            try (RawSocket gone = server.connect()) {
                gone.send("GET /events HTTP/1.1\r\nHost: a\r\n\r\n").head();
            }
            Exchanged third = next("/events");
            assertEquals(Outcome.ABORTED, third.outcome());
            assertEquals(200, third.status());
        }
    }

    private record Refused(int status, String detail) {}

    private static Observer refusing(BlockingQueue<Refused> refused, boolean fails) {
        return new Observer() {
            @Override
            public void over(Exchanged exchange) {
                // a test of the others
            }

            @Override
            public void refused(InetSocketAddress client, int status, String detail) {
                assertTrue(client.getAddress().isLoopbackAddress());
                refused.add(new Refused(status, detail));
                if (fails) {
                    throw new IllegalStateException("test: a failing observer harms nobody");
                }
            }
        };
    }

    @Test
    void seesWhatWasRefused() throws InterruptedException {
        BlockingQueue<Refused> refused = new LinkedBlockingQueue<>();
        UnaryOperator<HttpServer.Builder> observed =
                builder -> builder.observe(refusing(refused, false)).observe(refusing(refused, true));
        try (TestServer server = TestServer.start(request -> One.of(Response.text("ok")), observed);
                RawHttp2 client = RawHttp2.connect(server.port())) {
            assertEquals(400, server.ask("GET / HTTP/1.1\r\n\r\n").status());
            assertEquals(414, client.get(1, "/" + "x".repeat(9000)).reply(1).status());
            for (int status : new int[] {400, 400, 414, 414}) {
                Refused next = refused.poll(120, TimeUnit.SECONDS);
                assertTrue(
                        next != null
                                && next.status() == status
                                && !next.detail().isEmpty(),
                        "next is " + next);
            }
        }
    }

    /** Over HTTP/2 the stream is reset, which is no answer. */
    @Test
    void seesWhatIsMalformedOverHttp2() throws InterruptedException {
        BlockingQueue<Refused> refused = new LinkedBlockingQueue<>();
        try (TestServer server = TestServer.start(
                        request -> One.of(Response.text("ok")),
                        builder -> builder.maxConcurrentStreams(2).observe(refusing(refused, true)));
                RawHttp2 client = RawHttp2.connect(server.port())) {
            client.headers(1, true, ":method", "GET", ":scheme", "http", ":authority", "a")
                    .resetOf(1);
            client.request(3, "GET", "/", true, "X-Upper", "1").resetOf(3);
            client.request(5, "GET", "/", true, ":late", "1").resetOf(5);
            client.request(7, "GET", "/", true, "host", "b").resetOf(7);
            client.request(9, "POST", "/", false, "content-length", "3").data(9, "more", true);
            client.roundTrip();
            client.request(11, "GET", "/", true, "x", "y".repeat(16_300));
            assertEquals(431, client.await(RawHttp2.HEADERS, 11).status());
            client.request(13, "POST", "/", false).request(15, "POST", "/", false);
            client.get(17, "/").resetOf(17); // one stream too many, which is no fault of the request
            for (int status : new int[] {0, 0, 0, 0, 431}) {
                Refused next = refused.poll(120, TimeUnit.SECONDS);
                assertTrue(
                        next != null
                                && next.status() == status
                                && !next.detail().isEmpty(),
                        "next is " + next);
            }
            assertTrue(refused.isEmpty(), refused.toString());
        }
    }
}
