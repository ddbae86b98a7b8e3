package dev.weir.net.http.client;

import static dev.weir.net.http.client.TestClient.begin;
import static dev.weir.net.http.client.TestClient.failure;
import static dev.weir.net.http.client.TestClient.value;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.Retry;
import dev.weir.net.NoLeaks;
import dev.weir.net.http.Headers;
import dev.weir.net.http.Response;
import dev.weir.net.http.TestServer;
import dev.weir.net.http.client.ClientException.Reason;
import dev.weir.net.websocket.WebSocket;
import dev.weir.net.websocket.WebSocketClient;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A server says how large a head it takes; a larger one is not sent at all. */
@ExtendWith(NoLeaks.class)
class Http2HeadTest {
    private static final String LARGE = "x".repeat(20_000);

    private final AtomicInteger tries = new AtomicInteger();
    private final TestServer server = TestServer.start(request -> request.path().equals("/socket")
            ? WebSocket.accept(request, socket -> One.ofVoid())
            : request.bytes().map(body -> Response.text("ok")));
    private final HttpClient client = HttpClient.builder()
            .http2PriorKnowledge()
            .threads(1)
            .filter((request, next) -> {
                tries.incrementAndGet();
                return next.apply(request);
            })
            .build();

    @AfterEach
    void close() {
        client.close();
        client.closed().await(TestClient.GENEROUS);
        server.close();
    }

    private void assertGoesOn() {
        assertEquals("ok", value(begin(client.get(server.url("/")).text())));
        assertEquals(1, client.pool().opened());
    }

    @Test
    void aHeadThatTheServerDoesNotTake() {
        assertGoesOn();
        tries.set(0);
        var text = begin(client.get(server.url("/"))
                .withHeader("X-Large", LARGE)
                .withRetry(Retry.atMost(3))
                .text());
        String told = failure(text, Reason.TOO_LARGE).getMessage();
        assertTrue(told.endsWith(": the request's head is larger than the server takes"), told);
        assertEquals(1, tries.get());
        assertGoesOn();
    }

    @Test
    void norOneWithABodyBehindIt() {
        assertGoesOn();
        AtomicBoolean begun = new AtomicBoolean();
        Many<ByteBuffer> endless = Many.range(0, Integer.MAX_VALUE)
                .doOnNext(i -> begun.set(true))
                .map(i -> ByteBuffer.wrap(new byte[1000]));
        var text = begin(client.post(server.url("/"))
                .withHeader("X-Large", LARGE)
                .withBody(endless)
                .text());
        failure(text, Reason.TOO_LARGE);
        assertFalse(begun.get());
        assertGoesOn();
    }

    @Test
    void trailersThatTheServerDoesNotTake() {
        assertGoesOn();
        var text = begin(client.put(server.url("/"))
                .withBody("what")
                .withTrailers(() -> Headers.of("X-Large", LARGE))
                .text());
        String told = failure(text, Reason.TOO_LARGE).getMessage();
        assertTrue(told.endsWith(": the request's trailers are larger than the server takes"), told);
        assertGoesOn();
    }

    @Test
    void aWebSocketsHead() {
        WebSocketClient sockets =
                WebSocketClient.builder().http2().header("X-Large", LARGE).build();
        var opened = begin(sockets.connect("ws://127.0.0.1:" + server.port() + "/socket", socket -> One.ofVoid()));
        failure(opened, Reason.TOO_LARGE);
    }
}
