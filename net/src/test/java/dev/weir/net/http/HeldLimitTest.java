package dev.weir.net.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.Logged;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawHttp2;
import dev.weir.net.RawSocket;
import dev.weir.net.http.content.DecodingMemoryTest;
import dev.weir.net.http.filter.Compression;
import dev.weir.net.http.filter.Decompression;
import dev.weir.net.http.form.Multipart;
import dev.weir.net.loop.Listener;
import dev.weir.testkit.VirtualTime;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What all connections together make a server hold. */
@ExtendWith(NoLeaks.class)
class HeldLimitTest {
    private static final int MIB = 1024 * 1024;
    private static final int CALM = 11;
    private static final String POST = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ";

    private final VirtualTime time = new VirtualTime();

    private TestServer start(Handler handler) {
        return TestServer.start(
                handler,
                builder -> builder.maxHeldBytes(MIB)
                        .clock(time)
                        .alwaysServe(request -> request.target().equals("/test-ping")));
    }

    private static String post(int length) {
        return POST + length + "\r\n\r\n" + "x".repeat(length);
    }

    private static String typed(String type, int length, String end) {
        return "POST / HTTP/1.1\r\nHost: a\r\nContent-Type: " + type + "\r\nContent-Length: " + (length + end.length())
                + "\r\n\r\n" + "x".repeat(length) + end;
    }

    private void pass(TestServer server, int seconds) {
        for (int i = 0; i < seconds; i++) {
            time.advance(Duration.ofSeconds(1));
            server.roundTrip();
        }
    }

    private static void becomes(TestServer server, long held) {
        for (int i = 0; i < 1_000 && server.server().heldBytes() != held; i++) {
            server.roundTrip();
        }
        assertEquals(held, server.server().heldBytes());
    }

    @Test
    void bodiesAsAWholeShareIt() {
        Handler handler = request -> request.text().flatMap(text -> One.never());
        int large = 700 * 1024;
        try (Logged logged = Logged.by("dev.weir.net", Level.WARNING);
                TestServer server = start(handler);
                RawSocket first = server.connect()) {
            first.send(post(large));
            becomes(server, large);
            RawSocket.Reply refused = server.ask(post(large));
            assertEquals(503, refused.status());
            assertTrue(refused.body().contains("memory"), refused.body());
            becomes(server, large);
            assertEquals(1, logged.messages().size());
            first.leave(true);
            becomes(server, 0);
        }
    }

    /** What decompression looks back at is memory, too, though no byte of it is a body's. */
    @ParameterizedTest
    @ValueSource(strings = {"br", "zstd"})
    void whatIsDecompressedSharesIt(String coding) throws Exception {
        Handler handler = request -> request.body().count().map(Response::value);
        byte[] begun = DecodingMemoryTest.begun(coding, 700 * 1024);
        String head = POST + (begun.length + 1) + "\r\nContent-Encoding: " + coding + "\r\n\r\n";
        try (Logged logged = Logged.by("dev.weir.net", Level.WARNING);
                TestServer server = start(Routes.create()
                        .post("/", handler)
                        .with(Decompression.create().withRatio(10_000)))) {
            RawSocket first = server.connect().send(head).send(begun);
            for (int i = 0; i < 1_000 && server.server().heldBytes() < 700 * 1024; i++) {
                server.roundTrip();
            }
            assertTrue(server.server().heldBytes() > 700 * 1024, server.server().heldBytes() + " bytes");
            RawSocket.Reply refused = server.connect().send(head).send(begun).reply();
            assertEquals(503, refused.status());
            assertTrue(refused.body().contains("memory"), refused.body());
            first.leave(true);
            becomes(server, 0);
            assertEquals(1, logged.messages().size());
        }
    }

    /** However much a client sends before it reads, it isn't reset while it sends. */
    @Test
    void aRefusalIsReadBehindALargeBody() {
        try (TestServer server = start(request -> request.text().map(Response::text))) {
            assertEquals(413, server.ask(post(16 * MIB)).status());
        }
    }

    /** Nor does it hold its connection, and what it has sent, for longer than it may. */
    @Test
    void whoDoesNotStopSendingIsCut() {
        try (TestServer server = start(request -> request.text().map(Response::text))) {
            RawSocket client = server.connect();
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: " + 100 * MIB + "\r\n\r\n" + "x".repeat(100));
            assertEquals(413, client.reply().status());
            becomes(server, 0);
            for (int i = 0; i < 9; i++) {
                client.send(new byte[1024]);
                server.roundTrip();
                pass(server, 1);
            }
            assertCut(server, client, 3);
        }
    }

    @Test
    void whoIsSilentAfterARefusalIsCutSooner() {
        try (TestServer server = start(request -> request.text().map(Response::text))) {
            RawSocket client = server.connect();
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: " + 100 * MIB + "\r\n\r\n");
            assertEquals(413, client.reply().status());
            pass(server, 3);
            assertCut(server, client, 0);
        }
    }

    /** A peer that sends is reset, at the latest when so many seconds have passed in which it sends. */
    private void assertCut(TestServer server, RawSocket client, int seconds) {
        for (int i = 0; i < seconds; i++) {
            client.offer(new byte[1024]);
            server.roundTrip();
            pass(server, 1);
        }
        boolean open = true;
        for (int i = 0; i < 1_000 && open; i++) {
            server.roundTrip();
            open = client.offer(new byte[1024]);
        }
        assertFalse(open);
    }

    /** Who has left waits for nothing, but its handler's thread still has what it read. */
    @Test
    void aBlockingHandlerHoldsItsBodyUntilItEnds() {
        CompletableFuture<Void> gate = new CompletableFuture<>();
        Handler handler = Handler.blocking(request -> {
            request.bytes().await();
            return gate.thenApply(done -> Response.empty(204)).join();
        });
        try (TestServer server = start(handler)) {
            RawSocket client = server.connect();
            client.send(post(1000));
            becomes(server, 1000);
            client.leave(true);
            assertEquals(1, server.steady(server.server()::inFlight));
            assertEquals(1000, server.server().heldBytes());
            gate.complete(null);
            becomes(server, 0);
        }
    }

    /** A line of NDJSON, or a part of a form, that has not ended; an event of a client is the same in {@code ClientMemoryTest}. */
    @Test
    void whatIsGatheredOfABodyCounts() {
        int large = 400 * 1024;
        Handler handler = request -> request.header("content-type").startsWith("multipart")
                ? Multipart.of(request)
                        .parts()
                        .concatMap(part -> part.text().toMany())
                        .count()
                        .map(count -> Response.text("" + count))
                : request.asMany(String.class).count().map(count -> Response.text("" + count));
        for (String begun : List.of(
                "application/x-ndjson\r\nContent-Length: 2000000\r\n\r\n\"",
                "multipart/form-data; boundary=b\r\nContent-Length: 2000000\r\n\r\n"
                        + "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n")) {
            String request = "POST / HTTP/1.1\r\nHost: a\r\nContent-Type: " + begun + "x".repeat(large);
            try (TestServer server = start(handler);
                    RawSocket first = server.connect();
                    RawSocket second = server.connect()) {
                first.send(request);
                for (int i = 0; i < 1_000 && server.server().heldBytes() < large; i++) {
                    server.roundTrip();
                }
                long held = server.server().heldBytes();
                assertTrue(held >= large && held <= 2 * large + 64 * 1024, held + " bytes");
                second.send(request + "x".repeat(large));
                assertEquals(503, second.reply().status());
                first.leave(true);
                becomes(server, 0);
            }
        }
    }

    @Test
    void partsThatWereReadAreHeldNoMore() {
        int size = 64 * 1024;
        Handler handler = request -> Multipart.of(request)
                .withMaxParts(1_000)
                .parts()
                .concatMap(part -> part.bytes().toMany())
                .count()
                .map(count -> Response.text(count + " of " + request.header("x-parts")));
        StringBuilder form = new StringBuilder();
        for (int i = 0; i < 100; i++) {
            form.append("--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n")
                    .append("x".repeat(size))
                    .append("\r\n");
        }
        form.append("--b--\r\n");
        try (TestServer server = start(handler);
                RawSocket client = server.connect()) {
            client.send(
                    "POST / HTTP/1.1\r\nHost: a\r\nX-Parts: 100\r\nContent-Type: multipart/form-data; boundary=b\r\n"
                            + "Content-Length: " + form.length() + "\r\n\r\n" + form);
            assertEquals("100 of 100", client.reply().body()); // six times what all connections may hold
            becomes(server, 0);
        }
    }

    /** Of lines that are there, only as many are decoded as are asked for. */
    @Test
    void aLineIsDecodedWhenItIsAskedFor() {
        Handler handler = request -> request.asMany(Integer.class).first().map(value -> Response.text("" + value));
        String body = "1\nno number\n";
        try (Logged logged = Logged.by("dev.weir", Level.WARNING);
                TestServer server = start(handler)) {
            assertEquals(
                    "1",
                    server.ask("POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-ndjson\r\nContent-Length: "
                                    + body.length() + "\r\n\r\n" + body)
                            .body());
            server.roundTrip();
            assertEquals(List.of(), logged.messages());
        }
    }

    /** What is indexed costs a client a few bytes for each request, and the server as much as it stands for. */
    @Test
    void headsOfExchangesThatAreOpenCount() {
        String large = "x".repeat(12 * 1024);
        try (TestServer server = start(request -> One.never())) {
            RawSocket line = server.connect();
            line.send("GET / HTTP/1.1\r\nHost: a\r\nLarge: " + large + "\r\n\r\n");
            assertHeads(server, 1, large.length());
            line.leave(true);
            becomes(server, 0);
            try (RawHttp2 client = RawHttp2.connect(server.port())) {
                for (int i = 0; i < 20; i++) {
                    client.headers(
                            1 + 2 * i,
                            true,
                            ":method",
                            "GET",
                            ":scheme",
                            "http",
                            ":path",
                            "/",
                            ":authority",
                            "a",
                            "large",
                            large);
                }
                client.roundTrip();
                assertHeads(server, 20, large.length());
                client.leave();
            }
            becomes(server, 0);
            RawSocket usual = server.connect();
            usual.send("GET / HTTP/1.1\r\nHost: a\r\nAccept: text/html\r\nUser-Agent: Mozilla/5.0\r\n\r\n");
            assertEquals(1, server.steady(server.server()::inFlight));
            assertEquals(0, server.server().heldBytes());
            usual.leave(true);
        }
    }

    /** They have no window, and come at once. */
    @Test
    void fieldsBehindBodiesThatNobodyReadsCount() {
        String large = "x".repeat(12 * 1024);
        try (TestServer server = start(request -> One.never());
                RawHttp2 client = RawHttp2.connect(server.port())) {
            for (int i = 0; i < 20; i++) {
                client.request(1 + 2 * i, "POST", "/", false);
                client.headers(1 + 2 * i, true, "large", large);
            }
            client.roundTrip();
            assertHeads(server, 20, large.length());
            client.leave();
            becomes(server, 0);
        }
    }

    private static void assertHeads(TestServer server, int heads, int size) {
        for (int i = 0; i < 1_000 && server.server().inFlight() != heads; i++) {
            server.roundTrip();
        }
        long held = server.server().heldBytes();
        assertTrue(held >= (long) heads * size && held < heads * (size + 2048L), held + " bytes");
    }

    @Test
    void whatIsNotReadOverHttp2IsReset() {
        try (TestServer server = start(request -> One.never());
                RawHttp2 client = RawHttp2.connect(server.port())) {
            client.roundTrip(); // the server knows that we know its windows
            int streams = 10;
            byte[] frame = new byte[16 * 1024];
            for (int i = 0; i < streams; i++) {
                client.request(1 + 2 * i, "POST", "/", false);
                for (int n = 0; n < 8; n++) {
                    client.offer(RawHttp2.bytes(RawHttp2.DATA, 0, 1 + 2 * i, frame));
                }
            }
            assertEquals(CALM, client.await(RawHttp2.RST_STREAM).error(0));
            client.roundTrip();
            assertTrue(
                    server.server().heldBytes() <= MIB + 128 * 1024,
                    () -> "" + server.server().heldBytes());
            client.leave();
            becomes(server, 0);
        }
    }

    /** They are cut off until it is less, and nobody else is. */
    @Test
    void whoTakesNothingHasASecond() {
        byte[] body = new byte[60 * 1024];
        try (TestServer server = start(request -> One.of(Response.bytes("x/y", body)));
                RawHttp2 client = RawHttp2.connect(server.port())) {
            client.frame(RawHttp2.SETTINGS, 0, 0, new byte[] {0, 4, 0, 0, 0, 0}); // a window of nothing
            for (int i = 0; i < 20; i++) {
                client.get(1 + 2 * i, "/");
            }
            client.roundTrip();
            assertEquals(
                    503,
                    client.await(frame -> frame.type() == RawHttp2.HEADERS && frame.status() != 200)
                            .status());
            pass(server, 4);
            client.roundTrip();
            long held = server.server().heldBytes();
            assertTrue(held < MIB && held > MIB / 2, () -> held + " bytes");
            assertEquals(200, server.get("/").status());
            client.leave();
            becomes(server, 0);
        }
    }

    @Test
    void aResponseThatIsNotTakenCountsOverHttp1() {
        byte[] body = new byte[8 * MIB];
        try (TestServer server = start(request -> One.of(Response.bytes("x/y", body)));
                RawSocket client = RawSocket.connect(server.port(), 16 * 1024)) {
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
            int held = server.steady(() -> (int) server.server().heldBytes());
            int refilled = Listener.WATER_MARKS.low(); // from here on down
            assertTrue(held > refilled && held <= 129 * 1024, held + " bytes");
            client.leave(true);
            becomes(server, 0);
        }
    }

    /** Which is memory outside the JVM's heap, and more than what waits to be sent. */
    @ParameterizedTest
    @CsvSource({"gzip, 264", "deflate, 264", "br, 1880", "zstd, 852"})
    void whatCompressesAResponseThatIsNotTakenCounts(String coding, int kib) {
        byte[] piece = new byte[16 * 1024];
        new Random(7).nextBytes(piece);
        Handler handler = request ->
                One.of(Response.stream("text/plain", Many.range(0, MIB).map(i -> ByteBuffer.wrap(piece))));
        try (Logged logged = Logged.by("dev.weir.net", Level.WARNING);
                TestServer server = start(Routes.create().get("/", handler).with(Compression.create()))) {
            RawSocket client = RawSocket.connect(server.port(), 16 * 1024);
            client.send("GET / HTTP/1.1\r\nHost: a\r\nAccept-Encoding: " + coding + "\r\n\r\n");
            long least = kib * 1024L;
            for (int i = 0; i < 1_000 && server.server().heldBytes() < least; i++) {
                server.roundTrip();
            }
            int held = server.steady(() -> (int) server.server().heldBytes());
            assertTrue(held >= least && held <= least + 192 * 1024, held + " bytes");
            if (least > MIB) {
                pass(server, 3); // who takes nothing is cut off
            }
            client.leave(true);
            becomes(server, 0);
            assertEquals(least > MIB, logged.messages().toString().contains("maxHeldBytes"));
        }
    }

    /** So that who sends much lets nobody else wait; the handler goes on at the event loop. */
    @Test
    void largeValuesAreReadElsewhere() throws Exception {
        assertLargeIsReadElsewhere("x/y", "", request -> request.as(String.class));
        assertLargeIsReadElsewhere(
                "application/x-ndjson",
                "\n",
                request -> request.asMany(String.class).first());
    }

    private void assertLargeIsReadElsewhere(String type, String end, Function<Request, One<String>> read)
            throws Exception {
        CompletableFuture<Boolean> large = new CompletableFuture<>();
        CompletableFuture<Boolean> small = new CompletableFuture<>();
        Codec codec = new Codec() {
            @Override
            public String contentType() {
                return "x/y";
            }

            @Override
            public boolean reads(String mediaType) {
                return true;
            }

            @Override
            public <T> T read(byte[] body, TypeOf<T> type) {
                (body.length > 64 * 1024 ? large : small)
                        .complete(Thread.currentThread().isVirtual());
                @SuppressWarnings("unchecked")
                T value = (T) "read";
                return value;
            }

            @Override
            public byte[] write(Object value) {
                return new byte[0];
            }
        };
        CompletableFuture<Boolean> handled = new CompletableFuture<>();
        Handler handler = request -> read.apply(request).map(value -> {
            handled.complete(Thread.currentThread().isVirtual());
            return Response.text(value);
        });
        try (TestServer server = TestServer.start(handler, builder -> builder.codec(codec))) {
            assertEquals("read", server.ask(typed(type, 65 * 1024, end)).body());
            assertTrue(large.get(120, TimeUnit.SECONDS));
            assertEquals(false, handled.get(120, TimeUnit.SECONDS));
            assertEquals("read", server.ask(typed(type, 1024, end)).body());
            assertEquals(false, small.get(120, TimeUnit.SECONDS));
        }
    }
}
