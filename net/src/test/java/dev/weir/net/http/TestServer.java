package dev.weir.net.http;

import dev.weir.One;
import dev.weir.net.RawSocket;
import java.time.Duration;
import java.util.concurrent.ForkJoinPool;
import java.util.function.IntSupplier;
import java.util.function.UnaryOperator;

/** A server on a free port with one event loop, and a connection that shows when that loop has caught up. */
public final class TestServer implements AutoCloseable {
    public static final Duration GENEROUS = Duration.ofMinutes(2);

    private static final String PING = "GET /test-ping HTTP/1.1\r\nHost: test\r\n\r\n";
    private static final int STEADY = 30;

    private final HttpServer server;
    private RawSocket pinger;

    private TestServer(HttpServer server) {
        this.server = server;
    }

    public static TestServer start(Handler handler) {
        return start(handler, UnaryOperator.identity());
    }

    public static TestServer start(Handler handler, UnaryOperator<HttpServer.Builder> options) {
        Handler pinged = request -> request.target().equals("/test-ping")
                ? One.of(Response.empty(204)).publishOn(ForkJoinPool.commonPool())
                : handler.handle(request);
        HttpServer.Builder builder =
                HttpServer.builder().bind("127.0.0.1", 0).handler(pinged).threads(1);
        return new TestServer(options.apply(builder).start().await(GENEROUS));
    }

    public HttpServer server() {
        return server;
    }

    public int port() {
        return server.port();
    }

    public RawSocket connect() {
        return RawSocket.connect(port());
    }

    public String url(String target) {
        return "http://127.0.0.1:" + port() + target;
    }

    /** Sends one request and reads its response. */
    public RawSocket.Reply ask(String request) {
        try (RawSocket socket = connect()) {
            return socket.send(request).reply();
        }
    }

    /** As {@link #ask(String)}, for a response that has no body whatever its head says. */
    public RawSocket.Reply askHead(String request) {
        try (RawSocket socket = connect()) {
            return socket.send(request).head();
        }
    }

    /** Gets a target on a connection of its own. */
    public RawSocket.Reply get(String target) {
        return ask("GET " + target + " HTTP/1.1\r\nHost: test\r\n\r\n");
    }

    /** Returns when the event loop has done what it had to do before: it reads, then runs tasks, one of which answers. */
    public void roundTrip() {
        if (pinger == null) {
            pinger = connect();
        }
        pinger.send(PING).reply();
        pinger.send(PING).reply();
    }

    /** A client that has sent a head, whose lines end with a plain line feed here. */
    public RawSocket asking(String head) {
        return connect().send(head.replace("\n", "\r\n") + "\r\n\r\n");
    }

    /** Waits until a count no longer changes while the event loop goes round and round. */
    public int steady(IntSupplier count) {
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
