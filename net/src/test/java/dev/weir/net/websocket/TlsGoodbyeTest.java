package dev.weir.net.websocket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.One;
import dev.weir.net.Certificate;
import dev.weir.net.ClientTls;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawHttp2;
import dev.weir.net.RawServer;
import dev.weir.net.RawSocket;
import dev.weir.net.http.client.ClientException;
import dev.weir.net.http.client.ClientException.Reason;
import dev.weir.testkit.VirtualTime;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A server that says over TLS that nothing more comes, and leaves the socket open. */
@ExtendWith(NoLeaks.class)
class TlsGoodbyeTest {
    private static Certificate identity;
    private static SSLContext context;

    private final VirtualTime time = new VirtualTime(); // it stands: nobody is pinged, and no timeout comes
    private final RawServer server = RawServer.start();

    @BeforeAll
    static void makeCertificate(@TempDir Path folder) {
        identity = Certificate.of("localhost", folder);
        context = Certificate.client(identity);
    }

    @AfterEach
    void close() {
        server.close();
    }

    private <R> CompletableFuture<R> connect(boolean http2, WebSocketClient.Session<R> use) {
        var builder =
                WebSocketClient.builder().clock(time).tls(ClientTls.standard().trust(identity.chain()));
        return (http2 ? builder.http2() : builder)
                .build()
                .connect(server.url("/").replace("http:", "wss:"), use)
                .toCompletionStage()
                .toCompletableFuture()
                .orTimeout(120, TimeUnit.SECONDS);
    }

    private static RawSocket accepted(RawSocket socket) {
        String key = socket.requestHead().header("sec-websocket-key");
        return socket.send("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Accept: " + ServerHandshake.accept(key) + "\r\n\r\n");
    }

    @Test
    void aSocketIsLostByIt() {
        CompletableFuture<Message> message = new CompletableFuture<>();
        CompletableFuture<Void> end = new CompletableFuture<>();
        var reason = connect(
                false,
                socket -> socket.messages()
                        .forEach(message::complete)
                        .doOnError(end::completeExceptionally)
                        .onErrorComplete()
                        .then(socket.closed()));
        try (RawSocket socket = accepted(server.accept(context))) {
            socket.send(RawPeer.frame(0x81, new byte[] {'a'}, false));
            socket.finishSending();
            assertEquals(CloseReason.ABNORMAL, reason.join().code());
            assertEquals(Message.text("a"), message.join());
            assertInstanceOf(
                    IOException.class,
                    assertThrows(CompletionException.class, end::join).getCause());
        }
    }

    @Test
    void anOpenHandshakeFails() {
        var outcome = connect(false, socket -> One.ofVoid());
        try (RawSocket socket = server.accept(context)) {
            socket.requestHead();
            socket.finishSending();
            assertEquals(Reason.CLOSED, failure(outcome).reason());
        }
    }

    @Test
    void anAnswerBeforeItIsRead() {
        var outcome = connect(false, socket -> One.ofVoid());
        try (RawSocket socket = server.accept(context)) {
            socket.requestHead();
            socket.send("HTTP/1.1 403 No\r\n\r\n");
            socket.finishSending();
            assertEquals(403, ((HandshakeException) failure(outcome)).status());
        }
    }

    @Test
    void anOpenHandshakeOverHttp2Fails() {
        var outcome = connect(true, socket -> One.ofVoid());
        try (RawHttp2 connection = server.acceptHttp2(context, RawHttp2.enableConnect())) {
            connection.await(RawHttp2.HEADERS);
            connection.finishSending();
            assertEquals(Reason.CLOSED, failure(outcome).reason());
        }
    }

    private static ClientException failure(CompletableFuture<?> outcome) {
        return assertInstanceOf(
                ClientException.class,
                assertThrows(CompletionException.class, outcome::join).getCause());
    }
}
