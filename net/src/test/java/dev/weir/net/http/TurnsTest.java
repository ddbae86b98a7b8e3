package dev.weir.net.http;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.NoLeaks;
import dev.weir.net.http.client.HttpClient;
import dev.weir.net.http.filter.Decompression;
import dev.weir.net.websocket.Message;
import dev.weir.net.websocket.MessageCompression;
import dev.weir.net.websocket.WebSocket;
import dev.weir.net.websocket.WebSocketClient;
import dev.weir.net.websocket.WebSocketOptions;
import io.netty.channel.EventLoop;
import io.netty.util.internal.ThreadExecutorMap;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * What is much to inflate or to compress lets others of the event loop have their turn: a task that is due as it begins runs
 * long before it ends.
 */
@ExtendWith(NoLeaks.class)
class TurnsTest {
    private static final int PLAIN = 6 * 1024 * 1024;
    private static final int MOST = 256 * 1024 + 64 * 1024;

    private static byte[] bomb() {
        ByteArrayOutputStream coded = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(coded)) {
            gzip.write(new byte[PLAIN]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return coded.toByteArray();
    }

    /** Counts the bytes of the body, and how many they were when others had their first turn. */
    private static One<long[]> counted(Many<ByteBuffer> body) {
        long[] counts = new long[2];
        return body.doOnNext(piece -> {
                    if (counts[0] == 0) {
                        ((EventLoop) ThreadExecutorMap.currentExecutor())
                                .schedule(() -> counts[1] = counts[0], 0, TimeUnit.NANOSECONDS);
                    }
                    counts[0] += piece.remaining();
                })
                .forEach(piece -> {})
                .map(read -> counts);
    }

    private static void check(long[] counts) {
        assertEquals(PLAIN, counts[0]);
        assertTrue(counts[1] > 0 && counts[1] <= MOST, () -> "others had to wait for " + counts[1] + " bytes");
    }

    @Test
    void compressedRequests() {
        CompletableFuture<long[]> got = new CompletableFuture<>();
        Routes routes = Routes.create()
                .post(
                        "/",
                        request -> counted(request.body()).map(counts -> {
                            got.complete(counts);
                            return Response.empty(204);
                        }))
                .with(Decompression.create().withRatio(2000));
        try (TestServer server = TestServer.start(routes);
                HttpClient client = HttpClient.builder().threads(1).build()) {
            client.post(server.url("/"))
                    .withHeader("Content-Encoding", "gzip")
                    .withBody(bomb())
                    .bytes()
                    .await(TestServer.GENEROUS);
            check(got.join());
        }
    }

    @Test
    void compressedResponses() {
        byte[] bomb = bomb();
        try (TestServer server = TestServer.start(
                        request -> One.of(Response.bytes("a/b", bomb).withHeader("Content-Encoding", "gzip")));
                HttpClient client =
                        HttpClient.builder().threads(1).maxInflation(2000).build()) {
            check(client.get(server.url("/"))
                    .send(response -> counted(response.body()))
                    .await(TestServer.GENEROUS));
        }
    }

    @Test
    void messagesThatAreSent() {
        byte[] large = new byte[4 * 1024 * 1024];
        large[large.length / 2] = 1;
        WebSocketOptions options = WebSocketOptions.builder()
                .compression(MessageCompression.WITH_CONTEXT)
                .maxMessage(large.length)
                .build();
        CompletableFuture<Boolean> sentFirst = new CompletableFuture<>();
        CompletableFuture<Boolean> sent = new CompletableFuture<>();
        WebSocket.Handler handler = socket -> {
            ((EventLoop) ThreadExecutorMap.currentExecutor())
                    .schedule(() -> sentFirst.complete(sent.isDone()), 0, TimeUnit.NANOSECONDS);
            return socket.send(Message.binary(large))
                    .doOnValue(done -> sent.complete(true))
                    .then(socket.send(Message.text("short, but long enough to be compressed ".repeat(9))))
                    .then(socket.closed())
                    .then(One.ofVoid());
        };
        try (TestServer server = TestServer.start(request -> WebSocket.accept(request, options, handler))) {
            var both = WebSocketClient.builder()
                    .options(options)
                    .build()
                    .connect(
                            "ws://127.0.0.1:" + server.port() + "/",
                            socket -> socket.messages().take(2).toList())
                    .await(TestServer.GENEROUS);
            assertFalse(sentFirst.join(), "all was compressed before others had their turn");
            assertArrayEquals(large, ((Message.Binary) both.getFirst()).bytes());
            assertTrue(
                    both.getLast() instanceof Message.Text text && text.text().startsWith("short"));
        }
    }
}
