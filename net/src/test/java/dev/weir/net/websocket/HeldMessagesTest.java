package dev.weir.net.websocket;

import static dev.weir.net.Memory.assertHeld;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Cancellable;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.Logged;
import dev.weir.net.Memory;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawHttp2;
import dev.weir.net.RawServer;
import dev.weir.net.RawSocket;
import dev.weir.net.http.HttpServer;
import dev.weir.net.http.TestServer;
import java.io.ByteArrayOutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What WebSockets make a server or a client hold, by measure, against what is documented. */
@ExtendWith(NoLeaks.class)
class HeldMessagesTest {
    private static final int KIB = 1024;
    private static final int CONNECTIONS = 40;
    private static final int MASK = 4;

    private static void assertEachHolds(long most, WebSocketOptions options, WebSocket.Handler handler) {
        assertEachHolds(server -> true, most, options, handler, new byte[0]);
    }

    private static void assertEachHolds(
            Predicate<HttpServer> isThere,
            long most,
            WebSocketOptions options,
            WebSocket.Handler handler,
            byte[] sent) {
        AtomicInteger begun = new AtomicInteger();
        List<RawPeer> peers = new ArrayList<>();
        try (SocketServer server = SocketServer.start(options, socket -> {
            begun.incrementAndGet();
            return handler.handle(socket);
        })) {
            server.roundTrip();
            Memory before = Memory.now();
            for (int i = 0; i < CONNECTIONS; i++) {
                RawPeer peer = server.connect(16 * KIB, "Sec-WebSocket-Extensions: permessage-deflate");
                peers.add(peer);
                Thread.ofVirtual().start(() -> peer.socket().offer(sent));
            }
            while (!isThere.test(server.server())) {
                server.roundTrip();
            }
            server.steady(() -> (int) server.server().heldBytes());
            assertEquals(CONNECTIONS, begun.get());
            assertHeld(CONNECTIONS * most, before);
        } finally {
            peers.forEach(peer -> peer.socket().leave(true));
        }
    }

    @Test
    void aPeerThatTakesNothingCostsWhatWaitsAndABatch() {
        Many<Message> endless = Many.range(0, Integer.MAX_VALUE).map(i -> Message.binary(new byte[KIB]));
        assertEachHolds(128 * KIB, WebSocketOptions.defaults(), socket -> socket.send(endless));
    }

    /** It can be asked for its fields until then. */
    @Test
    void aLargeHeadCountsUntilTheEnd() {
        int large = 8 * KIB;
        try (SocketServer server =
                SocketServer.start(socket -> socket.messages().forEach(message -> {}))) {
            try (RawPeer peer = server.connect("X: " + "y".repeat(large))) {
                int held = server.steady(() -> (int) server.server().heldBytes());
                assertTrue(held > large && held < 2 * large, held + " bytes");
                assertEquals(1000, peer.sendClose(1000).readClose());
            }
            assertEquals(0, server.steady(() -> (int) server.server().heldBytes()));
        }
    }

    @Test
    void sendsThatWaitCostTheirMessages() {
        int sends = 20;
        int size = 8 * KIB;
        WebSocketOptions options =
                WebSocketOptions.builder().maxWaitingSends(sends).build();
        assertEachHolds(128 * KIB + sends * size, options, socket -> {
            Many<Message> endless = Many.range(0, Integer.MAX_VALUE).map(i -> Message.binary(new byte[size]));
            socket.send(endless).subscribe(done -> {}, failure -> {}); // until nothing more is taken
            for (int i = 0; i < 10 * sends; i++) {
                socket.send(Message.binary(new byte[size])).subscribe(done -> {}, failure -> {});
            }
            return One.never();
        });
    }

    /** A frame of a kilobyte. */
    private static byte[] frame() {
        return RawPeer.frame(0x82, new byte[KIB - 2 * MASK], true);
    }

    @Test
    void whatNobodyReadsInAStreamOfHttp2CostsItsWindow() {
        int sockets = 10;
        byte[] frame = frame();
        try (TestServer server = TestServer.start(
                        request -> WebSocket.accept(request, WebSocketOptions.defaults(), socket -> One.never()));
                RawHttp2 client = RawHttp2.connect(server.port())) {
            client.roundTrip();
            Memory before = Memory.now();
            for (int i = 0; i < sockets; i++) {
                int stream = 1 + 2 * i;
                client.request(stream, "CONNECT", "/", false, ":protocol", "websocket", "sec-websocket-version", "13");
                client.await(RawHttp2.HEADERS, stream);
                for (int n = 0; n < 256 * KIB / frame.length - 1; n++) {
                    client.frame(RawHttp2.DATA, 0, stream, frame);
                }
            }
            client.roundTrip();
            assertTrue(server.server().heldBytes() >= sockets * 128L * KIB, "the windows are not used");
            assertHeld(sockets * 2L * 256 * KIB, before);
        }
    }

    /** As many messages that have begun to come as there are servers that send them. */
    @Test
    void halfMessagesShareWhatAClientMayHold() throws Exception {
        int connections = 12;
        int half = 900 * KIB;
        long limit = 4L * KIB * KIB;
        WebSocketClient client =
                WebSocketClient.builder().threads(1).maxHeldBytes(limit).build();
        List<RawSocket> sockets = new ArrayList<>();
        List<CompletableFuture<Object>> ends = new ArrayList<>();
        try (RawServer server = RawServer.start();
                Logged log = Logged.by("dev.weir.net")) {
            Memory before = Memory.now();
            for (int i = 0; i < connections; i++) {
                CompletableFuture<Object> end = new CompletableFuture<>();
                ends.add(end);
                var _ = client.connect(
                                "ws://127.0.0.1:" + server.port() + "/",
                                socket -> socket.messages().forEach(message -> {}))
                        .subscribe(end::complete, end::complete);
                RawSocket socket = server.accept();
                sockets.add(socket);
                String key = socket.requestHead().header("sec-websocket-key");
                socket.send("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                        + "Sec-WebSocket-Accept: " + ServerHandshake.accept(key) + "\r\n\r\n");
                try {
                    socket.send(RawPeer.frame(0x02, new byte[half], false));
                    socket.send(Arrays.copyOf(RawPeer.frame(0x80, new byte[half], false), 64 * KIB)); // and no more
                } catch (UncheckedIOException refused) {
                    // the client has had enough
                }
            }
            String told = log.next("may hold " + limit).getMessage();
            assertTrue(told.startsWith("the connections of a client hold "), told);
            Object failure = CompletableFuture.anyOf(ends.toArray(new CompletableFuture<?>[0]))
                    .join();
            assertTrue(failure instanceof WebSocketException known && known.code() == 1013, failure::toString);
            assertTrue(client.heldBytes() <= 2 * limit, client.heldBytes() + " bytes");
            assertHeld(2 * limit, before);
            sockets.forEach(socket -> socket.leave(true));
            sockets.clear();
            ends.forEach(CompletableFuture::join);
            while (client.heldBytes() > 0) {
                Thread.onSpinWait();
            }
        } finally {
            sockets.forEach(socket -> socket.leave(true));
        }
    }

    /** A fragment with all that a message may have, and all but the end of a frame that may be as large. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aMessageAndAFrameOfItCostTwiceWhatTheyMayHave(boolean compressed) {
        int limit = 256 * KIB;
        WebSocketOptions options = WebSocketOptions.builder()
                .maxMessage(limit)
                .compression(MessageCompression.WITHOUT_CONTEXT)
                .build();
        byte[] all = new byte[limit - 1];
        ByteArrayOutputStream sent = new ByteArrayOutputStream();
        sent.writeBytes(
                compressed ? RawPeer.frame(0x42, LimitsTest.compressed(all), true) : RawPeer.frame(0x02, all, true));
        sent.write(RawPeer.frame(0x00, new byte[limit], true), 0, limit);
        assertEachHolds(
                server -> server.heldBytes() >= CONNECTIONS * 2L * (limit - KIB),
                4L * limit + 64 * KIB,
                options,
                socket -> socket.messages().forEach(message -> {}),
                sent.toByteArray());
    }

    private static int heldAfter(byte[] sent, int messages) {
        WebSocketOptions options = WebSocketOptions.builder()
                .compression(MessageCompression.WITHOUT_CONTEXT)
                .build();
        AtomicInteger given = new AtomicInteger();
        try (SocketServer server = SocketServer.start(
                        options, socket -> socket.messages().forEach(message -> given.incrementAndGet()));
                RawPeer peer = server.connect("Sec-WebSocket-Extensions: permessage-deflate")) {
            int before = server.steady(() -> (int) server.server().heldBytes());
            peer.socket().send(sent);
            while (messages > 0 ? given.get() < messages : server.server().heldBytes() == before) {
                server.roundTrip();
            }
            return server.steady(() -> (int) server.server().heldBytes()) - before;
        }
    }

    /** Many turns of the loop after the last byte has come; the peer is silent then. */
    @Test
    void aMessageThatWasGivenAwayIsNotCounted() {
        byte[] compressed = LimitsTest.compressed(new byte[1_000_000]);
        assertEquals(0, heldAfter(RawPeer.frame(0xc2, compressed, true), 1));
        ByteArrayOutputStream fragments = new ByteArrayOutputStream();
        fragments.writeBytes(RawPeer.frame(0x02, new byte[300 * KIB], true));
        for (int i = 0; i < 10_000; i++) {
            fragments.writeBytes(RawPeer.frame(0x00, new byte[1], true));
        }
        fragments.writeBytes(RawPeer.frame(0x80, new byte[1], true));
        assertEquals(0, heldAfter(fragments.toByteArray(), 1));
    }

    @Test
    void whatLaterTurnsMakeOfAMessageIsCounted() {
        int size = 1_000_000;
        int held = heldAfter(RawPeer.frame(0x42, LimitsTest.compressed(new byte[size]), true), 0);
        assertTrue(held >= size && held < size + 64 * KIB, held + " bytes");
    }

    /** Of a message of any size: what is wanted of it, and what was read before that. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aMessageInPiecesCostsAPieceAndARead(boolean compressed) {
        byte[] all = new byte[4 * KIB * KIB];
        WebSocketOptions options = WebSocketOptions.builder()
                .compression(MessageCompression.WITHOUT_CONTEXT)
                .build();
        AtomicInteger pieces = new AtomicInteger();
        assertEachHolds(
                server -> pieces.get() == CONNECTIONS,
                2 * 64 * KIB,
                options,
                socket -> socket.streams()
                        .concatMap(message -> ((MessageStream.Binary) message).pieces())
                        .delayUntil(piece -> {
                            pieces.incrementAndGet();
                            return One.never();
                        })
                        .forEach(piece -> {}),
                compressed ? RawPeer.frame(0x42, LimitsTest.compressed(all), true) : RawPeer.frame(0x02, all, true));
        assertEquals(CONNECTIONS, pieces.get());
    }

    /** And what a server of ours holds at the other end; behind a first one, for whom classes and pools' chunks come. */
    @Test
    void whatAClientDoesNotReadOverHttp2CostsItsWindow() {
        int sockets = 10;
        long window = 256 * KIB;
        Many<Message> endless = Many.range(0, Integer.MAX_VALUE).map(i -> Message.binary(new byte[KIB]));
        WebSocketClient client = WebSocketClient.builder().threads(1).http2().build();
        List<Cancellable> sessions = new ArrayList<>();
        try (SocketServer server = SocketServer.start(WebSocketOptions.defaults(), socket -> socket.send(endless))) {
            Runnable connecting = () -> {
                sessions.add(client.connect(server.uri().toString(), socket -> One.never())
                        .subscribe(end -> {}, failure -> {}));
                while (client.heldBytes() < sessions.size() * (window - 16 * KIB)) {
                    server.roundTrip();
                }
            };
            connecting.run();
            Memory before = Memory.now();
            for (int i = 0; i < sockets; i++) {
                connecting.run();
            }
            assertHeld(sockets * (2 * window + 128 * KIB), before);
            sessions.forEach(Cancellable::cancel);
        }
    }

    /** With a buffer of its own, each had 16 KiB. */
    @Test
    void clientsThatAreIdleHaveNoBuffers() throws InterruptedException {
        int sockets = 1_000;
        CountDownLatch greeted = new CountDownLatch(sockets);
        WebSocketClient client = WebSocketClient.builder().threads(1).build();
        List<Cancellable> sessions = new ArrayList<>();
        try (SocketServer server = SocketServer.start(
                WebSocketOptions.defaults(),
                socket -> socket.send(Many.concat(Many.of(Message.text("hi")), Many.never())))) {
            server.roundTrip();
            Memory before = Memory.now();
            for (int i = 0; i < sockets; i++) {
                sessions.add(client.connect(
                                server.uri().toString(),
                                socket -> socket.messages().forEach(message -> greeted.countDown()))
                        .subscribe(end -> {}, failure -> {}));
            }
            assertTrue(greeted.await(120, TimeUnit.SECONDS));
            assertHeld(sockets * 9L * KIB, before); // with the server's end
            sessions.forEach(Cancellable::cancel);
        }
    }
}
