package dev.weir.net;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.http.HttpServer;
import dev.weir.net.http.Response;
import dev.weir.net.http.Routes;
import dev.weir.net.http.TestServer;
import dev.weir.net.http.client.HttpClient;
import dev.weir.net.tcp.TcpClient;
import dev.weir.net.tcp.TcpServer;
import dev.weir.net.websocket.WebSocket;
import dev.weir.net.websocket.WebSocketClient;
import dev.weir.testkit.VirtualTime;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/** A program of its own that sends a little of everything over the transport that the process was started with. */
final class Exchanges {
    private static final int PIECE = 64 * 1024;
    private static final int PIECES = 1024;

    /** More than both kernels hold. */
    private static final int MOST_AHEAD = 512;

    private final AtomicInteger produced = new AtomicInteger();
    private final Path file;

    private Exchanges(Path file) {
        this.file = file;
    }

    /** Takes the name of a file to serve. */
    public static void main(String[] arguments) throws IOException {
        new Exchanges(Path.of(arguments[0])).run();
        IO.println("all done");
        System.exit(0);
    }

    private void run() throws IOException {
        Routes routes = Routes.create()
                .get("/", request -> One.of(Response.text("hello")))
                .post("/", request -> request.text().map(Response::text))
                .get("/file", request -> Response.file(file))
                .get("/pieces", request -> One.of(Response.stream("application/octet-stream", pieces())))
                .get("/echo", request -> WebSocket.accept(request, socket -> socket.send(socket.messages())));
        try (TestServer server = TestServer.start(routes)) {
            requests(server);
            pieces(server);
            messages(server);
        }
        deadline(routes);
        lines();
        reset();
        resetUnread();
        leftUnread();
    }

    private void requests(TestServer server) throws IOException {
        try (HttpClient client = HttpClient.create()) {
            check("hello", client.get(server.url("/")).text().await(TestServer.GENEROUS));
            String long64 = "0123456789abcdef".repeat(64 * 1024);
            check(long64, client.post(server.url("/")).withBody(long64).text().await(TestServer.GENEROUS));
            check(Files.readString(file), client.get(server.url("/file")).text().await(TestServer.GENEROUS));
        }
    }

    private Many<ByteBuffer> pieces() {
        return Many.range(0, PIECES).map(i -> {
            produced.incrementAndGet();
            return ByteBuffer.allocate(PIECE).putInt(0, i);
        });
    }

    /** A body that nobody reads stops its source, and comes whole when it is read. */
    private void pieces(TestServer server) {
        try (RawSocket client = server.connect()) {
            client.send("GET /pieces HTTP/1.0\r\nHost: test\r\n\r\n");
            int ahead = server.steady(produced::get);
            check(true, ahead > 0 && ahead < MOST_AHEAD);
            String body = client.rest();
            check(PIECES * PIECE, body.length() - body.indexOf("\r\n\r\n") - 4);
        }
    }

    /** A client that reads nothing is cut when its time is over. */
    private void deadline(Routes routes) {
        VirtualTime time = new VirtualTime();
        try (TestServer server = TestServer.start(routes, builder -> builder.clock(time));
                RawSocket client = RawSocket.connect(server.port(), 16 * 1024)) {
            client.send("GET /pieces HTTP/1.0\r\nHost: test\r\n\r\n");
            server.steady(produced::get);
            for (int i = 0; i < 33; i++) {
                check(true, i > 30 || server.server().connections() == 2); // one of them goes round trips
                time.advance(Duration.ofSeconds(1));
                server.roundTrip();
            }
            check(1, server.steady(server.server()::connections));
            check(true, client.drainToEnd() < (long) PIECES * PIECE);
        }
    }

    private static void messages(TestServer server) {
        String url = "ws://127.0.0.1:" + server.port() + "/echo";
        String echoed = WebSocketClient.create()
                .connect(
                        url,
                        socket -> socket.send("ping").then(socket.messages().first()))
                .await(TestServer.GENEROUS)
                .toString();
        check("Text[\"ping\"]", echoed);
    }

    private static void lines() {
        TcpServer server = TcpServer.builder()
                .bind("127.0.0.1", 0)
                .handler(connection -> connection.sendLines(connection.lines()))
                .start()
                .await(TestServer.GENEROUS);
        String line = TcpClient.create()
                .connect(
                        "127.0.0.1",
                        server.port(),
                        connection -> connection
                                .sendLine("one")
                                .then(connection.lines().first()))
                .await(TestServer.GENEROUS);
        check("one", line);
        server.close();
    }

    /** A connection that is reset is seen to be, although bytes came before. */
    private static void reset() {
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        TcpServer server = TcpServer.builder()
                .bind("127.0.0.1", 0)
                .handler(connection -> {
                    connection.lines().subscribe(line -> {}, failure::complete, () -> {});
                    return One.never();
                })
                .start()
                .await(TestServer.GENEROUS);
        RawSocket.connect(server.port()).send("half a li").leave(true);
        failure.orTimeout(120, TimeUnit.SECONDS).join();
        server.close();
    }

    /** Nor does a WebSocket whose handler reads nothing outlive its connection. */
    private static void resetUnread() {
        VirtualTime time = new VirtualTime();
        AtomicBoolean over = new AtomicBoolean();
        WebSocket.Handler deaf =
                socket -> One.never().doFinally(ending -> over.set(true)).then(One.ofVoid());
        try (TestServer server = TestServer.start(
                request -> WebSocket.accept(request, deaf),
                builder -> builder.clock(time).idleTimeout(Duration.ofDays(1)))) {
            RawSocket client = RawSocket.connect(server.port());
            client.send("GET / HTTP/1.1\r\nHost: test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                    + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
            check(101, client.head().status());
            int length = 500_000;
            client.send(ByteBuffer.allocate(14 + length)
                    .put((byte) 0x82)
                    .put((byte) 0xff)
                    .putLong(length)
                    .array());
            pass(server, time, 120);
            check(false, over.get());
            client.leave(true);
            pass(server, time, 240);
            check(true, over.get());
        }
    }

    /** Nor does a handler that does not read the body outlive its client, whatever its kind of socket. */
    private void leftUnread() throws IOException {
        Path socket = file.resolveSibling("weir.sock");
        VirtualTime time = new VirtualTime();
        AtomicInteger running = new AtomicInteger();
        HttpServer.Builder never = HttpServer.builder().clock(time).handler(request -> {
            running.incrementAndGet();
            return One.<Response>never().doOnCancel(running::decrementAndGet);
        });
        try (HttpServer unix = never.bind(socket).start().await(TestServer.GENEROUS);
                HttpServer tcp = never.bind("127.0.0.1", 0).start().await(TestServer.GENEROUS)) {
            check(0, unix.port());
            ByteBuffer request = ByteBuffer.allocate(100_000);
            request.put(
                    0,
                    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 900000\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            for (SocketAddress address : List.of(
                    UnixDomainSocketAddress.of(socket),
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), tcp.port()))) {
                try (SocketChannel client = SocketChannel.open(address)) {
                    client.write(request.rewind());
                    until(() -> running.get() == 1);
                }
                until(() -> {
                    time.advance(Duration.ofSeconds(1));
                    return running.get() == 0;
                });
            }
        }
    }

    private static void until(BooleanSupplier condition) {
        long limit = System.nanoTime() + TestServer.GENEROUS.toNanos();
        while (!condition.getAsBoolean()) {
            check(true, System.nanoTime() < limit);
            Thread.onSpinWait();
        }
    }

    private static void pass(TestServer server, VirtualTime time, int seconds) {
        for (int i = 0; i < seconds; i++) {
            time.advance(Duration.ofSeconds(1));
            server.roundTrip();
        }
    }

    private static void check(Object expected, Object seen) {
        if (!Objects.equals(expected, seen)) {
            throw new AssertionError("expected " + expected + ", but was " + seen);
        }
    }
}
