package dev.weir.net.http;

import static dev.weir.net.Gzip.gzip;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawHttp2;
import dev.weir.net.RawSocket;
import dev.weir.net.http.client.HttpClient;
import dev.weir.net.http.filter.Decompression;
import dev.weir.net.tcp.TcpConnection;
import dev.weir.net.tcp.TcpServer;
import dev.weir.net.websocket.Message;
import dev.weir.net.websocket.MessageCompression;
import dev.weir.net.websocket.WebSocket;
import dev.weir.net.websocket.WebSocketClient;
import dev.weir.net.websocket.WebSocketOptions;
import io.netty.channel.EventLoop;
import io.netty.util.internal.ThreadExecutorMap;
import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * What is much to read, to inflate or to compress lets others of the event loop have their turn: a task that is due as it begins
 * runs long before it ends.
 */
@ExtendWith(NoLeaks.class)
class TurnsTest {
    private static final int PLAIN = 6 * 1024 * 1024;
    private static final int LITTLE = 16 * 1024;
    private static final int LINES = 200_000;
    private static final String GET = "GET %s HTTP/1.1\r\nHost: a\r\n\r\n";
    private static final int MOST = 256 * 1024 + 64 * 1024;

    private static byte[] bomb() {
        return gzip(new byte[PLAIN]);
    }

    /** A piece, then thousands of members of nothing, then as much as the piece. */
    private static byte[] muchOfNothing() {
        byte[] little = gzip(new byte[LITTLE]);
        byte[] nothing = gzip(new byte[0]);
        ByteArrayOutputStream coded = new ByteArrayOutputStream();
        coded.writeBytes(little);
        for (int i = 0; i < 2_500; i++) {
            coded.writeBytes(nothing);
        }
        coded.writeBytes(little);
        return coded.toByteArray();
    }

    /** How much there was, and how much at most between two turns of others. */
    private static final class Count implements Runnable {
        private EventLoop loop;
        private long all;
        private long before;
        private long longest;
        private volatile boolean over;

        void add(long more) {
            if (loop == null) {
                loop = (EventLoop) ThreadExecutorMap.currentExecutor(); // none if who asks takes what is there already
                before = all;
                if (loop != null) {
                    run();
                }
            }
            all += more;
        }

        @Override
        public void run() {
            longest = Math.max(longest, all - before);
            before = all;
            if (!over) {
                loop.schedule(this, 0, TimeUnit.NANOSECONDS);
            }
        }

        <T> One<Count> of(Many<T> items, ToLongFunction<T> size) {
            return items.doOnNext(item -> add(size.applyAsLong(item)))
                    .forEach(item -> {})
                    .map(read -> {
                        over = true;
                        longest = Math.max(longest, all - before);
                        return this;
                    });
        }

        void check(long expected, long most) {
            over = true;
            assertEquals(expected, all);
            assertTrue(longest <= most, () -> "others had to wait for " + longest + " of " + all);
        }
    }

    private static One<Count> counted(Many<ByteBuffer> body) {
        return new Count().of(body, ByteBuffer::remaining);
    }

    private static Count ofRequest(byte[] coded) {
        CompletableFuture<Count> got = new CompletableFuture<>();
        Routes routes = Routes.create()
                .post(
                        "/",
                        request -> counted(request.body()).map(count -> {
                            got.complete(count);
                            return Response.empty(204);
                        }))
                .with(Decompression.create().withRatio(2000));
        try (TestServer server = TestServer.start(routes);
                HttpClient client = HttpClient.builder().threads(1).build()) {
            client.post(server.url("/"))
                    .withHeader("Content-Encoding", "gzip")
                    .withBody(coded)
                    .bytes()
                    .await(TestServer.GENEROUS);
            return got.join();
        }
    }

    private static Count ofResponse(byte[] coded) {
        try (TestServer server = TestServer.start(
                        request -> One.of(Response.bytes("a/b", coded).withHeader("Content-Encoding", "gzip")));
                HttpClient client =
                        HttpClient.builder().threads(1).maxInflation(2000).build()) {
            return client.get(server.url("/"))
                    .send(response -> counted(response.body()))
                    .await(TestServer.GENEROUS);
        }
    }

    @Test
    void compressedRequests() {
        ofRequest(bomb()).check(PLAIN, MOST);
    }

    @Test
    void compressedResponses() {
        ofResponse(bomb()).check(PLAIN, MOST);
    }

    @Test
    void requestsInWhichLittleIsCompressed() {
        ofRequest(muchOfNothing()).check(2 * LITTLE, LITTLE);
    }

    @Test
    void responsesInWhichLittleIsCompressed() {
        ofResponse(muchOfNothing()).check(2 * LITTLE, LITTLE);
    }

    /** A coding that leaves bytes as they are, and counts them. */
    private static Coding counting(Count count) {
        return to -> new FilterOutputStream(to) {
            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                count.add(length);
                out.write(bytes, offset, length);
            }
        };
    }

    @Test
    void responsesThatAreCodedInLargePieces() {
        for (ByteBuffer piece : List.of(ByteBuffer.allocate(PLAIN), ByteBuffer.allocateDirect(PLAIN))) {
            Count count = new Count();
            Response response =
                    Response.stream("a/b", PLAIN, Many.of(piece.duplicate())).withCoding("none", counting(count));
            try (TestServer server = TestServer.start(request -> One.of(response));
                    HttpClient client = HttpClient.builder().threads(1).build()) {
                assertEquals(PLAIN, client.get(server.url("/")).bytes().await(TestServer.GENEROUS).length);
                count.check(PLAIN, MOST);
            }
        }
    }

    @Test
    void largeEventsThatAreCoded() {
        Count count = new Count();
        String text = "x".repeat(PLAIN);
        Response response = Response.sse(Many.of(ServerSentEvent.of(text))).withCoding("none", counting(count));
        try (TestServer server = TestServer.start(request -> One.of(response));
                HttpClient client = HttpClient.builder().threads(1).build()) {
            String got =
                    new String(client.get(server.url("/")).bytes().await(TestServer.GENEROUS), StandardCharsets.UTF_8);
            assertEquals("data: " + text + "\n\n", got);
            count.check(got.length(), MOST);
        }
    }

    @Test
    void valuesOfFewBytes() {
        int lines = 40_000;
        int most = 10_000;
        CompletableFuture<Count> got = new CompletableFuture<>();
        String values = "1\n".repeat(lines);
        Handler handler = request -> new Count()
                .of(request.asMany(Integer.class), value -> 1)
                .map(count -> {
                    got.complete(count);
                    return Response.text(values).withHeader("Content-Type", "application/x-ndjson");
                });
        try (TestServer server = TestServer.start(handler, builder -> builder.codec(new JacksonCodec()));
                HttpClient client = HttpClient.builder()
                        .threads(1)
                        .codec(new JacksonCodec())
                        .build()) {
            Count answered = client.post(server.url("/"))
                    .withHeader("Content-Type", "application/x-ndjson")
                    .withBody(values)
                    .send(response -> new Count().of(response.asMany(Integer.class), value -> 1))
                    .await(TestServer.GENEROUS);
            got.join().check(lines, most);
            answered.check(lines, most);
        }
    }

    @Test
    void shortEvents() {
        int events = 20_000;
        byte[] stream = "data:\n\n".repeat(events).getBytes(StandardCharsets.US_ASCII);
        try (TestServer server = TestServer.start(request -> One.of(Response.bytes("text/event-stream", stream)));
                HttpClient client = HttpClient.builder().threads(1).build()) {
            new Count()
                    .of(client.events(client.get(server.url("/"))).take(events), event -> 1)
                    .await(TestServer.GENEROUS)
                    .check(events, 4_000);
        }
    }

    /** The loop is held until all is there: then it sees the requests over HTTP/2 first. */
    @Test
    void manySmallRequestsOverHttp2() {
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch all = new CountDownLatch(1);
        AtomicInteger handled = new AtomicInteger();
        AtomicInteger before = new AtomicInteger();
        Handler handler = request -> {
            switch (request.path()) {
                case "/hold" -> {
                    held.countDown();
                    awaits(all);
                }
                case "/other" -> before.set(handled.get());
                default -> handled.incrementAndGet();
            }
            return One.of(Response.empty(204));
        };
        byte[] flood = requests(6_000);
        try (TestServer server = TestServer.start(handler);
                RawSocket holding = server.connect();
                RawHttp2 flooding = RawHttp2.connect(server.port(), 4 * flood.length);
                RawSocket other = server.connect()) {
            flooding.roundTrip();
            server.roundTrip();
            holding.send(GET.formatted("/hold"));
            awaits(held);
            assertTrue(flooding.offer(flood), "the kernel keeps it"); // as its buffer is larger
            other.send(GET.formatted("/other"));
            all.countDown();
            assertEquals(204, other.reply().status());
            assertTrue(before.get() > 0 && before.get() < 4_000, before + " requests first");
        }
    }

    private static byte[] requests(int number) {
        byte[] block = {(byte) 0x82, (byte) 0x86, (byte) 0x84, 1, 1, 'a'}; // GET, http, / and a host
        int flags = RawHttp2.END_HEADERS | RawHttp2.END_STREAM;
        ByteArrayOutputStream requests = new ByteArrayOutputStream();
        for (int i = 0; i < number; i++) {
            requests.writeBytes(RawHttp2.bytes(RawHttp2.HEADERS, flags, 1 + 2 * i, block));
        }
        return requests.toByteArray();
    }

    private static void awaits(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void shortLines() {
        lines(connection -> new Count().of(connection.lines(), line -> 1));
        lines(connection -> new Count()
                .of(Many.range(0, LINES).concatMap(i -> connection.readLine().toMany()), line -> 1));
    }

    private static void lines(Function<TcpConnection, One<Count>> reading) {
        CompletableFuture<Count> got = new CompletableFuture<>();
        TcpServer server = TcpServer.builder()
                .bind("127.0.0.1", 0)
                .threads(1)
                .handler(connection -> reading.apply(connection).map(count -> {
                    got.complete(count);
                    return null;
                }))
                .start()
                .await(TestServer.GENEROUS);
        try (RawSocket peer = RawSocket.connect(server.port())) {
            peer.send("\n".repeat(LINES)).finishSending();
            got.join().check(LINES, 5_000);
        } finally {
            server.close();
            server.closed().await(TestServer.GENEROUS);
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
