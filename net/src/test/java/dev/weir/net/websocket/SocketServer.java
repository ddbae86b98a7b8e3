package dev.weir.net.websocket;

import dev.weir.One;
import dev.weir.net.RawSocket;
import dev.weir.net.http.HttpServer;
import dev.weir.net.http.Response;
import java.net.URI;
import java.time.Duration;
import java.util.function.IntSupplier;
import java.util.function.UnaryOperator;

/** A server of WebSockets on a free port with one event loop, and a connection that shows when it has caught up. */
final class SocketServer implements AutoCloseable {
    static final Duration GENEROUS = Duration.ofSeconds(30);

    private static final String PING = "GET /test-ping HTTP/1.1\r\nHost: test\r\n\r\n";
    private static final int STEADY = 30;

    private final HttpServer server;
    private RawSocket pinger;

    private SocketServer(HttpServer server) {
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
        HttpServer.Builder builder = HttpServer.builder()
                .bind("127.0.0.1", 0)
                .handler(request -> request.target().equals("/test-ping")
                        ? One.of(Response.empty(204))
                        : WebSocket.accept(request, options, handler))
                .threads(1);
        return new SocketServer(settings.apply(builder).start().await(GENEROUS));
    }

    HttpServer server() {
        return server;
    }

    URI uri() {
        return URI.create("ws://127.0.0.1:" + server.port() + "/socket");
    }

    /** Opens a WebSocket by hand. */
    RawPeer connect(String... fields) {
        return RawPeer.shakeHands(RawSocket.connect(server.port()), fields);
    }

    /** As above, with so small buffers in the kernel on this side. */
    RawPeer connect(int buffers) {
        return RawPeer.shakeHands(RawSocket.connect(server.port(), buffers));
    }

    /** Returns when the event loop has done what it had to do before. */
    void roundTrip() {
        if (pinger == null) {
            pinger = RawSocket.connect(server.port());
        }
        pinger.send(PING).reply();
        pinger.send(PING).reply(); // the loop reads before it runs tasks: now it has done both
    }

    /** Waits until a count no longer changes while the event loop goes round and round. */
    int steady(IntSupplier count) {
        int last = count.getAsInt();
        for (int same = 0; same < STEADY; same++) {
            roundTrip();
            int now = count.getAsInt();
            same = now == last ? same : -1;
            last = now;
        }
        return last;
    }

    @Override
    public void close() {
        if (pinger != null) {
            pinger.close();
        }
        server.close();
        server.closed().await(GENEROUS);
    }
}
