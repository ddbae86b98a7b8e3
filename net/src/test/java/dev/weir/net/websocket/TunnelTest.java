package dev.weir.net.websocket;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawHttp2;
import dev.weir.net.http.Response;
import dev.weir.net.http.TestServer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** WebSockets in streams of HTTP/2 (RFC 8441), frame by frame. */
@ExtendWith(NoLeaks.class)
class TunnelTest {
    private static final int ENABLE_CONNECT = 8;
    private static final byte[] MASKED_HI = {(byte) 0x82, (byte) 0x82, 0, 0, 0, 0, 'h', 'i'};
    private static final byte[] MASKED_CLOSE = {(byte) 0x88, (byte) 0x82, 0, 0, 0, 0, 3, (byte) 0xe8};
    private static final WebSocket.Handler ECHO = socket -> socket.send(socket.messages());

    private static TestServer serve(WebSocketOptions options, WebSocket.Handler handler) {
        return TestServer.start(request -> request.path().equals("/socket")
                ? WebSocket.accept(request, options, handler)
                : One.of(Response.text("no socket").withStatus(Integer.parseInt(request.query("status")))));
    }

    private static RawHttp2 ask(TestServer server, int stream, String path, String... more) {
        return ask(RawHttp2.connect(server.port()), stream, path, more);
    }

    private static RawHttp2 ask(RawHttp2 client, int stream, String path, String... more) {
        String[] fields = {":protocol", "websocket", "sec-websocket-version", "13"};
        String[] all = java.util.Arrays.copyOf(fields, fields.length + more.length);
        System.arraycopy(more, 0, all, fields.length, more.length);
        return client.request(stream, "CONNECT", path, false, all);
    }

    private static RawHttp2 send(RawHttp2 client, int stream, byte[] bytes) {
        return client.frame(RawHttp2.DATA, 0, stream, bytes);
    }

    @Test
    void theServerSaysThatItTakesThem() {
        try (TestServer server = serve(WebSocketOptions.defaults(), ECHO);
                RawHttp2 client = RawHttp2.connect(server.port())) {
            byte[] settings = client.await(RawHttp2.SETTINGS).payload();
            boolean said = false;
            for (int i = 0; i < settings.length; i += 6) {
                said |= settings[i + 1] == ENABLE_CONNECT && settings[i + 5] == 1;
            }
            assertTrue(said);
        }
    }

    @Test
    void messagesGoBesideRequests() {
        try (TestServer server = serve(WebSocketOptions.defaults(), ECHO);
                RawHttp2 client = ask(server, 1, "/socket")) {
            var head = client.await(RawHttp2.HEADERS, 1);
            assertEquals("200", head.fields().get(":status"));
            assertNull(head.fields().get("sec-websocket-accept"));
            assertNotNull(head.fields().get("date"));
            assertEquals(0, head.flags() & RawHttp2.END_STREAM);
            send(client, 1, MASKED_HI);
            assertArrayEquals(
                    new byte[] {(byte) 0x82, 2, 'h', 'i'},
                    client.await(RawHttp2.DATA, 1).payload());
            client.get(3, "/?status=200");
            assertEquals(200, client.reply(3).status());
            send(client, 1, MASKED_CLOSE);
            assertEquals((byte) 0x88, client.await(RawHttp2.DATA, 1).payload()[0]);
            client.await(frame -> frame.stream() == 1 && frame.flags() == RawHttp2.END_STREAM);
            assertEquals(0, client.resetOf(1));
            client.get(5, "/?status=200");
            assertEquals(200, client.reply(5).status());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "CONNECT, websocket, http, 400, /?status=200", // where there is none, success would look like one
        "CONNECT, websocket, http, 400, /?status=204",
        "CONNECT, websocket, http, 404, /?status=404",
        "CONNECT, websocket, http, 303, /?status=303",
        "CONNECT, other, http, 501, /socket",
        "CONNECT, websocket, ftp, 0, /socket",
        "GET, websocket, http, 0, /socket",
    })
    void whatIsNoWebSocketIsRefused(String method, String protocol, String scheme, int status, String path) {
        try (TestServer server = serve(WebSocketOptions.defaults(), ECHO);
                RawHttp2 client = RawHttp2.connect(server.port())) {
            client.headers(
                    1,
                    false,
                    ":method",
                    method,
                    ":scheme",
                    scheme,
                    ":path",
                    path,
                    ":authority",
                    "test",
                    ":protocol",
                    protocol);
            if (status == 0) {
                assertEquals(1, client.resetOf(1));
            } else {
                assertEquals(
                        String.valueOf(status),
                        client.await(RawHttp2.HEADERS, 1).fields().get(":status"));
            }
            client.get(3, "/?status=200");
            assertEquals(200, client.reply(3).status());
        }
    }

    @Test
    void aStreamThatHasEndedIsNone() {
        try (TestServer server = serve(WebSocketOptions.defaults(), ECHO);
                RawHttp2 client = RawHttp2.connect(server.port())) {
            client.request(1, "CONNECT", "/socket", true, ":protocol", "websocket", "sec-websocket-version", "13");
            assertEquals(1, client.resetOf(1));
        }
    }

    @Test
    void originsAndVersionsAreCheckedAsOverHttp1() {
        try (TestServer server = serve(WebSocketOptions.defaults(), ECHO);
                RawHttp2 client = ask(server, 1, "/socket", "origin", "http://elsewhere")) {
            assertEquals("403", client.await(RawHttp2.HEADERS, 1).fields().get(":status"));
            client.request(3, "CONNECT", "/socket", false, ":protocol", "websocket", "sec-websocket-version", "8");
            assertEquals("426", client.await(RawHttp2.HEADERS, 3).fields().get(":status"));
        }
    }

    /** RFC 9113 section 5.4.2 forbids it. */
    @Test
    void aResetIsNotAnswered() {
        try (TestServer server = serve(WebSocketOptions.defaults(), ECHO);
                RawHttp2 client = ask(server, 1, "/socket")) {
            client.await(RawHttp2.HEADERS, 1);
            client.reset(1, 8).roundTrip();
            client.get(3, "/?status=200");
            assertEquals(3, client.await(frame -> frame.type() <= RawHttp2.RST_STREAM && frame.stream() > 0).stream());
        }
    }

    @Test
    void theEndOfTheStreamIsTheLossOfTheConnection() {
        for (boolean reset : new boolean[] {false, true}) {
            CompletableFuture<CloseReason> reason = new CompletableFuture<>();
            WebSocket.Handler handler = socket -> {
                socket.closed().subscribe(reason::complete);
                return socket.messages().forEach(message -> {});
            };
            try (TestServer server = serve(WebSocketOptions.defaults(), handler);
                    RawHttp2 client = ask(server, 1, "/socket")) {
                client.await(RawHttp2.HEADERS, 1);
                if (reset) {
                    client.reset(1, 8);
                } else {
                    client.frame(RawHttp2.DATA, RawHttp2.END_STREAM, 1, new byte[0]);
                }
                assertEquals(
                        CloseReason.ABNORMAL,
                        reason.orTimeout(120, TimeUnit.SECONDS).join().code());
                client.get(3, "/?status=200");
                assertEquals(200, client.reply(3).status());
            }
        }
    }

    @Test
    void anEndThatComesBeforeTheSocketIsAcceptedIsNotMissed() {
        CompletableFuture<WebSocket.Handler> accepted = new CompletableFuture<>();
        CompletableFuture<CloseReason> reason = new CompletableFuture<>();
        try (TestServer server = TestServer.start(request -> One.from(() -> accepted)
                        .flatMap(handler -> WebSocket.accept(request, WebSocketOptions.defaults(), handler)));
                RawHttp2 client = ask(server, 1, "/socket")) {
            send(client, 1, MASKED_HI);
            client.frame(RawHttp2.DATA, RawHttp2.END_STREAM, 1, new byte[0]).roundTrip();
            accepted.complete(socket -> {
                socket.closed().subscribe(reason::complete);
                return socket.messages().forEach(message -> {});
            });
            assertEquals(
                    CloseReason.ABNORMAL,
                    reason.orTimeout(120, TimeUnit.SECONDS).join().code());
            client.await(frame -> frame.stream() == 1 && frame.flags() == RawHttp2.END_STREAM);
        }
    }

    @Test
    void aHandlerThatDoesNotReadGetsOneWindow() {
        AtomicInteger began = new AtomicInteger();
        WebSocket.Handler deaf = socket -> {
            began.incrementAndGet();
            return One.never();
        };
        try (TestServer server = serve(WebSocketOptions.defaults(), deaf);
                RawHttp2 client = ask(server, 1, "/socket")) {
            client.await(RawHttp2.HEADERS, 1);
            long before = client.window(1);
            byte[] frame = new byte[1000];
            frame[0] = (byte) 0x82;
            frame[1] = (byte) 0xfe;
            frame[2] = (byte) ((frame.length - 8) >> 8);
            frame[3] = (byte) (frame.length - 8);
            for (int i = 0; i < 50; i++) {
                client.data(1, new String(frame, StandardCharsets.ISO_8859_1).replace("\u0082", "\u0001"), false);
            }
            client.roundTrip();
            assertTrue(client.window(1) <= before - 50 * 900, "window was given for what nobody has read");
            assertEquals(1, began.get());
        }
    }

    @Test
    void messagesLargerThanTheWindow() {
        WebSocketOptions large =
                WebSocketOptions.builder().maxMessage(8 << 20).fragment(8 << 20).build();
        try (TestServer server = serve(large, ECHO)) {
            WebSocketClient client =
                    WebSocketClient.builder().http2().options(large).build();
            List<Message> all = Many.of(0, 1, 70_000, 1_000_000, 5_000_000)
                    .map(size -> Message.binary(new byte[size]))
                    .toList()
                    .await();
            List<Message> back = client.connect(
                            "ws://127.0.0.1:" + server.port() + "/socket",
                            socket -> One.zip(
                                    socket.messages().take(all.size()).toList(),
                                    socket.send(Many.from(all)),
                                    (received, sent) -> received))
                    .await(TestServer.GENEROUS);
            assertEquals(all, back);
        }
    }

    @Test
    void aServerThatTakesNoneIsAskedAgainByHttp1() throws Exception {
        try (dev.weir.net.RawServer raw = dev.weir.net.RawServer.start()) {
            var session = WebSocketClient.builder()
                    .http2()
                    .build()
                    .connect(
                            "ws://127.0.0.1:" + raw.port() + "/a",
                            socket -> socket.messages().first());
            CompletableFuture<Message> got = session.toCompletionStage().toCompletableFuture();
            try (RawHttp2 first = raw.acceptHttp2()) {
                try (var second = raw.accept()) {
                    assertEquals("GET /a HTTP/1.1", second.requestHead().line());
                }
                first.awaitClose();
            }
            assertTrue(org.junit.jupiter.api.Assertions.assertThrows(
                            java.util.concurrent.ExecutionException.class, () -> got.get(120, TimeUnit.SECONDS))
                    .getMessage()
                    .contains("closed the connection"));
        }
    }

    @Test
    void aRefusalSaysItsStatus() {
        try (TestServer server = serve(WebSocketOptions.defaults(), ECHO)) {
            var refused = org.junit.jupiter.api.Assertions.assertThrows(
                    HandshakeException.class,
                    () -> WebSocketClient.builder()
                            .http2()
                            .build()
                            .connect("ws://127.0.0.1:" + server.port() + "/?status=404", socket -> One.ofVoid())
                            .await(Duration.ofMinutes(2)));
            assertEquals(404, refused.status());
        }
    }
}
