package dev.weir.net.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawHttp2;
import dev.weir.net.RawHttp2.Frame;
import dev.weir.net.RawSocket;
import dev.weir.testkit.VirtualTime;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a client of HTTP/2 may not do. */
@ExtendWith(NoLeaks.class)
class Http2LimitsTest {
    private static final int PROTOCOL_ERROR = 1;
    private static final int STREAM_CLOSED = 5;
    private static final int REFUSED_STREAM = 7;
    private static final int CANCEL = 8;
    private static final int CALM = 11;
    private static final int MAX_QUESTIONS = 100;
    private static final int MAX_IDLE = 2_000;
    private static final int PRIORITY = 2;
    private static final int UNKNOWN = 32;
    private static final int PADDED = 8;

    private final VirtualTime time = new VirtualTime();

    private static TestServer waiting() {
        return TestServer.start(request -> One.never());
    }

    private static TestServer quick() {
        return TestServer.start(request -> One.of(Response.text("ok")));
    }

    private TestServer timed(Handler handler) {
        return TestServer.start(handler, builder -> builder.clock(time));
    }

    private void pass(TestServer server, int seconds) {
        for (int i = 0; i < seconds; i++) {
            time.advance(Duration.ofSeconds(1));
            server.roundTrip();
        }
    }

    private static byte[] repeat(byte[] frame, int times) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int i = 0; i < times; i++) {
            all.writeBytes(frame);
        }
        return all.toByteArray();
    }

    private static byte[] joined(byte[] one, byte[] other) {
        return ByteBuffer.allocate(one.length + other.length)
                .put(one)
                .put(other)
                .array();
    }

    private static byte[] get(int stream) {
        return get(stream, "/");
    }

    private static byte[] get(int stream, String path) {
        return RawHttp2.bytes(
                RawHttp2.HEADERS,
                RawHttp2.END_HEADERS | RawHttp2.END_STREAM,
                stream,
                RawHttp2.block(":method", "GET", ":scheme", "http", ":path", path, ":authority", "test"));
    }

    @Test
    void tellsItsLimits() {
        UnaryOperator<HttpServer.Builder> options =
                builder -> builder.maxConcurrentStreams(7).streamWindow(1 << 17).maxHeaderBytes(9_999);
        try (TestServer server = TestServer.start(request -> One.never(), options);
                RawHttp2 client = RawHttp2.connect(server.port())) {
            Frame settings = client.await(frame -> frame.type() == RawHttp2.SETTINGS && frame.flags() == 0);
            ByteBuffer values = ByteBuffer.wrap(settings.payload());
            StringBuilder told = new StringBuilder();
            while (values.hasRemaining()) {
                told.append(values.getShort())
                        .append('=')
                        .append(values.getInt())
                        .append(' ');
            }
            assertEquals("3=7 4=131072 6=9999 8=1 ", told.toString());
        }
    }

    @Test
    void moreStreamsThanTheLimitAreRefused() {
        try (TestServer server = waiting();
                RawHttp2 client = RawHttp2.connect(server.port())) {
            for (int i = 0; i < 100; i++) {
                client.get(1 + 2 * i, "/");
            }
            client.get(201, "/");
            assertEquals(REFUSED_STREAM, client.resetOf(201));
            assertEquals(100, server.server().inFlight());
            client.reset(1, CANCEL).get(203, "/").roundTrip();
            assertEquals(100, server.server().inFlight());
        }
    }

    /** RFC 9113 section 5.1: the client sent it before it knew. */
    @Test
    void whatFollowsTheHeadOfARefusedStreamIsIgnored() {
        try (TestServer server = waiting();
                RawHttp2 client = RawHttp2.connect(server.port())) {
            for (int i = 0; i < 100; i++) {
                client.get(1 + 2 * i, "/");
            }
            client.get(201, "/").window(201, 1_000).reset(201, CANCEL).roundTrip();
            assertEquals(REFUSED_STREAM, client.resetOf(201));
            client.request(203, "POST", "/", false).frame(RawHttp2.DATA, PADDED, 203, new byte[100]);
            client.roundTrip();
            assertEquals(REFUSED_STREAM, client.resetOf(203));
            assertEquals(100, server.server().inFlight());
        }
    }

    @Test
    void soItIsIfBothComeAtOnce() {
        try (TestServer server = waiting();
                RawHttp2 client = RawHttp2.connect(server.port())) {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            for (int i = 0; i <= 100; i++) {
                all.writeBytes(get(1 + 2 * i));
            }
            all.writeBytes(RawHttp2.bytes(RawHttp2.WINDOW_UPDATE, 0, 201, RawHttp2.number(1)));
            all.writeBytes(RawHttp2.bytes(RawHttp2.RST_STREAM, 0, 201, RawHttp2.number(CANCEL)));
            client.offer(all.toByteArray());
            client.roundTrip();
            assertEquals(REFUSED_STREAM, client.resetOf(201));
        }
    }

    @Test
    void aRefusedStreamIsNotBegunLater() {
        try (TestServer server = waiting();
                RawHttp2 client = RawHttp2.connect(server.port())) {
            for (int i = 0; i < 100; i++) {
                client.get(1 + 2 * i, "/");
            }
            client.request(201, "POST", "/", false);
            assertEquals(REFUSED_STREAM, client.resetOf(201));
            client.reset(1, CANCEL).get(201, "/").roundTrip();
            assertEquals(99, server.server().inFlight());
            client.get(203, "/").roundTrip();
            assertEquals(100, server.server().inFlight());
        }
    }

    @Test
    void aHeaderThatIsTooLargeIsAnswered() {
        try (TestServer server = quick();
                RawHttp2 client = RawHttp2.connect(server.port())) {
            client.request(1, "GET", "/", true, "a", "x".repeat(15_000));
            assertEquals(200, client.reply(1).status());
            byte[] block = RawHttp2.block(
                    ":method", "GET", ":scheme", "http", ":path", "/", ":authority", "test", "a", "x".repeat(17_000));
            byte[] first = java.util.Arrays.copyOfRange(block, 0, 16_000);
            byte[] rest = java.util.Arrays.copyOfRange(block, 16_000, block.length);
            client.frame(RawHttp2.HEADERS, RawHttp2.END_STREAM, 3, first)
                    .frame(RawHttp2.CONTINUATION, RawHttp2.END_HEADERS, 3, rest);
            assertEquals(431, client.await(RawHttp2.HEADERS, 3).status());
            String[] many = new String[200];
            for (int i = 0; i < many.length; i += 2) {
                many[i] = "n" + i;
                many[i + 1] = "v";
            }
            assertEquals(431, client.request(5, "GET", "/", true, many).reply(5).status());
            assertEquals(414, client.get(7, "/" + "x".repeat(9_000)).reply(7).status());
            assertEquals(200, client.get(9, "/").reply(9).status());
        }
    }

    @Test
    void streamsThatAreBegunAndResetAreCounted() {
        try (TestServer server = waiting();
                RawHttp2 client = RawHttp2.connect(server.port())) {
            for (int i = 0; i <= 200; i++) {
                client.offer(get(1 + 2 * i));
                client.offer(RawHttp2.bytes(RawHttp2.RST_STREAM, 0, 1 + 2 * i, RawHttp2.number(CANCEL)));
            }
            assertEquals(CALM, client.goAway());
            client.awaitClose();
            assertEquals(0, server.steady(server.server()::inFlight));
        }
    }

    @Test
    void howManyResetsIsASetting() {
        try (TestServer server = TestServer.start(request -> One.never(), builder -> builder.maxResets(250));
                RawHttp2 client = RawHttp2.connect(server.port())) {
            for (int i = 0; i < 250; i++) {
                client.get(1 + 2 * i, "/").reset(1 + 2 * i, CANCEL);
            }
            client.roundTrip();
            assertEquals(CALM, client.get(501, "/").reset(501, CANCEL).goAway());
        }
    }

    @Test
    void howManyWeAreMadeToSendIsTheSameSetting() {
        try (TestServer server = TestServer.start(request -> One.never(), builder -> builder.maxResets(3));
                RawHttp2 client = RawHttp2.connect(server.port())) {
            for (int stream = 1; stream <= 7; stream += 2) {
                client.get(stream, "/").offer(RawHttp2.bytes(RawHttp2.WINDOW_UPDATE, 0, stream, RawHttp2.number(0)));
            }
            assertEquals(CALM, client.goAway());
        }
    }

    /** The same by provoking: each frame makes us reset the stream, whose handler has begun. */
    @Test
    void streamsThatWeAreMadeToResetAreCounted() {
        try (TestServer server = waiting();
                RawHttp2 client = RawHttp2.connect(server.port())) {
            for (int i = 0; i <= 200; i++) {
                client.offer(get(1 + 2 * i));
                client.offer(RawHttp2.bytes(RawHttp2.WINDOW_UPDATE, 0, 1 + 2 * i, RawHttp2.number(0)));
            }
            assertEquals(CALM, client.goAway());
        }
    }

    @Test
    void aHeadThatGoesOnAndOnIsCut() {
        try (TestServer server = quick();
                RawHttp2 client = RawHttp2.connect(server.port())) {
            client.frame(
                    RawHttp2.HEADERS,
                    RawHttp2.END_STREAM,
                    1,
                    RawHttp2.block(":method", "GET", ":scheme", "http", ":path", "/", ":authority", "test"));
            client.offer(repeat(RawHttp2.bytes(RawHttp2.CONTINUATION, 0, 1, RawHttp2.block("a", "b")), 17));
            assertEquals(CALM, client.goAway());
        }
    }

    @Test
    void emptyPiecesOfABodyAreCounted() {
        try (TestServer server = waiting();
                RawHttp2 client = RawHttp2.connect(server.port())) {
            client.request(1, "POST", "/", false);
            client.offer(repeat(RawHttp2.bytes(RawHttp2.DATA, 0, 1, new byte[0]), 3));
            assertEquals(CALM, client.goAway());
        }
    }

    @Test
    void questionsAreCounted() {
        for (byte[] question : new byte[][] {
            RawHttp2.bytes(RawHttp2.PING, 0, 0, new byte[8]), RawHttp2.bytes(RawHttp2.SETTINGS, 0, 0, new byte[0])
        }) {
            try (TestServer server = quick();
                    RawHttp2 client = RawHttp2.connect(server.port())) {
                client.offer(repeat(question, MAX_QUESTIONS + 1));
                assertEquals(CALM, client.goAway());
            }
        }
    }

    @Test
    void framesThatBringNothingAreCounted() {
        byte[] empty = RawHttp2.bytes(RawHttp2.DATA, 0, 1, new byte[0]);
        byte[] padded = RawHttp2.bytes(RawHttp2.DATA, PADDED, 1, new byte[] {0});
        byte[][] floods = {
            RawHttp2.bytes(RawHttp2.PING, RawHttp2.ACK, 0, new byte[8]),
            RawHttp2.bytes(RawHttp2.SETTINGS, RawHttp2.ACK, 0, new byte[0]),
            RawHttp2.bytes(RawHttp2.WINDOW_UPDATE, 0, 0, RawHttp2.number(1)),
            RawHttp2.bytes(RawHttp2.WINDOW_UPDATE, 0, 1, RawHttp2.number(1)),
            RawHttp2.bytes(PRIORITY, 0, 1, new byte[5]),
            RawHttp2.bytes(UNKNOWN, 0, 1, new byte[100]),
            RawHttp2.bytes(RawHttp2.RST_STREAM, 0, 3, RawHttp2.number(CANCEL)),
            joined(empty, RawHttp2.bytes(RawHttp2.DATA, 0, 1, new byte[1])),
            joined(padded, RawHttp2.bytes(RawHttp2.DATA, 0, 1, new byte[1])),
            RawHttp2.bytes(RawHttp2.DATA, 0, 5, new byte[1]),
        };
        for (byte[] frame : floods) {
            try (TestServer server = timed(request -> One.never());
                    RawHttp2 client = RawHttp2.connect(server.port())) {
                client.request(1, "POST", "/", false).get(3, "/").reset(3, CANCEL);
                client.request(5, "POST", "/", false).window(5, 0).resetOf(5);
                client.offer(repeat(frame, MAX_IDLE / 2)); // a round trip is not possible after what is too much
                client.roundTrip();
                client.offer(repeat(frame, MAX_IDLE));
                assertEquals(CALM, client.goAway());
            }
        }
    }

    /** A window of one byte makes us send a frame for each byte. */
    @Test
    void soIsWindowThatComesByTheByte() {
        Many<ByteBuffer> endless = Many.range(0, Integer.MAX_VALUE).map(i -> ByteBuffer.allocate(1000));
        try (TestServer server = timed(request -> One.of(Response.stream("x/y", endless)));
                RawHttp2 client = RawHttp2.connect(server.port())) {
            client.get(1, "/").window(0, 1_000_000).roundTrip();
            client.offer(repeat(RawHttp2.bytes(RawHttp2.WINDOW_UPDATE, 0, 1, RawHttp2.number(1)), 2 * MAX_IDLE));
            assertEquals(CALM, client.goAway());
        }
    }

    @Test
    void requestsAndWhatIsTakenOfResponsesPayForThem() {
        byte[] large = new byte[1_000_000];
        try (TestServer server = timed(request ->
                        One.of(request.path().equals("/") ? Response.text("ok") : Response.bytes("x/y", large)));
                RawHttp2 client = RawHttp2.connect(server.port())) {
            for (int stream = 1; stream < 2 * MAX_IDLE; stream += 2) {
                assertEquals(
                        "ok",
                        client.frame(PRIORITY, 0, stream, new byte[5])
                                .get(stream, "/")
                                .reply(stream)
                                .body());
            }
            for (int stream = 2 * MAX_IDLE + 1; stream < 2 * MAX_IDLE + 40; stream += 2) {
                assertEquals(
                        large.length,
                        client.get(stream, "/large").reply(stream).body().length());
            }
        }
    }

    @Test
    void questionsNowAndThenAreAnswered() {
        try (TestServer server = timed(request -> One.never());
                RawHttp2 client = RawHttp2.connect(server.port())) {
            client.get(1, "/");
            for (int i = 0; i < 5; i++) {
                client.offer(repeat(RawHttp2.bytes(RawHttp2.PING, 0, 0, new byte[8]), 90));
                client.roundTrip();
                pass(server, 11);
            }
            client.roundTrip();
        }
    }

    @Test
    void aStreamThatIsOverTakesNoSecondHead() {
        try (TestServer server = quick()) {
            try (RawHttp2 client = RawHttp2.connect(server.port())) {
                client.get(1, "/").reply(1);
                assertEquals(STREAM_CLOSED, client.get(1, "/").goAway());
                client.awaitClose();
            }
            try (RawHttp2 client = RawHttp2.connect(server.port())) {
                client.get(5, "/").reply(5);
                assertEquals(PROTOCOL_ERROR, client.get(3, "/").goAway());
            }
        }
        try (TestServer server = waiting();
                RawHttp2 client = RawHttp2.connect(server.port())) {
            assertEquals(STREAM_CLOSED, client.get(1, "/").get(1, "/").goAway());
        }
    }

    @Test
    void whatCameBeforeAFaultIsServed() throws InterruptedException {
        CountDownLatch served = new CountDownLatch(2);
        try (TestServer server = TestServer.start(request -> {
                    served.countDown();
                    return One.never();
                });
                RawHttp2 client = RawHttp2.connect(server.port())) {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            all.writeBytes(get(3));
            all.writeBytes(get(5));
            all.writeBytes(get(1));
            all.writeBytes(get(7));
            client.offer(all.toByteArray());
            assertEquals(PROTOCOL_ERROR, client.goAway());
            served.await();
        }
    }

    /** A client that has not heard of our reset yet does no wrong. */
    @Test
    void trailersAfterOurResetAreNoFault() {
        try (TestServer server = TestServer.start(
                        request -> One.of(Response.stream("x/y", Many.fail(() -> new java.io.IOException("breaks")))));
                RawHttp2 client = RawHttp2.connect(server.port())) {
            client.request(1, "POST", "/", false);
            client.resetOf(1);
            client.data(1, "more", false).headers(1, true, "x-checksum", "1").roundTrip();
            client.request(3, "GET", "/", true);
            assertEquals(200, client.await(RawHttp2.HEADERS, 3).status());
        }
    }

    @Test
    void aClientThatGivesNoWindowStopsTheSource() {
        AtomicInteger produced = new AtomicInteger();
        Many<ByteBuffer> endless = Many.range(0, Integer.MAX_VALUE).map(i -> {
            produced.incrementAndGet();
            return ByteBuffer.allocate(1000);
        });
        try (TestServer server = TestServer.start(request ->
                        One.of(request.path().equals("/") ? Response.text("ok") : Response.stream("x/y", endless)));
                RawHttp2 client = RawHttp2.connect(server.port())) {
            client.get(1, "/endless");
            int stopped = server.steady(produced::get);
            assertTrue(stopped >= 65 && stopped <= 65 + 2 * 64 + 64, stopped + " items");
            for (int i = 0; i < 65_535; ) {
                i += client.await(RawHttp2.DATA, 1).payload().length;
            }
            client.window(0, 1_000_000).window(1, 100_000);
            int more = server.steady(produced::get);
            assertTrue(more > stopped && more <= stopped + 100 + 2 * 64, more + " after " + stopped);
        }
    }

    @Test
    void aHandlerThatDoesNotReadStopsItsClientOnly() {
        try (TestServer server = TestServer.start(request -> request.path().equals("/stuck")
                        ? One.never()
                        : request.text().map(Response::text));
                RawHttp2 client = RawHttp2.connect(server.port())) {
            client.request(1, "POST", "/stuck", false).roundTrip();
            while (client.window(1) > 0) {
                client.data(1, "x".repeat((int) Math.min(10_000, client.window(1))), false);
            }
            client.roundTrip().roundTrip();
            assertEquals(0, client.window(1), "the window is not given back");
            client.request(3, "POST", "/", false).data(3, "another", true);
            assertEquals("another", client.reply(3).body());
        }
    }

    @Test
    void aStreamWhoseClientTakesNothingIsReset() throws InterruptedException {
        CountDownLatch cancelled = new CountDownLatch(1);
        Many<ByteBuffer> endless = Many.range(0, Integer.MAX_VALUE)
                .map(i -> ByteBuffer.allocate(1000))
                .doFinally(end -> cancelled.countDown());
        try (TestServer server = timed(request ->
                        One.of(request.path().equals("/") ? Response.text("ok") : Response.stream("x/y", endless)));
                RawHttp2 client = RawHttp2.connect(server.port())) {
            client.get(1, "/endless").roundTrip();
            pass(server, 20);
            client.window(1, 1_024).window(0, 1_024).roundTrip();
            pass(server, 20);
            assertEquals(1, cancelled.getCount());
            pass(server, 13);
            cancelled.await();
            assertEquals(CANCEL, client.resetOf(1));
            client.window(0, 100_000).get(3, "/");
            assertEquals("ok", client.reply(3).body());
        }
    }

    /** As a client may do for all its streams at once (RFC 9113 section 6.9.2). */
    @Test
    void aStreamWhoseClientGivesWindowByItsSettingsGoesOn() {
        Many<ByteBuffer> endless = Many.range(0, Integer.MAX_VALUE).map(i -> ByteBuffer.allocate(1000));
        try (TestServer server = timed(request -> One.of(Response.stream("x/y", endless)));
                RawHttp2 client = RawHttp2.connect(server.port())) {
            client.window(0, 1 << 20).get(1, "/").roundTrip();
            for (int window = 70_000; window < 150_000; window += 10_000) {
                byte[] setting = ByteBuffer.allocate(6)
                        .putShort((short) 4)
                        .putInt(window)
                        .array();
                client.frame(RawHttp2.SETTINGS, 0, 0, setting).roundTrip();
                pass(server, 10);
            }
            client.roundTrip();
            assertFalse(client.has(RawHttp2.RST_STREAM));
            pass(server, 33);
            assertEquals(CANCEL, client.resetOf(1));
        }
    }

    /** A byte now and then would keep all that waits for the client for as long as it likes. */
    @Test
    void soIsOneWhoseClientTakesNextToNothing() {
        Many<ByteBuffer> endless = Many.range(0, Integer.MAX_VALUE).map(i -> ByteBuffer.allocate(1000));
        try (TestServer server = timed(request -> One.of(Response.stream("x/y", endless)));
                RawHttp2 client = RawHttp2.connect(server.port())) {
            client.get(1, "/").roundTrip();
            for (int i = 0; i < 4; i++) {
                pass(server, 10);
                client.offer(RawHttp2.bytes(RawHttp2.WINDOW_UPDATE, 0, 0, RawHttp2.number(1)));
                client.offer(RawHttp2.bytes(RawHttp2.WINDOW_UPDATE, 0, 1, RawHttp2.number(1)));
            }
            assertEquals(CANCEL, client.resetOf(1));
        }
    }

    @Test
    void aBodyThatStopsComingIsCut() {
        try (TestServer server = timed(request -> request.text().map(Response::text));
                RawHttp2 client = RawHttp2.connect(server.port())) {
            client.request(1, "POST", "/", false).data(1, "half", false).roundTrip();
            pass(server, 33);
            assertEquals(408, client.reply(1).status());
        }
    }

    @Test
    void aClientThatDoesNotReadAtAllIsCut() {
        byte[] body = new byte[8_000];
        AtomicInteger handled = new AtomicInteger();
        try (TestServer server = timed(request -> {
                    handled.incrementAndGet();
                    return One.of(Response.bytes("x/y", body));
                });
                RawHttp2 client = RawHttp2.connect(server.port(), 4 * 1024)) {
            client.window(0, Integer.MAX_VALUE - 65_535);
            Thread sender = Thread.ofPlatform().start(() -> {
                for (int stream = 1; client.offer(get(stream)); stream += 2) {
                    // until the server has had enough
                }
            });
            while (handled.get() < 100) {
                Thread.onSpinWait();
            }
            int most = server.steady(handled::get); // the kernel and a connection that ends take more than that
            assertTrue(most < 1_000, most + " requests");
            while (sender.isAlive()) { // how far it has come when the time begins to pass is not known
                pass(server, 1);
            }
        }
    }

    /** Its streams are over when they are answered, so that their number is no bound. */
    @Test
    void aClientThatReadsNoHeadsIsCut() {
        String large = "0123456789".repeat(200);
        AtomicInteger handled = new AtomicInteger();
        try (TestServer server = timed(request ->
                        One.of(Response.empty(204).withHeader("X-Large", large + handled.incrementAndGet())));
                RawHttp2 client = RawHttp2.connect(server.port(), 4 * 1024)) {
            int offered = 0;
            while (offered < 50_000 && client.offer(get(2 * offered + 1))) {
                offered++;
            }
            int most = server.steady(handled::get);
            assertTrue(most < 25_000, most + " requests of " + offered);
        }
    }

    /** Between its frames no other may come (RFC 9113 section 6.10). */
    @Test
    void aHeadInSeveralFramesIsWhole() {
        byte[] begun =
                new byte[3_000]; // of which so many wait for the end of the turn that the next has the first sent
        String large = "0123456789".repeat(3_000);
        Handler handler = request -> One.of(
                request.path().equals("/large")
                        ? Response.empty(204).withHeader("X-Large", large)
                        : Response.stream("x/y", Many.concat(Many.of(ByteBuffer.wrap(begun)), Many.never())));
        try (TestServer server = timed(handler);
                RawSocket client = server.connect()) {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            all.writeBytes("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            all.writeBytes(RawHttp2.bytes(RawHttp2.SETTINGS, 0, 0, new byte[0]));
            for (int stream = 1; stream < 37; stream += 2) { // as many as the connection's window has room for
                all.writeBytes(get(stream));
            }
            all.writeBytes(get(37, "/large"));
            client.send(all.toByteArray());
            int inHead = 0;
            for (int frames = 0; inHead >= 0; frames++) {
                ByteBuffer head = ByteBuffer.wrap(client.bytes(9));
                int length = head.getInt() >>> 8;
                int type = head.get(3);
                int flags = head.get(4);
                int stream = head.getInt(5);
                client.bytes(length);
                if (inHead > 0) {
                    assertEquals(RawHttp2.CONTINUATION, type, "frame " + frames);
                    assertEquals(inHead, stream);
                }
                if (type == RawHttp2.HEADERS || type == RawHttp2.CONTINUATION) {
                    boolean ends = (flags & RawHttp2.END_HEADERS) != 0;
                    inHead = !ends ? stream : inHead > 0 ? -1 : 0;
                }
            }
        }
    }

    @Test
    void aBodyOfNoBytesIsNotAwaited() {
        Many<ByteBuffer> source = Many.never();
        try (TestServer server = timed(request -> One.of(Response.stream("x/y", 0, source)));
                RawHttp2 client = RawHttp2.connect(server.port())) {
            assertEquals("", client.get(1, "/").reply(1).body());
            client.roundTrip();
            assertEquals(0, server.server().streams());
            assertEquals(0, server.server().inFlight());
        }
    }
}
