package dev.weir.net.websocket;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Cancellable;
import dev.weir.Ending;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.Logged;
import dev.weir.net.NoLeaks;
import dev.weir.testkit.VirtualTime;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How WebSockets end. */
@ExtendWith(NoLeaks.class)
class ClosingTest {
    private static final WebSocket.Handler ECHO = socket -> socket.send(socket.messages());

    private final CompletableFuture<Ending> ended = new CompletableFuture<>();
    private final CompletableFuture<CloseReason> reason = new CompletableFuture<>();
    private final WebSocketClient client = client();

    WebSocketClient client() {
        return WebSocketClient.create();
    }

    private <T> One<T> watched(WebSocket socket, One<T> one) {
        socket.closed().subscribe(reason::complete);
        return one.doFinally(ended::complete);
    }

    private CloseReason reason() {
        return reason.orTimeout(120, TimeUnit.SECONDS).join();
    }

    private Ending ended() {
        return ended.orTimeout(120, TimeUnit.SECONDS).join();
    }

    @Test
    void theEndOfTheHandlerClosesWith1000() {
        try (SocketServer server = SocketServer.start(socket -> watched(socket, socket.send("bye")));
                RawPeer peer = server.connect()) {
            assertEquals("bye", peer.readText());
            assertEquals(1000, peer.readClose());
            peer.sendClose(1000).assertEnd();
            assertEquals(new CloseReason(1000, ""), reason());
        }
    }

    @Test
    void aHandlerThatFailsClosesWith1011() {
        WebSocket.Handler throwing = socket -> {
            throw new IllegalStateException("expected by the test");
        };
        WebSocket.Handler failing = socket -> One.fail(() -> new IllegalStateException("expected by the test"));
        WebSocket.Handler nothing = socket -> null;
        for (WebSocket.Handler handler : List.of(throwing, failing, nothing)) {
            try (SocketServer server = SocketServer.start(handler);
                    RawPeer peer = server.connect()) {
                assertEquals(1011, peer.readClose());
            }
        }
    }

    @Test
    void thePeersCloseIsAnsweredAndEndsTheMessages() {
        try (SocketServer server = SocketServer.start(
                        socket -> watched(socket, socket.messages().count().then(One.ofVoid())));
                RawPeer peer = server.connect()) {
            assertEquals(4001, peer.text("x").sendClose(4001).readClose());
            peer.assertEnd();
            assertEquals(Ending.COMPLETED, ended());
            assertEquals(4001, reason().code());
        }
    }

    /** Of which the head has come, and a part, when the handler closes. */
    @Test
    void aMessageIsThrownAwayAsAWholeAlsoIfTheRestWouldBeReadInPieces() {
        byte[] frame = RawPeer.frame(0x82, new byte[1_000], true);
        String begun = new String(frame, 0, 18, StandardCharsets.ISO_8859_1);
        try (SocketServer server = SocketServer.start(socket -> {
                    socket.close(4000, "full");
                    return watched(socket, socket.streams().forEach(_ -> {}));
                });
                RawPeer peer = server.connect("X-Any: 1\r\n\r\n" + begun)) { // and the two ends of lines
            assertEquals(4000, peer.readClose());
            peer.socket().send(Arrays.copyOfRange(frame, 22, frame.length));
            peer.sendClose(4000).assertEnd();
            assertEquals(4000, reason().code());
        }
    }

    @Test
    void aCloseWithoutACodeIsAnsweredByOne() {
        try (SocketServer server = SocketServer.start(socket -> watched(socket, One.never()));
                RawPeer peer = server.connect()) {
            assertEquals(1005, peer.send(0x88, "").readClose());
            peer.assertEnd();
            assertEquals(CloseReason.NO_CODE, reason().code());
            assertEquals(Ending.CANCELLED, ended());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aHandlerIsCancelledWhenThePeerGoes(boolean abruptly) {
        try (SocketServer server = SocketServer.start(socket -> watched(socket, One.never()))) {
            server.connect().socket().leave(abruptly);
            assertEquals(Ending.CANCELLED, ended());
            assertEquals(CloseReason.ABNORMAL, reason().code());
        }
    }

    /** As the kernel resets it when a peer that has vanished answers none of its questions: no pong would be heard. */
    @Test
    void aHandlerThatReadsNothingOfMuchIsCancelledWhenTheConnectionIsReset() {
        VirtualTime time = new VirtualTime();
        try (SocketServer server = SocketServer.start(
                WebSocketOptions.defaults(),
                socket -> watched(socket, One.never()),
                builder -> builder.clock(time).idleTimeout(Duration.ofDays(1)))) {
            RawPeer peer = server.connect().send(0x82, new byte[500 * 1024]);
            server.roundTrip();
            pass(server, time, 120);
            assertFalse(reason.isDone(), "it is there");
            peer.socket().leave(true);
            server.roundTrip();
            pass(server, time, 2);
            assertEquals(Ending.CANCELLED, ended());
            assertEquals(CloseReason.ABNORMAL, reason().code());
        }
    }

    /** Its pong could not be heard; but over a connection that is broken, the ping itself fails. */
    @Test
    void aPeerOfWhomMuchIsUnreadIsPingedEveryThreeMinutesAndOwesNoPong() {
        VirtualTime time = new VirtualTime();
        try (SocketServer server = SocketServer.start(
                        WebSocketOptions.defaults(),
                        socket -> watched(socket, One.never()),
                        builder -> builder.clock(time).idleTimeout(Duration.ofDays(1)));
                RawPeer peer = server.connect().send(0x82, new byte[500 * 1024])) {
            server.roundTrip();
            for (byte number = 1; number <= 3; number++) {
                pass(server, time, 182);
                RawPeer.Frame ping = peer.read();
                assertEquals(0x89, ping.first());
                assertArrayEquals(new byte[] {0, 0, 0, 0, 0, 0, 0, number}, ping.payload());
                assertFalse(reason.isDone(), "it is there");
            }
        }
        assertEquals(Ending.CANCELLED, ended());
    }

    @Test
    void messagesFailWhenTheConnectionIsLost() {
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        try (SocketServer server = SocketServer.start(
                socket -> socket.messages().doOnError(failure::complete).count().then(One.ofVoid()))) {
            server.connect().text("x").socket().leave(false);
            assertInstanceOf(
                    IOException.class, failure.orTimeout(120, TimeUnit.SECONDS).join());
        }
    }

    @Test
    void shuttingDownClosesWith1001() {
        try (SocketServer server = SocketServer.start(socket -> watched(socket, ECHO.handle(socket)));
                RawPeer peer = server.connect()) {
            assertEquals("x", peer.text("x").readText());
            CompletableFuture<?> down = server.server()
                    .shutdown(Duration.ofMinutes(10))
                    .toCompletionStage()
                    .toCompletableFuture();
            assertEquals(1001, peer.readClose());
            assertFalse(down.isDone());
            peer.sendClose(1001).assertEnd();
            down.orTimeout(120, TimeUnit.SECONDS).join();
            assertEquals(CloseReason.GOING_AWAY, reason().code());
        }
    }

    @Test
    void aPeerThatDoesNotCloseIsLeftAfter5Seconds() {
        VirtualTime time = new VirtualTime();
        WebSocket.Handler bye = socket -> watched(socket, One.ofVoid());
        try (SocketServer server =
                        SocketServer.start(WebSocketOptions.defaults(), bye, builder -> builder.clock(time));
                RawPeer peer = server.connect()) {
            assertEquals(1000, peer.readClose());
            time.advance(Duration.ofSeconds(5));
            server.roundTrip();
            assertFalse(reason.isDone());
            time.advance(Duration.ofMillis(1001));
            assertEquals(CloseReason.ABNORMAL, reason().code());
            peer.assertEnd();
        }
    }

    @Test
    void whatWasGivenIsSentBeforeTheClose() {
        String large = "x".repeat(1_000_000);
        try (SocketServer server = SocketServer.start(socket -> {
                    for (int i = 0; i < 20; i++) {
                        socket.send(large).subscribe();
                    }
                    return watched(socket, One.ofVoid());
                });
                RawPeer peer = server.connect()) {
            long size = 0;
            RawPeer.Frame frame = peer.read();
            while (frame.opcode() != 8) {
                size += frame.payload().length;
                frame = peer.read();
            }
            assertEquals(20_000_000, size);
            assertEquals(1000, frame.code());
        }
    }

    @Test
    void sendsAfterTheCloseFail() {
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        try (SocketServer server = SocketServer.start(socket -> {
                    socket.close(3000, "enough");
                    socket.close(4000, "ignored");
                    socket.send("x").subscribe(done -> {}, failure::complete);
                    return watched(socket, One.never());
                });
                RawPeer peer = server.connect()) {
            RawPeer.Frame close = peer.read();
            assertEquals(3000, close.code());
            assertTrue(close.text().endsWith("enough"));
            assertEquals("the WebSocket is closed", failure.join().getMessage());
            peer.sendClose(3000).assertEnd();
            assertEquals(Ending.CANCELLED, ended());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 999, 1004, 1005, 1006, 1015, 1016, 2999, 5000})
    void codesThatCanNotBeSentAreRefused(int code) {
        try (SocketServer server = SocketServer.start(ECHO)) {
            IllegalArgumentException refused = assertThrows(
                    IllegalArgumentException.class,
                    () -> client.connect(
                                    server.uri(),
                                    socket -> One.supply(() -> {
                                        socket.close(code, "");
                                        return code;
                                    }))
                            .await(SocketServer.GENEROUS));
            assertTrue(refused.getMessage().contains("can't be closed with code " + code), refused.getMessage());
        }
    }

    @Test
    void aClientsOutcomeComesWhenTheConnectionIsClosed() {
        try (SocketServer server = SocketServer.start(socket -> watched(socket, ECHO.handle(socket)))) {
            assertEquals(7, client.connect(server.uri(), socket -> One.of(7)).await(SocketServer.GENEROUS));
            assertEquals(new CloseReason(1000, ""), reason());
            server.roundTrip();
            assertEquals(1, server.server().connections(), "only the test's own");
        }
    }

    @Test
    void aClientsFailureIsTheOutcome() {
        try (SocketServer server = SocketServer.start(socket -> watched(socket, ECHO.handle(socket)))) {
            IllegalStateException failure = assertThrows(
                    IllegalStateException.class,
                    () -> client.connect(server.uri(), socket -> {
                                throw new IllegalStateException("by the test");
                            })
                            .await(SocketServer.GENEROUS));
            assertEquals("by the test", failure.getMessage());
            assertEquals(1011, reason().code());
        }
    }

    @Test
    void aCloseThatMeansAFailureFailsTheMessages() {
        Map<Integer, String> failures =
                Map.of(1002, "", 1003, "", 1008, "no", 1009, "too\nbig", 1011, "", 1013, "later");
        failures.forEach((code, reason) -> {
            WebSocketException failure = assertThrows(WebSocketException.class, () -> messagesUntil(code, reason));
            assertEquals(code, failure.code());
            String said = reason.isEmpty() ? "" : ": " + reason.replace('\n', '?');
            String told = failure.getMessage();
            assertTrue(told.startsWith("the peer closed the WebSocket ws://127.0.0.1:"), told);
            assertTrue(told.endsWith("/socket with " + code + said), told);
        });
        for (int code : new int[] {1000, 1001, 3000, 4999}) {
            assertEquals(List.of(Message.text("one")), messagesUntil(code, "bye"));
        }
    }

    private List<Message> messagesUntil(int code, String reason) {
        try (SocketServer server =
                SocketServer.start(socket -> socket.send("one").then(One.defer(() -> {
                    socket.close(code, reason);
                    return One.never();
                })))) {
            return client.connect(server.uri(), socket -> socket.messages().toList())
                    .await(SocketServer.GENEROUS);
        }
    }

    @Test
    void aClientsCloseThatMeansAFailureFailsTheServersMessages() {
        CompletableFuture<Throwable> failed = new CompletableFuture<>();
        try (SocketServer server = SocketServer.start(socket -> {
                    socket.messages()
                            .subscribe(message -> {}, failed::complete, () -> failed.complete(new Throwable()));
                    return One.never();
                });
                RawPeer peer = server.connect()) {
            peer.sendClose(1011);
            assertEquals(1011, peer.readClose());
            assertTrue(failed.orTimeout(120, TimeUnit.SECONDS).join() instanceof WebSocketException known
                    && known.code() == 1011);
        }
    }

    /** Browsers have no other place for a token. */
    @Test
    void aQueryIsNotInTheLog() throws Exception {
        WebSocketClient client = WebSocketClient.create();
        try (Logged log = Logged.by("dev.weir.net.websocket");
                SocketServer server = SocketServer.start(socket -> One.fail(() -> new IOException("planned")))) {
            var session = client.connect(
                            server.uri() + "?token=secret",
                            socket -> socket.messages().count())
                    .toCompletionStage()
                    .toCompletableFuture();
            assertEquals(
                    "the handler of the WebSocket at /socket failed",
                    log.next("the handler of the WebSocket").getMessage());
            assertThrows(CompletionException.class, session::join);
        }
    }

    @Test
    void aClientThatIsCancelledCancelsItsSessionAndGoes() {
        CompletableFuture<Ending> session = new CompletableFuture<>();
        CompletableFuture<WebSocket> opened = new CompletableFuture<>();
        try (SocketServer server = SocketServer.start(socket -> watched(socket, ECHO.handle(socket)))) {
            Cancellable run = client.connect(server.uri(), socket -> {
                        opened.complete(socket);
                        return One.never().doFinally(session::complete);
                    })
                    .subscribe();
            opened.join();
            run.cancel();
            assertEquals(
                    Ending.CANCELLED, session.orTimeout(120, TimeUnit.SECONDS).join());
            assertEquals(CloseReason.GOING_AWAY, reason().code());
        }
    }

    @Test
    void aClientGetsWhatTheServerSaidBeforeItClosed() {
        int count = 1000;
        try (SocketServer server =
                SocketServer.start(socket -> socket.send(Many.range(0, count).map(i -> Message.text("" + i))))) {
            CompletableFuture<CloseReason> said = new CompletableFuture<>();
            List<Message> all = client.connect(server.uri(), socket -> {
                        socket.closed().subscribe(said::complete);
                        return socket.messages()
                                .concatMap(message -> Many.of(message).delay(Duration.ZERO))
                                .toList();
                    })
                    .await(SocketServer.GENEROUS);
            assertEquals(
                    Many.range(0, count).map(i -> Message.text("" + i)).toList().await(), all);
            assertEquals(1000, said.join().code());
        }
    }

    @Test
    void aClientsSessionMayGoOnForLongerThanItsConnection() {
        WebSocketClient alone = WebSocketClient.builder().threads(1).build();
        try (SocketServer server = SocketServer.start(socket -> One.of(null))) {
            int code = alone.connect(
                            server.uri(),
                            socket -> socket.closed()
                                    .map(CloseReason::code)
                                    .delay(Duration.ofMillis(200))) // by the clock of a loop that nobody else uses
                    .await(SocketServer.GENEROUS);
            assertEquals(CloseReason.NORMAL, code);
        }
    }

    @Test
    void aPeerThatFallsSilentInTheMidstOfAFrameIsPingedToo() {
        VirtualTime time = new VirtualTime();
        try (SocketServer server = SocketServer.start(
                        WebSocketOptions.defaults(),
                        socket -> watched(socket, ECHO.handle(socket)),
                        builder -> builder.clock(time));
                RawPeer peer = server.connect()) {
            ByteBuffer oneAndAHalf = ByteBuffer.allocate(64);
            oneAndAHalf.put(RawPeer.frame(0x81, new byte[] {'x'}, true)).put(new byte[] {(byte) 0x81, (byte) 0x85, 1, 2
            });
            peer.socket().send(Arrays.copyOf(oneAndAHalf.array(), oneAndAHalf.position()));
            assertEquals("x", peer.readText(), "the rest has come with it");
            time.advance(Duration.ofSeconds(31));
            assertEquals(0x89, peer.read().first());
            time.advance(Duration.ofSeconds(12));
            assertEquals(CloseReason.ABNORMAL, reason().code());
        }
    }

    @Test
    void aSilentPeerIsPingedAndLeftWithoutAPong() {
        VirtualTime time = new VirtualTime();
        try (SocketServer server = SocketServer.start(
                        WebSocketOptions.defaults(),
                        socket -> watched(socket, ECHO.handle(socket)),
                        builder -> builder.clock(time).idleTimeout(Duration.ofDays(1)));
                RawPeer peer = server.connect()) {
            assertEquals("x", peer.text("x").readText());
            time.advance(Duration.ofSeconds(29));
            server.roundTrip();
            assertEquals("y", peer.text("y").readText(), "no ping yet");
            time.advance(Duration.ofSeconds(31));
            RawPeer.Frame ping = peer.read();
            assertEquals(0x89, ping.first());
            peer.send(0x8a, ping.payload());
            assertEquals("z", peer.text("z").readText());
            time.advance(Duration.ofSeconds(31));
            assertEquals(0x89, peer.read().first());
            time.advance(Duration.ofSeconds(9));
            server.roundTrip();
            assertFalse(reason.isDone());
            time.advance(Duration.ofSeconds(3));
            assertEquals(CloseReason.ABNORMAL, reason().code());
        }
    }

    /** A message that nobody demands stands before its pongs. */
    @Test
    void soIsOneWhoseMessagesNobodyReads() {
        VirtualTime time = new VirtualTime();
        try (SocketServer server = SocketServer.start(
                        WebSocketOptions.defaults(),
                        socket -> watched(socket, One.never()),
                        builder -> builder.clock(time).idleTimeout(Duration.ofDays(1)));
                RawPeer peer = server.connect()) {
            for (int i = 0; i < 3; i++) {
                peer.text("unread");
                server.roundTrip();
                pass(server, time, 31);
                RawPeer.Frame ping = peer.read();
                assertEquals(0x89, ping.first());
                peer.send(0x8a, ping.payload());
                server.roundTrip();
                pass(server, time, 12);
                assertFalse(reason.isDone(), "it is there");
            }
            pass(server, time, 31);
            assertEquals(0x89, peer.read().first());
            pass(server, time, 12);
            assertEquals(CloseReason.ABNORMAL, reason().code());
        }
    }

    private static void pass(SocketServer server, VirtualTime time, int seconds) {
        for (int i = 0; i < seconds; i++) {
            time.advance(Duration.ofSeconds(1));
            server.roundTrip();
        }
    }
}
