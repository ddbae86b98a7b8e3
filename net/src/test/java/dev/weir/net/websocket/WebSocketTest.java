package dev.weir.net.websocket;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Context;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawSocket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Messages between a server and a client, ours or one that speaks frame by frame. */
@ExtendWith(NoLeaks.class)
class WebSocketTest {
    private static final WebSocket.Handler ECHO = socket -> socket.send(socket.messages());

    private final WebSocketClient client = client();

    WebSocketClient client() {
        return WebSocketClient.create();
    }

    @Test
    void messagesShowTheirBeginning() {
        assertEquals("Text[\"hello?\"]", Message.text("hello\n").toString());
        assertEquals(
                "Text[\"" + "x".repeat(64) + "\" and 36 characters more]",
                Message.text("x".repeat(100)).toString());
        assertEquals("Binary[00ff]", Message.binary(new byte[] {0, -1}).toString());
        assertEquals(
                "Binary[" + "00".repeat(32) + " and 68 bytes more]",
                Message.binary(new byte[100]).toString());
    }

    @Test
    void addressesAreTextsToo() {
        try (SocketServer server = SocketServer.start(socket -> socket.send("hi"))) {
            WebSocketClient client = WebSocketClient.create();
            Message first = client.connect(
                            server.uri().toString(), socket -> socket.messages().first())
                    .await(SocketServer.GENEROUS);
            assertEquals(Message.text("hi"), first);
            IllegalArgumentException wrong = assertThrows(
                    IllegalArgumentException.class, () -> client.connect("ws://a b/", socket -> One.ofVoid()));
            assertTrue(
                    wrong.getMessage().startsWith("\"ws://a b/\" is no address of a WebSocket: "), wrong.getMessage());
        }
    }

    @Test
    void aServerEchoesFrames() {
        try (SocketServer server = SocketServer.start(ECHO);
                RawPeer peer = server.connect()) {
            assertEquals("websocket", peer.reply().header("upgrade"));
            assertEquals("s3pPLMBiTxaQ9kYGzzhZRbK+xOo=", peer.reply().header("sec-websocket-accept"));
            assertEquals("grüße", peer.text("grüße").readText());
            RawPeer.Frame binary = peer.send(0x82, new byte[] {0, (byte) 0xff}).read();
            assertEquals(0x82, binary.first());
            assertArrayEquals(new byte[] {0, (byte) 0xff}, binary.payload());
            assertEquals("", peer.text("").readText());
            assertEquals(1000, peer.sendClose(1000).readClose());
            peer.assertEnd();
        }
    }

    @Test
    void aFrameThatComesWithTheRequestIsNotLost() {
        try (SocketServer server = SocketServer.start(ECHO);
                RawSocket socket = RawSocket.connect(server.server().port())) {
            byte[] frame = RawPeer.frame(0x81, "early".getBytes(StandardCharsets.UTF_8), true);
            socket.send(RawPeer.REQUEST + "\r\n" + new String(frame, StandardCharsets.ISO_8859_1));
            assertEquals(101, socket.head().status());
            assertEquals("\u0081\u0005early", new String(socket.bytes(7), StandardCharsets.ISO_8859_1));
        }
    }

    @Test
    void aClientAndAServerExchangeMessages() {
        try (SocketServer server = SocketServer.start(ECHO)) {
            List<Message> answers = client.connect(
                            server.uri(),
                            socket -> One.zip(
                                    socket.messages().take(3).toList(),
                                    socket.send(Many.of(
                                            Message.text("a"),
                                            Message.binary(new byte[] {1, 2}),
                                            Message.text("ß".repeat(99)))),
                                    (received, sent) -> received))
                    .await(SocketServer.GENEROUS);
            assertEquals(
                    List.of(Message.text("a"), Message.binary(new byte[] {1, 2}), Message.text("ß".repeat(99))),
                    answers);
        }
    }

    @Test
    void aSessionAndWhatItSendsSeeTheContext() {
        Context.Key<String> user = Context.Key.of("user");
        Many<String> told = Many.deferContextual(context -> Many.of(String.valueOf(context.get(user))));
        try (SocketServer server = SocketServer.start(ECHO)) {
            List<Message> answers = client.connect(
                            server.uri(),
                            socket -> One.deferContextual(context -> socket.send("" + context.get(user)))
                                    .then(socket.send(told.map(Message::text)))
                                    .then(socket.send(MessageStream.text(told)))
                                    .then(socket.messages().take(3).toList()))
                    .withContext(context -> context.with(user, "ada"))
                    .await(SocketServer.GENEROUS);
            assertEquals(List.of(Message.text("ada"), Message.text("ada"), Message.text("ada")), answers);
        }
    }

    @Test
    void theOutcomeOfASessionMayBeNull() {
        try (SocketServer server = SocketServer.start(ECHO)) {
            assertNull(client.connect(server.uri(), socket -> socket.send("x")).await(SocketServer.GENEROUS));
        }
    }

    @Test
    void sendsFromSeveralThreadsAlternateByMessage() throws Exception {
        long threads = 4;
        long each = 200;
        try (SocketServer server = SocketServer.start(socket ->
                socket.messages().take(threads * each).count().flatMap(count -> socket.send("got " + count)))) {
            String large = "x".repeat(100_000);
            CompletableFuture<?> done = client.connect(server.uri(), socket -> {
                        for (int i = 0; i < threads; i++) {
                            Thread.ofPlatform().start(() -> {
                                for (int j = 0; j < each; j++) {
                                    socket.send(j % 10 == 0 ? large : "small").await(SocketServer.GENEROUS);
                                }
                            });
                        }
                        return socket.messages().first();
                    })
                    .toCompletionStage()
                    .toCompletableFuture();
            assertEquals(Message.text("got " + threads * each), done.get(120, TimeUnit.SECONDS));
        }
    }

    @Test
    void pingsAreAnswered() {
        try (SocketServer server = SocketServer.start(ECHO);
                RawPeer peer = server.connect()) {
            RawPeer.Frame pong = peer.send(0x89, "anybody?").read();
            assertEquals(0x8a, pong.first());
            assertEquals("anybody?", pong.text());
            assertFalse(client.connect(server.uri(), WebSocket::ping)
                    .await(SocketServer.GENEROUS)
                    .isNegative());
        }
    }

    @Test
    void largeMessagesGoInFragmentsAndComeBack() {
        try (SocketServer server = SocketServer.start(ECHO);
                RawPeer peer = server.connect()) {
            byte[] payload = "0123456789".repeat(15_000).getBytes(StandardCharsets.UTF_8);
            peer.send(0x82, payload);
            RawPeer.Frame first = peer.read();
            RawPeer.Frame second = peer.read();
            RawPeer.Frame third = peer.read();
            assertEquals(List.of(0x02, 0x00, 0x80), List.of(first.first(), second.first(), third.first()));
            assertEquals(65536, first.payload().length);
            assertEquals(payload.length, 2 * 65536 + third.payload().length);
        }
    }

    @Test
    void fragmentsComeWithPingsInBetween() {
        try (SocketServer server = SocketServer.start(ECHO);
                RawPeer peer = server.connect()) {
            byte[] euro = "€".getBytes(StandardCharsets.UTF_8);
            peer.send(0x01, new byte[] {euro[0]}).send(0x89, "p");
            assertEquals(0x8a, peer.read().first());
            peer.send(0x00, new byte[] {euro[1]}).send(0x80, new byte[] {euro[2]});
            assertEquals("€", peer.readText());
        }
    }

    @Test
    void subprotocolsAreAgreedOn() {
        WebSocketOptions both = WebSocketOptions.builder().protocols("b", "a").build();
        WebSocketClient asking = WebSocketClient.builder()
                .options(WebSocketOptions.builder().protocols("x", "a", "b").build())
                .build();
        try (SocketServer server = SocketServer.start(both, socket -> socket.send("" + socket.protocol()))) {
            Message said = asking.connect(
                            server.uri(),
                            socket -> socket.messages().first().map(message -> {
                                assertEquals("a", socket.protocol());
                                return message;
                            }))
                    .await(SocketServer.GENEROUS);
            assertEquals(Message.text("a"), said);
            assertEquals(
                    Message.text("null"),
                    client.connect(server.uri(), socket -> socket.messages().first())
                            .await(SocketServer.GENEROUS));
        }
    }

    @Test
    void compressedMessagesAreExchanged() {
        for (MessageCompression ours : List.of(MessageCompression.WITH_CONTEXT, MessageCompression.WITHOUT_CONTEXT)) {
            for (MessageCompression theirs : MessageCompression.values()) {
                WebSocketOptions serving =
                        WebSocketOptions.builder().compression(ours).build();
                WebSocketClient asking = WebSocketClient.builder()
                        .options(WebSocketOptions.builder().compression(theirs).build())
                        .build();
                String text = "weir ".repeat(1000);
                try (SocketServer server = SocketServer.start(serving, ECHO)) {
                    List<Message> answers = asking.connect(server.uri(), socket -> {
                                assertEquals(theirs != MessageCompression.OFF, socket.isCompressed());
                                return One.zip(
                                        socket.messages().take(3).toList(),
                                        socket.send(Many.of("a", text, text).map(Message::text)),
                                        (received, sent) -> received);
                            })
                            .await(SocketServer.GENEROUS);
                    assertEquals(
                            Many.of("a", text, text).map(Message::text).toList().await(), answers);
                }
            }
        }
    }

    @Test
    void aServerKnowsTheRequestsHeader() {
        WebSocketClient named =
                WebSocketClient.builder().header("X-Name", "Ada").build();
        try (SocketServer server =
                SocketServer.start(socket -> socket.send("" + socket.headers().get("x-name")))) {
            assertEquals(
                    Message.text("Ada"),
                    named.connect(server.uri(), socket -> socket.messages().first())
                            .await(SocketServer.GENEROUS));
        }
    }
}
