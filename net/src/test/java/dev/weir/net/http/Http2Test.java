package dev.weir.net.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawHttp2;
import dev.weir.net.RawHttp2.Frame;
import dev.weir.net.RawHttp2.Reply;
import dev.weir.net.RawSocket;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One exchange over a stream of HTTP/2. */
@ExtendWith(NoLeaks.class)
class Http2Test {
    private static final int NO_ERROR = 0;
    private static final int PROTOCOL_ERROR = 1;
    private static final int INTERNAL_ERROR = 2;
    private static final int CANCEL = 8;

    private static TestServer echo() {
        return TestServer.start(request -> One.of(Response.stream("x/y", request.body())));
    }

    private static TestServer text(String text) {
        return TestServer.start(request -> One.of(Response.text(text)));
    }

    @Test
    void answersAClientThatBeginsWithIt() {
        try (TestServer server = TestServer.start(request ->
                        One.of(Response.text(request.method() + " " + request.target() + " " + request.headers())
                                .withHeader("X-Name", "value")));
                RawHttp2 client = RawHttp2.connect(server.port())) {
            Reply reply = client.request(1, "GET", "/a?b=c", true, "x-one", "1").reply(1);
            assertEquals(200, reply.status());
            assertEquals("GET /a?b=c [host: test, x-one: 1]", reply.body());
            assertEquals("value", reply.headers().get("x-name"));
            assertEquals("text/plain; charset=utf-8", reply.headers().get("content-type"));
            assertEquals("" + reply.body().length(), reply.headers().get("content-length"));
            assertTrue(reply.headers().containsKey("date"));
            assertEquals(200, client.get(3, "/").reply(3).status());
        }
    }

    @Test
    void thePrefaceMayComeByteByByteAndOtherClientsSpeakAsBefore() {
        try (TestServer server = text("ok");
                RawSocket socket = server.connect()) {
            for (String one : "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".split("")) {
                socket.send(one);
                server.roundTrip();
            }
            socket.send(RawHttp2.bytes(RawHttp2.SETTINGS, 0, 0, new byte[0]));
            assertEquals(RawHttp2.SETTINGS, socket.bytes(9)[3]);
            assertEquals(
                    200,
                    server.ask("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n")
                            .status());
            assertEquals(200, server.ask("PRI / HTTP/1.1\r\nHost: a\r\n\r\n").status());
        }
    }

    @Test
    void carriesBodiesBothWays() {
        try (TestServer server = TestServer.start(request -> request.text().map(Response::text));
                RawHttp2 client = RawHttp2.connect(server.port())) {
            client.request(1, "POST", "/", false, "content-length", "6").data(1, "abc", false);
            client.request(3, "POST", "/", false).data(3, "other", true);
            assertEquals("other", client.reply(3).body());
            assertEquals("abcdef", client.data(1, "def", true).reply(1).body());
            client.request(5, "POST", "/", false).data(5, "", true);
            assertEquals("", client.reply(5).body());
        }
    }

    @Test
    void echoesABodyWhileItComes() {
        try (TestServer server = echo();
                RawHttp2 client = RawHttp2.connect(server.port())) {
            client.request(1, "POST", "/", false);
            Frame head = client.await(RawHttp2.HEADERS);
            assertEquals(200, head.status());
            assertNull(head.fields().get("content-length"));
            assertNull(head.fields().get("transfer-encoding"));
            for (int i = 0; i < 10; i++) {
                client.data(1, "piece " + i, false);
                assertEquals("piece " + i, client.await(RawHttp2.DATA).text());
            }
            assertTrue(client.data(1, "", true).await(RawHttp2.DATA).isLast());
        }
    }

    @Test
    void aLargeBodyGoesThroughTheWindows() {
        String piece = "x".repeat(10_000);
        int total = 300;
        try (TestServer server = echo();
                RawHttp2 client = RawHttp2.connect(server.port())) {
            client.request(1, "POST", "/", false);
            int sent = 0;
            for (int received = 0; received < total * piece.length(); ) {
                while (sent < total && client.window(1) >= piece.length()) {
                    client.data(1, piece, ++sent == total);
                }
                Frame frame = client.read();
                if (frame.type() == RawHttp2.DATA) {
                    int length = frame.payload().length;
                    received += length;
                    client.window(0, Math.max(1, length)).window(1, Math.max(1, length));
                }
            }
        }
    }

    @Test
    void whatHasNoBodyEndsWithItsHead() {
        try (TestServer server = TestServer.start(request -> One.of(
                        switch (request.path()) {
                            case "/204" -> Response.empty(204);
                            case "/304" -> Response.text("x").withHeader("ETag", "\"a\"");
                            case "/stream" -> Response.stream("x/y", Many.never());
                            default -> Response.text("12345");
                        }));
                RawHttp2 client = RawHttp2.connect(server.port())) {
            client.request(1, "HEAD", "/", true);
            Frame head = client.await(RawHttp2.HEADERS, 1);
            assertTrue(head.isLast());
            assertEquals("5", head.fields().get("content-length"));
            assertTrue(client.request(3, "HEAD", "/stream", true)
                    .await(RawHttp2.HEADERS, 3)
                    .isLast());
            Frame none = client.get(5, "/204").await(RawHttp2.HEADERS, 5);
            assertTrue(none.isLast());
            assertNull(none.fields().get("content-length"));
            Frame same = client.request(7, "GET", "/304", true, "if-none-match", "\"a\"")
                    .await(RawHttp2.HEADERS, 7);
            assertEquals(304, same.status());
            assertTrue(same.isLast());
        }
    }

    @Test
    void aClientThatWaitsForLeaveGetsIt() {
        try (TestServer server = TestServer.start(request -> request.text().map(Response::text));
                RawHttp2 client = RawHttp2.connect(server.port())) {
            client.request(1, "POST", "/", false, "expect", "100-continue");
            Frame leave = client.await(RawHttp2.HEADERS);
            assertEquals(100, leave.status());
            assertFalse(leave.isLast());
            assertEquals("abc", client.data(1, "abc", true).reply(1).body());
        }
    }

    @Test
    void trailersEndABodyAndAreDropped() {
        try (TestServer server = TestServer.start(request -> request.text().map(Response::text));
                RawHttp2 client = RawHttp2.connect(server.port())) {
            client.request(1, "POST", "/", false).data(1, "abc", false).headers(1, true, "x-checksum", "1");
            assertEquals("abc", client.reply(1).body());
            client.request(3, "POST", "/", false).data(3, "abc", false).headers(3, true, "content-type", "a/b");
            assertEquals(PROTOCOL_ERROR, client.resetOf(3));
        }
    }

    @Test
    void partsOfACookieAreJoined() {
        try (TestServer server = TestServer.start(request -> One.of(Response.text(request.header("cookie"))));
                RawHttp2 client = RawHttp2.connect(server.port())) {
            client.request(1, "GET", "/", true, "cookie", "a=1", "cookie", "b=2");
            assertEquals("a=1; b=2", client.reply(1).body());
        }
    }

    @Test
    void streamsAreServedSideBySide() {
        CompletableFuture<Response> slow = new CompletableFuture<>();
        try (TestServer server = TestServer.start(request ->
                        request.path().equals("/slow") ? One.from(() -> slow) : One.of(Response.text("quick")));
                RawHttp2 client = RawHttp2.connect(server.port())) {
            client.get(1, "/slow").get(3, "/");
            assertEquals("quick", client.reply(3).body());
            slow.complete(Response.text("slow"));
            assertEquals("slow", client.reply(1).body());
        }
    }

    @Test
    void aResetCancelsTheHandler() throws InterruptedException {
        CountDownLatch cancelled = new CountDownLatch(3);
        Many<ByteBuffer> endless = Many.<ByteBuffer>never().doFinally(end -> cancelled.countDown());
        try (TestServer server = TestServer.start(request -> switch (request.path()) {
                    case "/wait" -> One.<Response>never().doFinally(end -> cancelled.countDown());
                    case "/read" -> request.text().map(Response::text).doFinally(end -> cancelled.countDown());
                    default -> One.of(Response.stream("x/y", endless));
                });
                RawHttp2 client = RawHttp2.connect(server.port())) {
            client.get(1, "/wait")
                    .request(3, "POST", "/read", false)
                    .data(3, "half", false)
                    .get(5, "/stream");
            client.await(RawHttp2.HEADERS, 5);
            assertEquals(2, server.server().inFlight());
            assertEquals(1, server.server().streams());
            client.reset(1, CANCEL).reset(3, CANCEL).reset(5, CANCEL);
            cancelled.await();
            client.roundTrip();
            assertEquals(0, server.server().inFlight());
            assertEquals(0, server.server().streams());
        }
    }

    @Test
    void aConnectionThatGoesCancelsAllItsHandlers() throws InterruptedException {
        CountDownLatch cancelled = new CountDownLatch(10);
        try (TestServer server =
                TestServer.start(request -> One.<Response>never().doFinally(end -> cancelled.countDown()))) {
            RawHttp2 client = RawHttp2.connect(server.port());
            for (int i = 0; i < 5; i++) {
                client.get(1 + 4 * i, "/")
                        .request(3 + 4 * i, "POST", "/", false)
                        .data(3 + 4 * i, "unread", false);
            }
            client.roundTrip();
            client.close();
            cancelled.await();
        }
    }

    @Test
    void aBodyThatFailsResetsItsStreamOnly() {
        Many<ByteBuffer> breaks =
                Many.concat(Many.of(ByteBuffer.wrap(new byte[3])), Many.fail(() -> new IOException("gone")));
        try (TestServer server = TestServer.start(request ->
                        One.of(request.path().equals("/") ? Response.text("ok") : Response.stream("x/y", breaks)));
                RawHttp2 client = RawHttp2.connect(server.port())) {
            client.get(1, "/breaks");
            assertEquals(200, client.await(RawHttp2.HEADERS, 1).status());
            assertEquals(INTERNAL_ERROR, client.resetOf(1));
            assertEquals("ok", client.get(3, "/").reply(3).body());
        }
    }

    @Test
    void aHandlerThatFailsIsAnswered() {
        try (TestServer server = TestServer.start(request -> One.fail(() -> new HttpException(409, "taken")));
                RawHttp2 client = RawHttp2.connect(server.port())) {
            assertEquals(409, client.get(1, "/").reply(1).status());
        }
    }

    @Test
    void whatIsLeftOfARequestAfterItsResponseIsThrownAwayUpToABound() {
        try (TestServer server = text("done");
                RawHttp2 client = RawHttp2.connect(server.port())) {
            client.request(1, "POST", "/", false).data(1, "some", false);
            assertEquals("done", client.reply(1).body());
            client.data(1, "more", true).roundTrip();
            client.request(3, "POST", "/", false);
            assertEquals("done", client.reply(3).body());
            for (int i = 0; i < 10; i++) {
                client.data(3, "x".repeat(8_000), false);
            }
            assertEquals(NO_ERROR, client.resetOf(3));
            assertEquals("done", client.get(5, "/").reply(5).body());
        }
    }

    private static int bytes(RawHttp2 client, int least) {
        int bytes = 0;
        while (bytes < least) {
            bytes += client.await(RawHttp2.DATA).payload().length;
        }
        return bytes;
    }

    @Test
    void smallResponsesKeepToTheWindowOfTheConnection() {
        int streams = 90;
        try (TestServer server = text("x".repeat(1000));
                RawHttp2 client = RawHttp2.connect(server.port())) {
            for (int i = 0; i < streams; i++) {
                client.get(1 + 2 * i, "/");
            }
            assertEquals(65_535, bytes(client, 65_535));
            client.roundTrip();
            client.window(0, 1_000_000);
            assertEquals(streams * 1000 - 65_535, bytes(client, streams * 1000 - 65_535));
            assertEquals(200, client.get(1001, "/").reply(1001).status());
        }
    }

    @Test
    void aSmallResponseKeepsToTheWindowOfItsStream() {
        try (TestServer server = text("x".repeat(250));
                RawHttp2 client = RawHttp2.connect(server.port())) {
            client.frame(RawHttp2.SETTINGS, 0, 0, new byte[] {0, 4, 0, 0, 0, 100}); // a window of 100 bytes
            client.roundTrip();
            client.get(1, "/");
            assertEquals(100, client.await(RawHttp2.DATA, 1).payload().length);
            client.window(1, 100);
            assertEquals(100, client.await(RawHttp2.DATA, 1).payload().length);
            client.window(1, 50);
            Frame last = client.await(RawHttp2.DATA, 1);
            assertEquals(50, last.payload().length);
            assertEquals(RawHttp2.END_STREAM, last.flags());
        }
    }

    /** RFC 9113 section 5.4.2: else both could go on for ever. The rest of a request is more than is thrown away. */
    @ParameterizedTest
    @ValueSource(ints = {0, 5})
    void aResetIsNotAnsweredWithOne(int restPieces) {
        try (TestServer server = text("x".repeat(250));
                RawHttp2 client = RawHttp2.connect(server.port())) {
            client.frame(RawHttp2.SETTINGS, 0, 0, new byte[] {0, 4, 0, 0, 0, 0}); // a window of nothing
            client.roundTrip();
            client.request(1, "POST", "/", restPieces == 0);
            for (int i = 0; i < restPieces; i++) {
                client.data(1, "x".repeat(16 * 1024), false);
            }
            client.await(RawHttp2.HEADERS, 1);
            client.reset(1, CANCEL).get(3, "/");
            Frame next = client.await(frame -> frame.stream() != 0 && frame.type() != RawHttp2.WINDOW_UPDATE);
            assertEquals(3, next.stream(), () -> "a frame of type " + next.type());
        }
    }

    /** Which HTTP/2 takes for malformed, and HTTP/1.1 for no part of the value. */
    @Test
    void spacesAroundAValueAreNotSent() {
        try (TestServer server = TestServer.start(request -> {
                    request.hint(Headers.of("Link", " </a>"));
                    return One.of(
                            Response.text("x").withHeader("X-A", "\ta b ").withTrailers(() -> Headers.of("T", " t ")));
                });
                RawHttp2 client = RawHttp2.connect(server.port())) {
            assertEquals(
                    "</a>",
                    client.get(1, "/").await(RawHttp2.HEADERS, 1).fields().get("link"));
            assertEquals("a b", client.await(RawHttp2.HEADERS, 1).fields().get("x-a"));
            assertEquals("t", client.await(RawHttp2.HEADERS, 1).fields().get("t"));
        }
    }

    static Stream<List<String>> malformed() {
        String[] get = {":method", "GET", ":scheme", "http", ":path", "/", ":authority", "test"};
        List<String> fine = List.of(get);
        Stream<List<String>> more = Stream.of(
                        List.of("connection", "close"),
                        List.of("keep-alive", "1"),
                        List.of("proxy-connection", "close"),
                        List.of("transfer-encoding", "chunked"),
                        List.of("upgrade", "h2c"),
                        List.of("te", "gzip"),
                        List.of("host", "other"),
                        List.of("X-Upper", "1"),
                        List.of("x y", "1"),
                        List.of("x", "a\r\nb"),
                        List.of("x", "a\0b"),
                        List.of("x", " a"),
                        List.of("x", "a "),
                        List.of("content-length", "x"),
                        List.of("content-length", "5"),
                        List.of("content-length", "0", "content-length", "1"),
                        List.of("x", "1", ":path", "/late"),
                        List.of(":path", "/twice"),
                        List.of(":status", "200"),
                        List.of(":%s", "1"),
                        List.of("x-%d", "1\r"),
                        List.of("X-%d", "1"),
                        List.of(":unknown", "1"))
                .map(fields -> Stream.concat(fine.stream(), fields.stream()).toList());
        Stream<List<String>> other = Stream.of(
                List.of(":scheme", "http", ":path", "/", ":authority", "test"),
                List.of(":method", "GET", ":path", "/", ":authority", "test"),
                List.of(":method", "GET", ":scheme", "http", ":authority", "test"),
                List.of(":method", "GET", ":scheme", "http", ":path", "/"),
                List.of(":method", "GET", ":scheme", "http", ":authority", "test", "x", "1", ":path", "/late"),
                List.of(":method", "G T", ":scheme", "http", ":path", "/", ":authority", "test"),
                List.of(":method", "GET", ":scheme", "ftp", ":path", "/", ":authority", "test"),
                List.of(":method", "GET", ":scheme", "http", ":path", "", ":authority", "test"),
                List.of(":method", "GET", ":scheme", "http", ":path", "a", ":authority", "test"),
                List.of(":method", "GET", ":scheme", "http", ":path", "*", ":authority", "test"),
                List.of(":method", "GET", ":scheme", "http", ":path", "http://test/", ":authority", "test"),
                List.of(":method", "GET", ":scheme", "http", ":path", "/a b", ":authority", "test"),
                List.of(":method", "GET", ":scheme", "http", ":path", "/a#b", ":authority", "test"),
                List.of(":method", "GET", ":scheme", "http", ":path", "/a\r\nb: c", ":authority", "test"),
                List.of(":method", "GET", ":scheme", "http", ":path", "/", ":authority", "user@test"),
                List.of(":method", "GET", ":scheme", "http", ":path", "/", ":authority", "a b"));
        return Stream.concat(more, other);
    }

    /** Else all other streams would end with it. */
    @Test
    void whatFollowsAMalformedHeadIsIgnored() {
        CompletableFuture<Response> waiting = new CompletableFuture<>();
        try (TestServer server = TestServer.start(request -> One.from(() -> waiting));
                RawHttp2 client = RawHttp2.connect(server.port())) {
            client.get(1, "/wait");
            client.request(3, "GET", "/", false, "connection", "x").window(3, 1).reset(3, CANCEL);
            client.roundTrip();
            assertEquals(PROTOCOL_ERROR, client.resetOf(3));
            waiting.complete(Response.text("done"));
            assertEquals("done", client.reply(1).body());
        }
    }

    /** RFC 9113 section 6.8: the client sent it before it knew which stream is the last. */
    @Test
    void soIsWhatFollowsAHeadAfterTheLastStream() {
        CompletableFuture<Response> waiting = new CompletableFuture<>();
        try (TestServer server = TestServer.start(request -> One.from(() -> waiting));
                RawHttp2 client = RawHttp2.connect(server.port())) {
            client.get(1, "/").roundTrip();
            var _ = server.server().shutdown(Duration.ofMinutes(1)).subscribe(done -> {}, failure -> {});
            Frame ping = client.await(frame -> frame.type() == RawHttp2.PING && frame.flags() == 0);
            client.frame(RawHttp2.PING, RawHttp2.ACK, 0, ping.payload());
            client.await(frame -> frame.type() == RawHttp2.GOAWAY && frame.error(0) == 1);
            client.request(3, "POST", "/", false).window(3, 1).data(3, "x", false);
            client.reset(3, CANCEL).roundTrip();
            waiting.complete(Response.text("done"));
            assertEquals("done", client.reply(1).body());
            client.awaitClose();
        }
    }

    @Test
    void aMalformedHeadIsNotMendedByAnother() {
        try (TestServer server = TestServer.start(request -> One.never());
                RawHttp2 client = RawHttp2.connect(server.port())) {
            client.request(1, "GET", "/", false, "connection", "x").get(1, "/").roundTrip();
            assertEquals(PROTOCOL_ERROR, client.resetOf(1));
            assertEquals(0, server.server().inFlight());
            client.get(3, "/").roundTrip();
            assertEquals(1, server.server().inFlight());
        }
    }

    @ParameterizedTest
    @MethodSource
    void malformed(List<String> fields) {
        try (TestServer server = text("served");
                RawHttp2 client = RawHttp2.connect(server.port())) {
            client.headers(1, true, fields.toArray(new String[0]));
            assertEquals(PROTOCOL_ERROR, client.resetOf(1));
            assertEquals("served", client.get(3, "/").reply(3).body());
        }
    }

    /** A name is no format, by which a few bytes would be told in as many as they want. */
    @Test
    void whatIsToldOfAMalformedNameIsShort() throws InterruptedException {
        BlockingQueue<String> details = new LinkedBlockingQueue<>();
        Observer observer = new Observer() {
            @Override
            public void over(Exchanged exchange) {
                // a test of the other
            }

            @Override
            public void refused(InetSocketAddress client, int status, String detail) {
                details.add(detail);
            }
        };
        try (TestServer server =
                        TestServer.start(request -> One.of(Response.text("")), builder -> builder.observe(observer));
                RawHttp2 client = RawHttp2.connect(server.port())) {
            int stream = 1;
            for (String name : List.of(":%100000%", "X-%100000%", ":x\r\ny", ":" + "x".repeat(1_000))) {
                client.headers(stream, true, ":method", "GET", ":scheme", "http", ":path", "/", name, "1");
                stream += 2;
                String detail = details.poll(120, TimeUnit.SECONDS);
                assertTrue(detail != null && detail.length() < 300 && !detail.contains("\n"), String.valueOf(detail));
            }
        }
    }

    @Test
    void aBodyThatIsNotAsLongAsItSaidIsRefused() {
        try (TestServer server = TestServer.start(request -> request.text().map(Response::text));
                RawHttp2 client = RawHttp2.connect(server.port())) {
            client.request(1, "POST", "/", false, "content-length", "3").data(1, "abcd", true);
            assertEquals(PROTOCOL_ERROR, client.resetOf(1));
            client.request(3, "POST", "/", false, "content-length", "3").data(3, "ab", true);
            assertEquals(PROTOCOL_ERROR, client.resetOf(3));
        }
    }

    @Test
    void aResponseIsWholeBeforeTheRestOfItsRequestIsRefused() {
        byte[] piece = new byte[16_000];
        try (TestServer server = TestServer.start(request -> One.of(Response.text("no")));
                RawHttp2 client = RawHttp2.connect(server.port())) {
            client.roundTrip();
            for (int stream = 1; stream < 20; stream += 2) {
                ByteArrayOutputStream burst = new ByteArrayOutputStream();
                byte[] head = RawHttp2.block(":method", "POST", ":scheme", "http", ":path", "/", ":authority", "a");
                burst.writeBytes(RawHttp2.bytes(RawHttp2.HEADERS, RawHttp2.END_HEADERS, stream, head));
                for (int i = 0; i < 10; i++) {
                    burst.writeBytes(RawHttp2.bytes(RawHttp2.DATA, 0, stream, piece));
                }
                assertTrue(client.offer(burst.toByteArray()));
                assertEquals("no", client.reply(stream).body());
                assertEquals(0, client.resetOf(stream));
            }
        }
    }

    @Test
    void otherFaultsAreAnswered() {
        try (TestServer server = text("served");
                RawHttp2 client = RawHttp2.connect(server.port())) {
            client.headers(1, true, ":method", "CONNECT", ":authority", "test:80");
            assertEquals(501, client.reply(1).status());
            assertEquals(
                    417,
                    client.request(3, "GET", "/", true, "expect", "x").reply(3).status());
            client.request(5, "POST", "/", false, "expect", "x");
            assertEquals(417, client.reply(5).status());
            assertEquals(400, client.get(7, "/%zz").reply(7).status());
            client.headers(9, true, ":method", "OPTIONS", ":scheme", "http", ":path", "*", ":authority", "test");
            assertEquals(200, client.reply(9).status());
            client.headers(11, true, ":method", "GET", ":scheme", "http", ":path", "/", "host", "test");
            assertEquals(200, client.reply(11).status());
        }
    }

    @Test
    void trailersOfARequestThatWasAnsweredAreNoRequest() {
        try (TestServer server = TestServer.start(request -> One.of(Response.text("early")));
                RawHttp2 client = RawHttp2.connect(server.port())) {
            client.request(1, "POST", "/", false);
            assertEquals("early", client.reply(1).body());
            client.headers(1, true, "x-trailer", "1").frame(RawHttp2.PING, 0, 0, new byte[8]);
            RawHttp2.Frame next = client.await(frame -> frame.stream() == 1 || frame.type() == RawHttp2.PING);
            assertEquals(RawHttp2.PING, next.type(), next.toString());
        }
    }
}
