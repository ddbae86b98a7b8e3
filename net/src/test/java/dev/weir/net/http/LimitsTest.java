package dev.weir.net.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.Logged;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawSocket;
import dev.weir.net.RawSocket.Reply;
import dev.weir.testkit.VirtualTime;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(NoLeaks.class)
class LimitsTest {
    private static final String GET = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

    private final VirtualTime time = new VirtualTime();

    private TestServer start(Handler handler, UnaryOperator<HttpServer.Builder> options) {
        return TestServer.start(handler, options);
    }

    private TestServer timed(Handler handler, UnaryOperator<HttpServer.Builder> options) {
        return TestServer.start(handler, builder -> options.apply(builder.clock(time)));
    }

    private static One<Response> ok(Request request) {
        return One.of(Response.text("ok"));
    }

    /** Moves the clock second by second, each time waiting until the event loop has seen it. */
    private void pass(TestServer server, int seconds) {
        for (int i = 0; i < seconds; i++) {
            time.advance(Duration.ofSeconds(1));
            server.roundTrip();
        }
    }

    private static void assertRefused(int status, TestServer server, String request) {
        try (RawSocket socket = server.connect()) {
            Reply reply = socket.send(request).reply();
            assertEquals(status, reply.status());
            assertEquals("close", reply.header("connection"));
            assertEquals("application/problem+json", reply.header("content-type"));
            assertEquals("", socket.rest());
        }
    }

    @Test
    void theRequestLineHasALimit() {
        try (TestServer server = start(LimitsTest::ok, builder -> builder)) {
            String fits = "GET /" + "x".repeat(8 * 1024 - 16) + " HTTP/1.1\r\nHost: a\r\n\r\n";
            assertEquals(200, server.ask(fits).status());
            assertRefused(414, server, "GET /" + "x".repeat(8 * 1024) + " HTTP/1.1\r\nHost: a\r\n\r\n");
            assertRefused(414, server, "GET /" + "x".repeat(64 * 1024));
        }
    }

    @Test
    void theHeaderHasALimit() {
        try (TestServer server = start(LimitsTest::ok, builder -> builder)) {
            String start = "GET / HTTP/1.1\r\nHost: a\r\n";
            String fits = start + "A: " + "x".repeat(16 * 1024 - 20) + "\r\n\r\n";
            assertEquals(200, server.ask(fits).status());
            assertRefused(431, server, start + "A: " + "x".repeat(16 * 1024) + "\r\n\r\n");
            assertRefused(431, server, start + "A: " + "x".repeat(100 * 1024));
            assertEquals(200, server.ask(start + "A: b\r\n".repeat(99) + "\r\n").status());
            assertRefused(431, server, start + "A: b\r\n".repeat(100) + "\r\n");
        }
    }

    @Test
    void limitsCanBeSet() {
        UnaryOperator<HttpServer.Builder> small =
                builder -> builder.maxRequestLine(30).maxHeaderBytes(40).maxHeaderFields(2);
        try (TestServer server = start(LimitsTest::ok, small)) {
            assertEquals(200, server.ask(GET).status());
            assertEquals(
                    200,
                    server.ask("GET /" + "x".repeat(16) + " HTTP/1.1\r\nHost: a\r\n\r\n")
                            .status());
            assertRefused(414, server, "GET /" + "x".repeat(17) + " HTTP/1.1\r\nHost: a\r\n\r\n");
            assertRefused(431, server, "GET / HTTP/1.1\r\nHost: a\r\nA: " + "x".repeat(40) + "\r\n\r\n");
            assertRefused(431, server, "GET / HTTP/1.1\r\nHost: a\r\nA: b\r\nC: d\r\n\r\n");
        }
    }

    @Test
    void aMalformedRequestIsRefused() {
        try (TestServer server = start(LimitsTest::ok, builder -> builder)) {
            assertRefused(400, server, "GET / HTTP/1.1\r\n\r\n");
            assertRefused(505, server, "GET / HTTP/3.0\r\nHost: a\r\n\r\n");
            assertRefused(501, server, "GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n");
            assertRefused(417, server, "GET / HTTP/1.1\r\nHost: a\r\nExpect: x\r\n\r\n");
            assertRefused(400, server, "\u0016\u0003\u0001 this would be TLS");
        }
    }

    @Test
    void theRefusalArrivesAlthoughTheClientIsStillSending() {
        try (TestServer server = start(LimitsTest::ok, builder -> builder);
                RawSocket socket = server.connect()) {
            socket.send("GET / HTTP/1.1\r\n\r\n" + "more".repeat(10_000));
            assertEquals(400, socket.reply().status());
            assertEquals("", socket.rest());
        }
    }

    @Test
    void aSlowHeadIsCutHoweverOftenABitOfItComes() {
        try (TestServer server = timed(LimitsTest::ok, builder -> builder);
                RawSocket socket = server.connect()) {
            server.roundTrip();
            for (String piece : GET.substring(0, 9).split("")) {
                socket.send(piece);
                pass(server, 1);
            }
            pass(server, 3);
            assertEquals(408, socket.reply().status());
            assertEquals("", socket.rest());
        }
    }

    @Test
    void aConnectionThatNeverAsksIsCutEarly() {
        try (TestServer server = timed(LimitsTest::ok, builder -> builder);
                RawSocket socket = server.connect()) {
            server.roundTrip();
            pass(server, 12);
            assertEquals("", socket.rest());
        }
    }

    @Test
    void anIdleConnectionIsClosed() {
        try (TestServer server = timed(LimitsTest::ok, builder -> builder);
                RawSocket socket = server.connect()) {
            assertEquals(200, socket.send(GET).reply().status());
            pass(server, 59);
            assertEquals(200, socket.send(GET).reply().status());
            pass(server, 59);
            assertEquals(200, socket.send(GET).reply().status());
            pass(server, 62);
            assertEquals("", socket.rest());
        }
    }

    @Test
    void aResponseThatIsStillTakenIsNotIdle() {
        int mebibyte = 1 << 20;
        int mebibytes = 48; // more than the kernel takes
        Response large = Response.bytes("x/y", new byte[mebibytes * mebibyte]);
        try (TestServer server = timed(request -> One.of(large), builder -> builder);
                RawSocket socket = RawSocket.connect(server.port(), 8 * 1024)) {
            socket.send(GET).head();
            for (int taken = 0; taken < 16; taken++) {
                pass(server, 8);
                socket.bytes(mebibyte);
            }
            socket.bytes((mebibytes - 16) * mebibyte);
            assertEquals(200, socket.send(GET).head().status(), "and the connection goes on");
        }
    }

    private static final String UNREAD = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 8\r\n\r\nhalf";

    @Test
    void theRestOfABodyThatNobodyReadsHasASecond() {
        try (TestServer server = timed(LimitsTest::ok, builder -> builder);
                RawSocket socket = server.connect()) {
            assertEquals(200, socket.send(UNREAD).reply().status());
            pass(server, 6);
            for (int i = 0; i < 1_000 && server.server().connections() > 1; i++) {
                server.roundTrip();
            }
            assertEquals(1, server.server().connections(), "only that of the round trips");
            assertEquals("", socket.rest());
        }
    }

    @Test
    void theHeadBehindTheRestHasItsWholeTime() {
        try (TestServer server = timed(LimitsTest::ok, builder -> builder);
                RawSocket socket = server.connect()) {
            assertEquals(200, socket.send(UNREAD).reply().status());
            pass(server, 1);
            socket.send("rest" + GET.substring(0, 9));
            server.roundTrip();
            pass(server, 10);
            assertEquals(200, socket.send(GET.substring(9)).reply().status());
        }
    }

    @Test
    void aHandlerMayTakeItsTime() {
        Handler slow = request -> One.timer(Duration.ofMinutes(5)).map(done -> Response.text("late"));
        try (TestServer server = timed(slow, builder -> builder);
                RawSocket socket = server.connect()) {
            socket.send(GET);
            pass(server, 302);
            assertEquals("late", socket.reply().body());
        }
    }

    @Test
    void aBodyThatStopsComingIsCut() {
        Handler reads = request -> request.text().map(Response::text);
        try (TestServer server = timed(reads, builder -> builder);
                RawSocket socket = server.connect()) {
            socket.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n");
            for (int i = 0; i < 40; i++) {
                socket.send("x".repeat(100));
                pass(server, 1);
            }
            for (int i = 0; i < 20; i++) {
                socket.send("x");
                pass(server, 1);
            }
            pass(server, 14);
            Reply reply = socket.reply();
            assertEquals(408, reply.status());
            assertEquals("close", reply.header("connection"));
        }
    }

    @Test
    void aClientThatDoesNotReadIsCutAndItsStreamCancelled() throws InterruptedException {
        CountDownLatch cancelled = new CountDownLatch(1);
        AtomicInteger produced = new AtomicInteger();
        Handler endless = request -> One.of(Response.stream(
                "x/y",
                Many.range(0, Integer.MAX_VALUE)
                        .doOnNext(i -> produced.incrementAndGet())
                        .map(i -> ByteBuffer.allocate(1000))
                        .doFinally(end -> cancelled.countDown())));
        try (TestServer server = timed(endless, builder -> builder);
                RawSocket socket = RawSocket.connect(server.port(), 8 * 1024)) {
            socket.send(GET);
            server.steady(produced::get); // then the kernel takes no more
            pass(server, 33);
            cancelled.await();
            assertTrue(socket.drainToEnd() > 0);
        }
    }

    @Test
    void aLimitOfConnectionsThatIsReachedIsToldOnceAMinute() throws Exception {
        try (Logged log = Logged.by("dev.weir.net");
                TestServer server = timed(LimitsTest::ok, builder -> builder.maxConnections(1))) {
            String told = "the server at 127.0.0.1:" + server.port()
                    + " has all the connections that maxConnections(..) allows, 1: new ones wait until others close";
            for (int i = 0; i < 3; i++) {
                assertEquals(200, server.ask(GET).status());
            }
            assertEquals(told, log.next("maxConnections").getMessage());
            assertEquals(List.of(), log.messages());
            time.advance(Duration.ofSeconds(61));
            assertEquals(200, server.ask(GET).status());
            assertEquals(told, log.next("maxConnections").getMessage());
        }
    }

    @Test
    void acceptingPausesAtTheLimit() {
        try (TestServer server = start(LimitsTest::ok, builder -> builder.maxConnections(3))) {
            List<RawSocket> open = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                RawSocket socket = server.connect();
                assertEquals(200, socket.send(GET).reply().status());
                open.add(socket);
            }
            RawSocket waiting = server.connect(); // the kernel takes the connection and the request
            waiting.send(GET);
            for (int i = 0; i < 50; i++) {
                assertEquals(200, open.get(0).send(GET).reply().status());
                assertEquals(3, server.server().connections());
            }
            open.get(1).close();
            assertEquals(200, waiting.reply().status());
            assertEquals(3, server.server().connections());
            waiting.close();
            open.forEach(RawSocket::close);
        }
    }
}
