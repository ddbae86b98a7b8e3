package dev.weir.net.websocket;

import dev.weir.net.RawSocket;
import dev.weir.net.http.HttpServer;
import dev.weir.net.http.TestServer;
import java.net.URI;
import java.time.Duration;
import java.util.function.IntSupplier;
import java.util.function.UnaryOperator;

/** A server of WebSockets on a free port with one event loop, and a connection that shows when it has caught up. */
final class SocketServer implements AutoCloseable {
    static final Duration GENEROUS = Duration.ofMinutes(2);

    private final TestServer server;

    private SocketServer(TestServer server) {
        this.server = server;
    }

    static SocketServer start(WebSocket.Handler handler) {
        return start(WebSocketOptions.defaults(), handler);
    }

    static SocketServer start(WebSocketOptions options, WebSocket.Handler handler) {
        return start(options, handler, UnaryOperator.identity());
    }

    static SocketServer start(
            WebSocketOptions options, WebSocket.Handler handler, UnaryOperator<HttpServer.Builder> settings) {
        return new SocketServer(TestServer.start(request -> WebSocket.accept(request, options, handler), settings));
    }

    HttpServer server() {
        return server.server();
    }

    URI uri() {
        return URI.create("ws://127.0.0.1:" + server.port() + "/socket");
    }

    /** Opens a WebSocket by hand. */
    RawPeer connect(String... fields) {
        return RawPeer.shakeHands(RawSocket.connect(server.port()), fields);
    }

    /** As above, with so small buffers in the kernel on this side. */
    RawPeer connect(int buffers, String... fields) {
        return RawPeer.shakeHands(RawSocket.connect(server.port(), buffers), fields);
    }

    /** Returns when the event loop has done what it had to do before. */
    void roundTrip() {
        server.roundTrip();
    }

    /** Waits until a count no longer changes while the event loop goes round and round. */
    int steady(IntSupplier count) {
        return server.steady(count);
    }

    @Override
    public void close() {
        server.close();
    }
}
