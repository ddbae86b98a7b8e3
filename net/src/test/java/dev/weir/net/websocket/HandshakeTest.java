package dev.weir.net.websocket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.One;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawServer;
import dev.weir.net.RawSocket;
import dev.weir.net.http.TestServer;
import dev.weir.net.http.client.ClientException;
import dev.weir.net.http.client.ClientException.Reason;
import dev.weir.net.http.filter.Decompression;
import dev.weir.testkit.VirtualTime;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which requests a server takes for a WebSocket, and which answers a client. */
@ExtendWith(NoLeaks.class)
class HandshakeTest {
    private static final WebSocket.Handler ECHO = socket -> socket.send(socket.messages());
    private static final String RIGHT = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
            + "Connection: Upgrade\r\nSec-WebSocket-Accept: {accept}\r\n\r\n";

    private static RawSocket.Reply ask(WebSocketOptions options, String request) {
        try (SocketServer server = SocketServer.start(options, ECHO);
                RawSocket socket = RawSocket.connect(server.server().port())) {
            return socket.send(request + "\r\n").head();
        }
    }

    /** Its own fields are there already, though nobody else may set them. */
    @Test
    void aFilterChangesTheFieldsOfAHandshake() {
        try (TestServer server = TestServer.start(request -> WebSocket.accept(
                                request, WebSocketOptions.defaults(), ECHO)
                        .map(answer -> answer.withHeaders(answer.headers().and("X-A", "1"))));
                RawSocket socket = server.connect()) {
            RawSocket.Reply reply = socket.send(RawPeer.REQUEST + "\r\n").head();
            assertEquals(101, reply.status());
            assertEquals("1", reply.header("x-a"));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'Upgrade: websocket',           'Upgrade: h2c',                 426",
        "'Connection: Upgrade',          'Connection: keep-alive',       426",
        "'Sec-WebSocket-Version: 13',    'Sec-WebSocket-Version: 8',     426",
        "'GET',                          'POST',                         405",
        "'dGhlIHNhbXBsZSBub25jZQ==',     'c2hvcnQ=',                     400",
        "'dGhlIHNhbXBsZSBub25jZQ==',     '!!!',                          400",
        "'Sec-WebSocket-Key',            'X-Key',                        400",
        "'Host: test',                   'Host: test\nContent-Length: 1', 400",
        "'Host: test',                   'Host: test\nTransfer-Encoding: chunked', 400",
        "'Host: test',                   'Host: test\nContent-Length: 0', 101",
    })
    void aRequestThatIsNoneIsRefused(String part, String instead, int status) {
        String request = RawPeer.REQUEST.replace(part, instead.replace("\n", "\r\n"));
        RawSocket.Reply reply = ask(WebSocketOptions.defaults(), request);
        assertEquals(status, reply.status());
        if (status == 426) {
            assertEquals("websocket", reply.header("upgrade"));
            assertEquals("13", reply.header("sec-websocket-version"));
        }
    }

    /** It takes away the field that tells how long it is, and the body would be read as frames. */
    @Test
    void aBodyIsSeenBehindDecompression() {
        try (TestServer server = TestServer.start(request -> Decompression.create()
                        .filter(request, inward -> WebSocket.accept(inward, WebSocketOptions.defaults(), ECHO)));
                RawSocket socket = server.connect()) {
            socket.send(RawPeer.REQUEST + "Content-Encoding: gzip\r\nContent-Length: 1\r\n\r\nx");
            assertEquals(400, socket.reply().status());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Connection: keep-alive, Upgrade", "Connection: upgrade", "connection: UPGRADE"})
    void tokensAreFoundInListsAndWithoutRegardToCase(String connection) {
        String request = RawPeer.REQUEST.replace("Connection: Upgrade", connection);
        assertEquals(101, ask(WebSocketOptions.defaults(), request).status());
    }

    @Test
    void theConnectionIsGoodForRequestsAfterARefusal() {
        try (SocketServer server = SocketServer.start(ECHO);
                RawSocket socket = RawSocket.connect(server.server().port())) {
            String plain = "GET /socket HTTP/1.1\r\nHost: test\r\n\r\n";
            assertEquals(426, socket.send(plain).reply().status());
            assertEquals(101, socket.send(RawPeer.REQUEST + "\r\n").head().status());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "http://test,          101",
        "https://TEST,         101",
        "http://test:80,       101",
        "https://test:80,      403",
        "http://evil,          403",
        "http://test.evil,     403",
        "http://test:8080,     403",
        "null,                 403",
        "test,                 403",
        "https://app.example,  101",
        "ftp://test,           403",
    })
    void pagesOfOtherOriginsAreRefusedUnlessAllowed(String origin, int status) {
        WebSocketOptions options =
                WebSocketOptions.builder().allowOrigins("https://app.example").build();
        assertEquals(
                status,
                ask(options, RawPeer.REQUEST + "Origin: " + origin + "\r\n").status());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://app.example:443",
                "HTTP://app.example:80",
                "https://app.example?x",
                "http://grafana/grafana",
                "https://app.example?app.example",
                "https://app.example#x"
            })
    void originsThatNoBrowserSendsAreRefused(String origin) {
        WebSocketOptions.Builder builder = WebSocketOptions.builder();
        assertThrows(IllegalArgumentException.class, () -> builder.allowOrigins(origin));
    }

    @Test
    void originsAndSubprotocolsThatCanNotBeAreNamed() {
        WebSocketOptions.Builder builder = WebSocketOptions.builder();
        String origin = assertThrows(IllegalArgumentException.class, () -> builder.allowOrigins("app.example"))
                .getMessage();
        assertTrue(origin.startsWith("\"app.example\" is no origin"), origin);
        String protocol = assertThrows(IllegalArgumentException.class, () -> builder.protocols("a b"))
                .getMessage();
        assertEquals("the name of a subprotocol must be a token, not \"a b\"", protocol);
    }

    @ParameterizedTest
    @CsvSource({
        "permessage-deflate, permessage-deflate",
        "'permessage-deflate; client_max_window_bits', permessage-deflate",
        "'permessage-deflate; client_max_window_bits=10', permessage-deflate",
        "'permessage-deflate; server_no_context_takeover', 'permessage-deflate; server_no_context_takeover'",
        "'permessage-deflate; server_max_window_bits=10',"
                + " 'permessage-deflate; server_no_context_takeover; server_max_window_bits=10'",
        "'permessage-deflate; server_max_window_bits=\"15\"', 'permessage-deflate; server_max_window_bits=15'",
        "'permessage-deflate; server_max_window_bits=16, permessage-deflate', permessage-deflate",
        "'x-webkit-deflate-frame', ",
        "'permessage-deflate; server_max_window_bits', ",
        "'permessage-deflate; unknown', ",
        "'permessage-deflate; client_no_context_takeover=1', ",
        "'permessage-deflate; client_max_window_bits=7', ",
        "'permessage-deflate; client_no_context_takeover; client_no_context_takeover', ",
    })
    void theFirstOfferOfCompressionThatCanBeFulfilledIsTaken(String offer, String answer) {
        WebSocketOptions options = WebSocketOptions.builder()
                .compression(MessageCompression.WITH_CONTEXT)
                .build();
        String field = "Sec-WebSocket-Extensions: " + offer + "\r\n";
        assertEquals(answer, ask(options, RawPeer.REQUEST + field).header("sec-websocket-extensions"));
        assertNull(ask(WebSocketOptions.defaults(), RawPeer.REQUEST + field).header("sec-websocket-extensions"));
    }

    /** Lets the client connect to a server that answers as told. */
    private static ClientException failureAt(String answer, WebSocketOptions options) throws IOException {
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CompletableFuture<Void> answered = CompletableFuture.runAsync(() -> answer(listener, answer));
            WebSocketClient client = WebSocketClient.builder().options(options).build();
            URI uri = URI.create("ws://127.0.0.1:" + listener.getLocalPort() + "/x");
            ClientException failure = assertThrows(
                    ClientException.class,
                    () -> client.connect(uri, socket -> One.ofVoid()).await(SocketServer.GENEROUS));
            answered.join();
            return failure;
        }
    }

    private static void answer(ServerSocket listener, String answer) {
        try (Socket socket = listener.accept()) {
            StringBuilder request = new StringBuilder();
            while (request.indexOf("\r\n\r\n") < 0) {
                request.append((char) socket.getInputStream().read());
            }
            String key = request.substring(request.indexOf("Key: ") + 5).split("\r\n", 2)[0];
            String text = answer.replace("{accept}", ServerHandshake.accept(key));
            socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
            socket.shutdownOutput();
            socket.getInputStream().readAllBytes();
        } catch (IOException e) {
            assertTrue(e.getMessage().contains("reset"), e.toString());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "HANDSHAKE, 101 Switching,        403 Forbidden,        answered with status 403 instead of 101",
        "HANDSHAKE, Upgrade: websocket,   Upgrade: h2c,         did not upgrade to a WebSocket",
        "HANDSHAKE, Connection: Upgrade,  Connection: close,    did not upgrade the connection",
        "HANDSHAKE, {accept},             AAAA,                 Sec-WebSocket-Accept is wrong",
        "HANDSHAKE, '\r\n\r\n', '\r\nSec-WebSocket-Protocol: x\r\n\r\n', chose a subprotocol that was not offered: [x]",
        "HANDSHAKE, '\r\n\r\n"
                + "', '\r\n"
                + "Sec-WebSocket-Extensions: x\r\n\r\n"
                + "', answered with extensions that were not offered: [x]",
        "HANDSHAKE, HTTP/1.1,             HTTP/1.0,             answered in HTTP/1.0",
        "PROTOCOL, 'Upgrade: ',          'Upgrade : ',         is malformed",
        "CLOSED, '\r\n\r\n',           '\r\n',               closed the connection",
    })
    void anAnswerThatIsNoneFailsTheClient(Reason reason, String part, String instead, String message)
            throws IOException {
        ClientException failure = failureAt(RIGHT.replace(part, instead), WebSocketOptions.defaults());
        assertEquals(reason, failure.reason());
        assertEquals(reason == Reason.HANDSHAKE, failure instanceof HandshakeException);
        assertTrue(failure.getMessage().contains(message), failure.getMessage());
    }

    /** In whatever pieces the answer comes. */
    @Test
    void interimAnswersAreNoAnswer() throws IOException {
        String hint = "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n";
        assertEquals(Reason.CLOSED, failureAt(hint, WebSocketOptions.defaults()).reason());
        ClientException refused = failureAt(hint + "HTTP/1.1 403 No\r\n\r\n", WebSocketOptions.defaults());
        assertEquals(403, ((HandshakeException) refused).status());
        try (RawServer server = RawServer.start()) {
            var answered = CompletableFuture.runAsync(() -> {
                try (RawSocket socket = server.accept()) {
                    String key = socket.requestHead().header("sec-websocket-key");
                    socket.send(hint + hint + RIGHT.replace("{accept}", ServerHandshake.accept(key)))
                            .send(RawPeer.frame(0x88, new byte[0], false));
                }
            });
            WebSocketClient client = WebSocketClient.builder().build();
            client.connect("ws://127.0.0.1:" + server.port(), socket -> One.ofVoid())
                    .await(SocketServer.GENEROUS);
            answered.join();
        }
    }

    @Test
    void interimAnswersWithoutEndFailTheClient() throws IOException {
        String hints = "HTTP/1.1 103 Early Hints\r\n\r\n".repeat(33);
        assertEquals(
                Reason.PROTOCOL,
                failureAt(hints + RIGHT, WebSocketOptions.defaults()).reason());
    }

    @Test
    void anAnswerThatIsTooLargeFailsTheClient() throws IOException {
        ClientException failure = failureAt(RIGHT.replace("{accept}", "x".repeat(20_000)), WebSocketOptions.defaults());
        assertTrue(failure.getMessage().contains("is larger than 16384 bytes"), failure.getMessage());
    }

    @Test
    void aServerThatDoesNotAnswerIsLeft() throws IOException {
        VirtualTime time = new VirtualTime();
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            WebSocketClient client = WebSocketClient.builder().clock(time).build();
            CompletableFuture<?> outcome = client.connect(
                            URI.create("ws://127.0.0.1:" + listener.getLocalPort()), socket -> One.ofVoid())
                    .toCompletionStage()
                    .toCompletableFuture();
            try (Socket accepted = listener.accept()) {
                assertTrue(accepted.getInputStream().read() > 0);
                while (!outcome.isDone()) {
                    time.advance(Duration.ofSeconds(1));
                }
            }
            String message = assertThrows(CompletionException.class, outcome::join)
                    .getCause()
                    .getMessage();
            assertTrue(message.endsWith("within 10 s (setting: handshakeTimeout)"), message);
            assertTrue(time.now().compareTo(Duration.ofSeconds(10)) >= 0, time.toString());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://a", "ws:///x", "ws://a/#x", "ws://a:0/", "ws://a;b/", "/x"})
    void addressesThatAreNoneAreNamed(String uri) {
        String message = assertThrows(
                        IllegalArgumentException.class,
                        () -> WebSocketClient.create().connect(URI.create(uri), socket -> One.ofVoid()))
                .getMessage();
        assertTrue(message.startsWith("\"" + uri + "\" is no address of a WebSocket: "), message);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ws://me:secret@a/",
                "ws://me:secret@a_b/",
                "http://me:secret@a/",
                "ws://me:%secret@a/",
                "ws://a:0/?secret"
            })
    void aPasswordIsNotInMessages(String uri) {
        IllegalArgumentException refused = assertThrows(
                IllegalArgumentException.class, () -> WebSocketClient.create().connect(uri, socket -> One.ofVoid()));
        StringWriter told = new StringWriter();
        refused.printStackTrace(new PrintWriter(told));
        assertFalse(told.toString().contains("secret"), told::toString);
    }

    @Test
    void addressesAreSentAsHttpWantsThem() {
        assertEquals(
                new Target(false, "::1", 80, "[::1]", "/a%C3%BC?q=%20"), Target.of(URI.create("ws://[::1]/aü?q=%20")));
        assertEquals(new Target(false, "h", 81, "h:81", "/"), Target.of(URI.create("ws://h:81")));
        assertEquals(new Target(true, "h", 443, "h", "/"), Target.of(URI.create("WSS://h:443")));
        assertEquals(
                new Target(false, "my_service", 8080, "my_service:8080", "/"),
                Target.of(URI.create("ws://my_service:8080/")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Host", "Sec-WebSocket-Key", "connection", "Content-Length"})
    void fieldsOfTheHandshakeAreTheClientsOwn(String name) {
        assertThrows(IllegalArgumentException.class, () -> {
            WebSocketClient.Builder builder = WebSocketClient.builder().header(name, "x");
            assertNull(builder);
        });
    }
}
