package dev.weir.net;

import static dev.weir.net.Memory.assertHeld;

import dev.weir.One;
import dev.weir.net.http.TestServer;
import dev.weir.net.http.client.HttpClient;
import dev.weir.net.tcp.TcpClient;
import dev.weir.net.tcp.TcpConnection;
import dev.weir.net.tcp.TcpServer;
import dev.weir.net.websocket.WebSocket;
import dev.weir.net.websocket.WebSocketClient;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Whoever waits for an end and leaves, as a request that another ends, is forgotten long before that. */
class ClosedMemoryTest {
    private static final Duration GENEROUS = Duration.ofMinutes(2);
    private static final long MOST = 1024 * 1024;

    private static void assertForgets(Supplier<? extends One<?>> closed) {
        leave(closed); // what is loaded and compiled on the way is no one's in particular
        Memory before = Memory.now();
        leave(closed);
        assertHeld(MOST, before);
    }

    private static void leave(Supplier<? extends One<?>> closed) {
        for (int i = 0; i < 100_000; i++) {
            closed.get().subscribe(end -> {}).cancel();
        }
    }

    @Test
    void ofServersAndConnections() {
        try (TcpServer server = TcpServer.builder()
                .bind("127.0.0.1", 0)
                .handler(connection -> connection.bytes().forEach(bytes -> {}))
                .start()
                .await(GENEROUS)) {
            assertForgets(server::closed);
            TcpConnection connection =
                    TcpClient.create().connect("127.0.0.1", server.port()).await(GENEROUS);
            assertForgets(connection::closed);
            connection.close();
            connection.closed().await(GENEROUS);
            connection.closed().await(GENEROUS);
        }
    }

    @Test
    void ofClients() {
        try (HttpClient client = HttpClient.create()) {
            assertForgets(client::closed);
        }
    }

    @Test
    void ofWebSockets() {
        CompletableFuture<WebSocket> accepted = new CompletableFuture<>();
        try (TestServer server = TestServer.start(WebSocket.accepting(socket -> {
            accepted.complete(socket);
            return socket.messages().forEach(message -> {});
        }))) {
            WebSocketClient.create()
                    .connect("ws://127.0.0.1:" + server.port() + "/", socket -> {
                        return One.from(accepted)
                                .flatMap(peer -> One.blocking(() -> {
                                    assertForgets(socket::closed);
                                    assertForgets(peer::closed);
                                    return null;
                                }));
                    })
                    .await(GENEROUS);
            accepted.join().closed().await(GENEROUS);
        }
    }
}
