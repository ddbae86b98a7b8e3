package dev.weir.net.websocket;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.Logged;
import dev.weir.net.NoLeaks;
import dev.weir.net.http.HttpServer;
import dev.weir.testkit.VirtualTime;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a peer sends that it must not. */
@ExtendWith(NoLeaks.class)
class LimitsTest {
    private static final int MAX_IDLE = 1_000;
    private static final int WARM = 64;
    private static final WebSocket.Handler ECHO = socket -> socket.send(socket.messages());
    private static final String DEFLATE = "Sec-WebSocket-Extensions: permessage-deflate";

    private static WebSocketOptions.Builder options() {
        return WebSocketOptions.builder().compression(MessageCompression.WITH_CONTEXT);
    }

    @Test
    void aMessageOfTheLimitIsTakenAndOneBeyondItRefused() {
        int limit = 1024 * 1024;
        try (SocketServer server = SocketServer.start(
                socket -> socket.messages().forEach(message -> {}).then(socket.send("done")))) {
            try (RawPeer peer = server.connect()) {
                assertEquals(
                        1000, peer.send(0x82, new byte[limit]).sendClose(1000).readClose());
            }
            try (RawPeer peer = server.connect()) {
                assertEquals(1009, peer.send(0x82, new byte[limit + 1]).readClose());
            }
            try (RawPeer peer = server.connect()) {
                byte[] head = Arrays.copyOf(RawPeer.frame(0x82, new byte[2 * limit], true), 14); // beyond a frame's
                peer.socket().send(head);
                RawPeer.Frame close = peer.read();
                assertEquals(1009, close.code());
                assertEquals(
                        "a message is larger than 1048576 bytes (maxMessage)",
                        close.text().substring(2));
            }
            try (RawPeer peer = server.connect()) {
                peer.send(0x02, new byte[limit / 2]).send(0x00, new byte[limit / 2]);
                assertEquals(1009, peer.send(0x00, new byte[1]).readClose());
            }
        }
    }

    /** However much a peer sends before it reads, it isn't reset while it sends. */
    @Test
    void aRefusalIsReadBehindALargeFrame() {
        try (SocketServer server = timed(ECHO);
                RawPeer peer = server.connect()) {
            assertEquals(1009, peer.send(0x82, new byte[16 * 1024 * 1024]).readClose());
        }
    }

    @Test
    void framesThatBringNothingAreCounted() {
        for (int first : new int[] {0x89, 0x8a, 0x00}) {
            try (SocketServer server = timed(ECHO);
                    RawPeer peer = server.connect()) {
                if (first == 0x00) {
                    peer.send(0x01, "begun");
                }
                byte[] nothing = RawPeer.frame(first, new byte[0], true);
                peer.socket().send(repeat(nothing, 2 * MAX_IDLE));
                assertEquals(1008, closeAfterPongs(peer).code());
            }
        }
    }

    @Test
    void messagesPayForPings() {
        try (SocketServer server = timed(ECHO);
                RawPeer peer = server.connect()) {
            for (int i = 0; i < 2 * MAX_IDLE; i++) {
                peer.text("x").send(0x89, "y");
            }
            assertEquals(1000, closeAfterPongs(peer.sendClose(1000)).code());
        }
    }

    @Test
    void pongsThatAnswerAreFree() {
        int pings = 2 * MAX_IDLE;
        try (SocketServer server = timed(socket -> Many.range(0, pings)
                        .concatMap(i -> socket.ping().toMany())
                        .forEach(taken -> {})
                        .then(socket.send("done")));
                RawPeer peer = server.connect()) {
            RawPeer.Frame frame = peer.read();
            for (; frame.opcode() == 9; frame = peer.read()) {
                peer.send(0x8a, frame.payload());
            }
            assertEquals("done", frame.text());
        }
    }

    @Test
    void pingsThatNobodyWaitsForAreForgotten() {
        int most = 4;
        WebSocketOptions few = WebSocketOptions.builder().maxWaitingSends(most).build();
        WebSocket.Handler impatient = socket -> {
            for (int i = 0; i < 3 * most; i++) {
                socket.ping().subscribe(taken -> {}, failure -> {}).cancel();
            }
            return socket.ping().flatMap(taken -> socket.send("done"));
        };
        try (SocketServer server = SocketServer.start(few, impatient);
                RawPeer peer = server.connect()) {
            RawPeer.Frame frame = peer.read();
            for (int i = 0; i < 3 * most; i++) {
                assertEquals(9, frame.opcode());
                frame = peer.read();
            }
            peer.send(0x8a, frame.payload());
            assertEquals("done", peer.read().text());
        }
    }

    private SocketServer timed(WebSocket.Handler handler) {
        return SocketServer.start(WebSocketOptions.defaults(), handler, builder -> builder.clock(new VirtualTime()));
    }

    private static byte[] repeat(byte[] frame, int times) {
        ByteBuffer all = ByteBuffer.allocate(frame.length * times);
        for (int i = 0; i < times; i++) {
            all.put(frame);
        }
        return all.array();
    }

    private static RawPeer.Frame closeAfterPongs(RawPeer peer) {
        RawPeer.Frame frame = peer.read();
        while (frame.opcode() != 8) {
            frame = peer.read();
        }
        return frame;
    }

    @Test
    void whatIsRefusedIsToldInTheLog() throws Exception {
        WebSocketOptions options = WebSocketOptions.builder().maxFrame(1000).build();
        try (Logged log = Logged.by("dev.weir.net.websocket", Level.FINE);
                SocketServer server = SocketServer.start(options, ECHO);
                RawPeer peer = server.connect()) {
            assertEquals(1009, peer.send(0x82, new byte[1001]).readClose());
            String told = log.next("WebSocket").getMessage();
            assertTrue(told.startsWith("the WebSocket at /socket with 127.0.0.1:"), told);
            assertTrue(told.endsWith(" is closed with 1009: a frame is larger than 1000 bytes (maxFrame)"), told);
        }
    }

    @Test
    void aFrameBeyondItsLimitIsRefusedByItsHeadAlone() {
        WebSocketOptions options = WebSocketOptions.builder().maxFrame(1000).build();
        try (SocketServer server = SocketServer.start(options, ECHO)) {
            try (RawPeer peer = server.connect()) {
                byte[] half = new byte[1000];
                assertEquals(0x82, peer.send(0x02, half).send(0x80, half).read().first());
                byte[] head = Arrays.copyOf(RawPeer.frame(0x82, new byte[1001], true), 8);
                peer.socket().send(head);
                assertEquals(1009, peer.readClose());
            }
        }
    }

    @Test
    void aClientRefusesMessagesBeyondItsLimit() {
        WebSocketClient client = WebSocketClient.builder()
                .options(WebSocketOptions.builder().maxMessage(10).build())
                .build();
        CompletableFuture<CloseReason> reason = new CompletableFuture<>();
        try (SocketServer server = SocketServer.start(socket -> {
            socket.closed().subscribe(reason::complete);
            return socket.send("12345678901").then(One.never());
        })) {
            WebSocketException failure = assertThrows(
                    WebSocketException.class,
                    () -> client.connect(
                                    server.uri(), socket -> socket.messages().count())
                            .await(SocketServer.GENEROUS));
            assertEquals(CloseReason.TOO_BIG, failure.code());
            assertEquals(
                    "a message is larger than 10 bytes (maxMessage), on the WebSocket " + server.uri(),
                    failure.getMessage());
            assertEquals(
                    CloseReason.TOO_BIG,
                    reason.orTimeout(120, TimeUnit.SECONDS).join().code());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1000", // under the limit
        "64, 1009",
        "300, 1009",
    })
    void aDeflateBombIsRefusedBeforeItIsInflated(int mebibytes, int code) {
        byte[] bomb = compressed(new byte[mebibytes * 1024 * 1024]);
        try (SocketServer server = SocketServer.start(
                        options().build(), socket -> socket.messages().forEach(message -> {}));
                RawPeer peer = server.connect(DEFLATE)) {
            assertTrue(bomb.length < 1100 * 1024, bomb.length + " bytes");
            peer.send(0xc2, bomb);
            assertEquals(code, peer.sendClose(1000).readClose());
        }
    }

    @Test
    void othersComeBeforeWhatIsMuchToInflate() {
        assertOthersComeFirst(compressed(new byte[1024 * 1024]), 64, 32);
    }

    /** Blocks that are the last of a message, of which nothing comes. */
    @Test
    void othersComeBeforeManyBlocksOfNothing() {
        byte[] nothing = repeat(new byte[] {3, 0}, 500);
        assertOthersComeFirst(nothing, 64, 10);
    }

    @Test
    void othersComeBeforeALargeFrameIsInflated() {
        assertOthersComeFirst(repeat(new byte[] {3, 0}, 30_000), 1, 1);
        byte[] part = {0, 1, 0, (byte) 0xfe, (byte) 0xff, 'x'}; // a block that is not compressed
        assertOthersComeFirst(repeat(part, 10_000), 1, 1);
    }

    /**
     * The loop is held until all is there: then it sees the messages first, as that is the order of the connections.
     *
     * @param fewer than so many of them are handled before others
     */
    private void assertOthersComeFirst(byte[] bomb, int messages, int fewer) {
        CountDownLatch all = new CountDownLatch(1);
        AtomicInteger handled = new AtomicInteger();
        AtomicInteger before = new AtomicInteger();
        try (SocketServer server = SocketServer.start(
                        options().build(),
                        socket -> socket.messages()
                                .doOnNext(message -> {
                                    if (message instanceof Message.Text) {
                                        before.set(handled.get());
                                    }
                                })
                                .forEach(message -> {
                                    handled.incrementAndGet();
                                    if (message instanceof Message.Text text
                                            && text.text().equals("hold")) {
                                        awaits(all);
                                    }
                                }));
                RawPeer holding = server.connect();
                RawPeer bombing = server.connect(DEFLATE);
                RawPeer waiting = server.connect()) {
            for (int i = 0; i < WARM; i++) { // so that it is read in large pieces
                bombing.send(0x82, new byte[60 * 1024]);
            }
            server.roundTrip();
            holding.send(0x81, "hold");
            for (int i = 0; i < messages; i++) {
                bombing.send(0xc2, bomb);
            }
            waiting.send(0x81, "me, too");
            all.countDown();
            waiting.sendClose(1000).readClose();
            int first = before.get() - 1 - WARM;
            assertTrue(first < fewer, first + " messages first");
        }
    }

    private static void awaits(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void compressedMessagesMayBeFragmentedAndEndWithFinalBlocks() {
        try (SocketServer server = SocketServer.start(options().build(), ECHO);
                RawPeer peer = server.connect(DEFLATE)) {
            byte[] bytes = compressed("hello hello hello".getBytes(StandardCharsets.UTF_8));
            peer.send(0x41, Arrays.copyOf(bytes, 3)).send(0x80, Arrays.copyOfRange(bytes, 3, bytes.length));
            assertEquals("hello hello hello", peer.readText());
            byte[] last = {(byte) 0xf3, 0x48, (byte) 0xcd, (byte) 0xc9, (byte) 0xc9, 0x07, 0x00, 0x00
            }; // RFC 7692, 7.2.3.4
            assertEquals("Hello", peer.send(0xc1, last).readText());
            assertEquals("Hello", peer.send(0x81, "Hello").readText());
        }
    }

    private static byte[] inflated(Inflation.Inflating frame) {
        while (!frame.isDone()) {
            assertTrue(frame.step() <= 64 * 1024, "it is a little at a time");
        }
        return frame.piece();
    }

    /** Of sizes around those that are made in a step, or taken for one. */
    @Test
    void whatIsInflatedInStepsIsTheSame() {
        Random random = new Random(1);
        for (int size : new int[] {64, 2047, 2048, 2049, 4096, 8191, 8192, 8193, 16_384, 100_000}) {
            byte[] mixed = new byte[size];
            random.nextBytes(mixed);
            for (byte[] plain : List.of(new byte[size], mixed)) {
                for (boolean takeover : new boolean[] {false, true}) {
                    Inflation inflation = new Inflation(takeover, size);
                    byte[] coded = compressed(plain);
                    int half = coded.length / 2;
                    byte[] first = inflated(inflation.begin(Arrays.copyOf(coded, half), false, size));
                    byte[] rest = inflated(
                            inflation.begin(Arrays.copyOfRange(coded, half, coded.length), true, size - first.length));
                    byte[] both = Arrays.copyOf(first, size);
                    System.arraycopy(rest, 0, both, first.length, rest.length);
                    assertArrayEquals(plain, both);
                    assertArrayEquals(plain, inflated(inflation.begin(coded, true, size)));
                    inflation.end();
                }
            }
        }
    }

    @Test
    void longMessagesAreCompressedAndTheContextIsKept() {
        try (SocketServer server = SocketServer.start(
                        options().build(),
                        socket -> socket.send(
                                Many.of("x".repeat(1000), "x".repeat(1000)).map(Message::text)));
                RawPeer peer = server.connect(DEFLATE)) {
            assertEquals("permessage-deflate", peer.reply().header("sec-websocket-extensions"));
            RawPeer.Frame first = peer.read();
            RawPeer.Frame second = peer.read();
            assertEquals(List.of(0xc1, 0xc1), List.of(first.first(), second.first()));
            assertTrue(first.payload().length < 30, first.payload().length + " bytes");
            assertTrue(second.payload().length < first.payload().length, second.payload().length + " bytes");
            Inflation inflation = new Inflation(true, 1024);
            byte[] expected = "x".repeat(1000).getBytes(StandardCharsets.UTF_8);
            assertArrayEquals(expected, inflated(inflation.begin(first.payload(), true, 1000)));
            assertArrayEquals(expected, inflated(inflation.begin(second.payload(), true, 1000)));
            inflation.end();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0xa1, 0x91, 0xc0, 0xc9, 0xc8})
    void reservedBitsAreRefusedWhereTheyMeanNothing(int first) {
        try (SocketServer server = SocketServer.start(options().build(), ECHO);
                RawPeer peer = server.connect(DEFLATE)) {
            if (first == 0xc0) {
                peer.send(0x01, "x");
            }
            assertEquals(1002, peer.send(first, "").readClose());
            peer.assertEnd();
        }
    }

    @ParameterizedTest
    @CsvSource({"0xc1, 1002", "0x80, 1002", "0x83, 1002", "0x8b, 1002", "0x09, 1002", "0x00, 1002"})
    void framesThatBreakTheProtocolAreRefused(String first, int code) {
        try (SocketServer server = SocketServer.start(ECHO);
                RawPeer peer = server.connect()) {
            assertEquals(code, peer.send(Integer.decode(first), "").readClose());
            peer.assertEnd();
        }
    }

    @Test
    void aClientThatDoesNotMaskIsRefused() {
        try (SocketServer server = SocketServer.start(ECHO);
                RawPeer peer = server.connect()) {
            peer.socket().send(RawPeer.frame(0x81, new byte[1], false));
            assertEquals(1002, peer.readClose());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 999, 1004, 1005, 1006, 1015, 1016, 2999, 5000, 40000})
    void aCloseWithACodeThatCanNotBeIsRefused(int code) {
        try (SocketServer server = SocketServer.start(ECHO);
                RawPeer peer = server.connect()) {
            assertEquals(1002, peer.sendClose(code).readClose());
        }
    }

    @Test
    void textThatIsNotUtf8IsRefusedWithItsFrame() {
        byte[] surrogate = {(byte) 0xed, (byte) 0xa0, (byte) 0x80};
        try (SocketServer server = SocketServer.start(ECHO)) {
            try (RawPeer peer = server.connect()) {
                assertEquals(1007, peer.send(0x81, surrogate).readClose());
            }
            try (RawPeer peer = server.connect()) {
                assertEquals(1007, peer.send(0x01, surrogate).readClose(), "before the message ends");
            }
            try (RawPeer peer = server.connect()) {
                assertEquals(
                        1007,
                        peer.send(0x01, new byte[] {(byte) 0xe2}).send(0x80, "").readClose());
            }
            try (RawPeer peer = server.connect()) {
                assertEquals("\ufffd", peer.text("\ufffd").readText());
            }
        }
    }

    @Test
    void damagedCompressionIsRefused() {
        try (SocketServer server = SocketServer.start(options().build(), ECHO);
                RawPeer peer = server.connect(DEFLATE)) {
            assertEquals(
                    1007,
                    peer.send(0xc1, new byte[] {(byte) 0xff, (byte) 0xff, 1, 2, 3})
                            .readClose());
        }
    }

    @Test
    void aWindowThatTheJdkCanNotMakeIsKeptToByShortMessages() {
        String field = DEFLATE + "; server_max_window_bits=9";
        Many<Message> both = Many.of("x".repeat(512), "x".repeat(513)).map(Message::text);
        try (SocketServer server = SocketServer.start(options().build(), socket -> socket.send(both));
                RawPeer peer = server.connect(field)) {
            assertEquals(0xc1, peer.read().first());
            assertEquals(0x81, peer.read().first());
        }
    }

    @Test
    void aPeerThatTakesNothingIsLeftAfter30Seconds() {
        VirtualTime time = new VirtualTime();
        CompletableFuture<CloseReason> reason = new CompletableFuture<>();
        AtomicInteger produced = new AtomicInteger();
        Many<Message> source = Many.range(0, Integer.MAX_VALUE).map(i -> {
            produced.incrementAndGet();
            return Message.binary(new byte[1000]);
        });
        WebSocket.Handler handler = socket -> {
            socket.closed().subscribe(reason::complete);
            return socket.send(source);
        };
        try (SocketServer server =
                        SocketServer.start(WebSocketOptions.defaults(), handler, builder -> builder.clock(time));
                RawPeer peer = server.connect(16 * 1024)) {
            server.steady(produced::get);
            time.advance(Duration.ofSeconds(1));
            server.roundTrip();
            time.advance(Duration.ofSeconds(29));
            server.roundTrip();
            assertTrue(!reason.isDone(), "too early");
            time.advance(Duration.ofSeconds(3));
            assertEquals(
                    CloseReason.ABNORMAL,
                    reason.orTimeout(120, TimeUnit.SECONDS).join().code());
            peer.socket().drainToEnd();
        }
    }

    @Test
    void settingsThatCanNotBeAreNamed() {
        WebSocketOptions.Builder builder = WebSocketOptions.builder();
        assertEquals(
                "maxMessage must be positive, not 0",
                assertThrows(IllegalArgumentException.class, () -> builder.maxMessage(0))
                        .getMessage());
        assertInstanceOf(
                IllegalArgumentException.class,
                assertThrows(RuntimeException.class, () -> builder.pingInterval(Duration.ZERO)));
    }

    /** Who sends what is too much for the server is told to come later, and nothing is held of it any more. */
    @Test
    void messagesThatComeShareWhatTheServerMayHold() {
        int half = 300 * 1024;
        UnaryOperator<HttpServer.Builder> options = builder -> builder.maxHeldBytes(512 * 1024)
                .alwaysServe(request -> request.target().equals("/test-ping"));
        try (SocketServer server = SocketServer.start(
                        WebSocketOptions.defaults(), socket -> socket.messages().forEach(message -> {}), options);
                RawPeer first = server.connect();
                RawPeer second = server.connect()) {
            first.send(0x02, new byte[half]);
            server.roundTrip();
            assertTrue(server.steady(() -> (int) server.server().heldBytes()) >= half);
            second.send(0x02, new byte[half]);
            assertEquals(CloseReason.TRY_AGAIN_LATER, second.readClose());
            second.socket().leave(true);
            first.socket().leave(true);
            assertEquals(0, server.steady(() -> (int) server.server().heldBytes()));
        }
    }

    static byte[] compressed(byte[] message) {
        java.io.ByteArrayOutputStream out = new java.io.ByteArrayOutputStream();
        new Deflation(true, 15).compress(message, 0, message.length, true, out);
        return java.util.Arrays.copyOf(out.toByteArray(), out.size() - Deflation.TAIL);
    }
}
