package dev.weir.net.websocket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.One;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawHttp2;
import dev.weir.net.RawServer;
import dev.weir.net.http.client.ClientException;
import dev.weir.net.http.client.ClientException.Reason;
import dev.weir.testkit.VirtualTime;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** WebSockets of clients in streams of HTTP/2, whose servers end the stream by fields. */
@ExtendWith(NoLeaks.class)
class ClientTunnelTest {
    private final VirtualTime time = new VirtualTime(); // it stands: nobody is pinged, and no timeout comes
    private final RawServer server = RawServer.start();

    @AfterEach
    void close() {
        server.close();
    }

    private <R> CompletableFuture<R> connect(WebSocketClient.Session<R> session) {
        return WebSocketClient.builder()
                .clock(time)
                .http2()
                .build()
                .connect(server.url("/").replace("http:", "ws:"), session)
                .toCompletionStage()
                .toCompletableFuture()
                .orTimeout(120, TimeUnit.SECONDS);
    }

    private static Throwable failure(CompletableFuture<?> outcome) {
        return assertThrows(CompletionException.class, outcome::join).getCause();
    }

    @Test
    void anAnswerThatEndsTheStreamIsRefused() {
        var outcome = connect(socket -> One.ofVoid());
        try (RawHttp2 connection = server.acceptHttp2(RawHttp2.enableConnect())) {
            connection.headers(connection.await(RawHttp2.HEADERS).stream(), true, ":status", "200");
            HandshakeException refused = assertInstanceOf(HandshakeException.class, failure(outcome));
            assertTrue(refused.getMessage().endsWith("the server ended the stream with its answer"));
        }
    }

    @Test
    void anInterimAnswerThatEndsTheStreamIsMalformed() {
        var outcome = connect(socket -> One.ofVoid());
        try (RawHttp2 connection = server.acceptHttp2(RawHttp2.enableConnect())) {
            connection.headers(connection.await(RawHttp2.HEADERS).stream(), true, ":status", "103");
            assertEquals(Reason.PROTOCOL, ((ClientException) failure(outcome)).reason());
        }
    }

    @Test
    void trailersEndTheSocket() {
        CompletableFuture<Void> messages = new CompletableFuture<>();
        var reason = connect(socket -> socket.messages()
                .forEach(message -> {})
                .doOnError(messages::completeExceptionally)
                .onErrorComplete()
                .then(socket.closed()));
        try (RawHttp2 connection = server.acceptHttp2(RawHttp2.enableConnect())) {
            int stream = connection.await(RawHttp2.HEADERS).stream();
            connection.headers(stream, false, ":status", "200").headers(stream, true, "x", "y");
            assertEquals(CloseReason.ABNORMAL, reason.join().code());
            assertInstanceOf(IOException.class, failure(messages));
        }
    }
}
