package dev.weir.rsocket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Context;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.http.Codec;
import dev.weir.net.http.HttpServer;
import dev.weir.net.http.TypeOf;
import dev.weir.rsocket.loop.LoopConnection;
import dev.weir.testkit.Probe;
import dev.weir.testkit.VirtualTime;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The five interactions as people have them. */
class RSocketTest {
    private static final Duration GENEROUS = Duration.ofMinutes(2);

    @TempDir
    private static Path folder;

    enum Way {
        TCP,
        UNIX,
        WEBSOCKET
    }

    /** Answers in a way that tells what was asked. */
    private static final class Quotes implements RSocket {
        final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
        final CompletableFuture<Void> cancelled = new CompletableFuture<>();

        @Override
        public One<Payload> requestResponse(Payload request) {
            return switch (request.text()) {
                case "null" -> One.of((Payload) null);
                case "own" -> One.fail(() -> new RSocketException.Custom(0x999, "own error"));
                case "broken" -> throw new IllegalStateException("expected by the test");
                case "fails" -> One.fail(() -> new IllegalStateException("expected by the test"));
                case "never" -> One.<Payload>never().doFinally(ending -> cancelled.complete(null));
                case "blocking" ->
                    One.blocking(
                            () -> Payload.of("from " + Thread.currentThread().isVirtual()));
                case "who" ->
                    One.deferContextual(context -> {
                        Caller caller = context.get(Caller.KEY);
                        ByteBuffer metadata = caller.metadata();
                        return One.of(Payload.of(caller.setup().dataMimeType() + " "
                                + (metadata == null ? "" : StandardCharsets.UTF_8.decode(metadata))));
                    });
                default -> One.of(Payload.of("you said " + request.text(), "meta " + request.metadataText()));
            };
        }

        @Override
        public Many<Payload> requestStream(Payload request) {
            return Many.range(0, Integer.parseInt(request.text()))
                    .map(i -> Payload.of(Integer.toString(i)))
                    .doFinally(ending -> heard.add("stream " + ending));
        }

        @Override
        public Many<Payload> requestChannel(Many<Payload> requests) {
            return requests.map(request -> Payload.of("<" + request.text() + ">"));
        }

        @Override
        public One<@Nullable Void> fireAndForget(Payload request) {
            return One.call(() -> {
                heard.add(request.text());
                return null;
            });
        }

        @Override
        public One<@Nullable Void> metadataPush(ByteBuffer metadata) {
            return One.call(() -> {
                heard.add("push " + StandardCharsets.UTF_8.decode(metadata.duplicate()));
                return null;
            });
        }

        String next() throws InterruptedException {
            return String.valueOf(heard.poll(120, TimeUnit.SECONDS));
        }
    }

    private record Place(Runnable server, RSocketConnection connection) implements AutoCloseable {
        @Override
        public void close() {
            connection.close();
            server.run();
        }
    }

    private static Place open(Way way, RSocket handler) {
        RSocketServer.Builder builder =
                RSocketServer.builder().bind("127.0.0.1", 0).handler(handler);
        if (way == Way.WEBSOCKET) {
            HttpServer server = HttpServer.builder()
                    .bind("127.0.0.1", 0)
                    .handler(builder.webSocket())
                    .start()
                    .await(GENEROUS);
            return new Place(server::close, connect("ws://127.0.0.1:" + server.port()));
        }
        Path socket = folder.resolve("people.sock");
        RSocketServer server =
                (way == Way.UNIX ? builder.bind(socket) : builder).start().await(GENEROUS);
        return new Place(
                server::close, connect(way == Way.UNIX ? "unix:" + socket : "tcp://127.0.0.1:" + server.port()));
    }

    private static RSocketConnection connect(String address) {
        return RSocketClient.create().connect(address).await(GENEROUS);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void allInteractions(Way way) throws Exception {
        Quotes quotes = new Quotes();
        try (Place place = open(way, quotes)) {
            RSocket socket = place.connection();
            Payload answer = socket.requestResponse(Payload.of("hi", "m")).await(GENEROUS);
            assertEquals("you said hi", answer.text());
            assertEquals("meta m", answer.metadataText());
            assertEquals(
                    Payload.empty(), socket.requestResponse(Payload.of("null")).await(GENEROUS));
            assertEquals(
                    LongStream.range(0, 5000).mapToObj(Long::toString).toList(),
                    socket.requestStream(Payload.of("5000"))
                            .map(Payload::text)
                            .toList()
                            .await(GENEROUS));
            assertEquals("stream COMPLETED", quotes.next());
            assertEquals(
                    LongStream.range(0, 3000).mapToObj(i -> "<" + i + ">").toList(),
                    socket.requestChannel(Many.range(0, 3000).map(i -> Payload.of(Integer.toString(i))))
                            .map(Payload::text)
                            .toList()
                            .await(GENEROUS));
            socket.fireAndForget(Payload.of("forget me")).await(GENEROUS);
            assertEquals("forget me", quotes.next());
            socket.metadataPush(StandardCharsets.UTF_8.encode("meta")).await(GENEROUS);
            assertEquals("push meta", quotes.next());
        }
    }

    @Test
    void largePayloadsGoInFragments() throws Exception {
        try (Place place = open(Way.TCP, new Quotes())) {
            String large = "x".repeat(5_000_000);
            Payload answer = place.connection()
                    .requestResponse(Payload.of(large, large.substring(0, 1_000_000)))
                    .await(GENEROUS);
            assertEquals(5_000_009, answer.data().remaining());
            assertEquals(1_000_005, answer.metadata().remaining());
        }
    }

    @Test
    void failuresHaveTypes() throws Exception {
        try (Place place = open(Way.TCP, new Quotes())) {
            RSocket socket = place.connection();
            RSocketException own = assertThrows(
                    RSocketException.Custom.class,
                    () -> socket.requestResponse(Payload.of("own")).await(GENEROUS));
            assertEquals(0x999, own.code());
            assertEquals("own error", own.getMessage());
            for (String what : List.of("broken", "fails")) {
                RSocketException hidden = assertThrows(
                        RSocketException.ApplicationError.class,
                        () -> socket.requestResponse(Payload.of(what)).await(GENEROUS));
                assertEquals("internal error", hidden.getMessage());
            }
        }
        try (Place place = open(Way.TCP, new RSocket() {})) {
            RSocket socket = place.connection();
            assertThrows(
                    RSocketException.Rejected.class,
                    () -> socket.requestResponse(Payload.of("x")).await(GENEROUS));
            assertThrows(
                    RSocketException.Rejected.class,
                    () -> socket.requestStream(Payload.of("x")).toList().await(GENEROUS));
            assertThrows(
                    RSocketException.Rejected.class,
                    () -> socket.requestChannel(Many.of(Payload.of("x")))
                            .toList()
                            .await(GENEROUS));
        }
    }

    @Test
    void handlersMayBlockAndKnowWhoAsks() throws Exception {
        try (Place place = open(Way.TCP, new Quotes())) {
            RSocket socket = place.connection();
            assertEquals(
                    "from true",
                    socket.requestResponse(Payload.of("blocking"))
                            .await(GENEROUS)
                            .text());
            assertEquals(
                    "application/json meta",
                    socket.requestResponse(Payload.of("who", "meta"))
                            .await(GENEROUS)
                            .text());
        }
    }

    @Test
    void demandIsCredit() throws Exception {
        Quotes quotes = new Quotes();
        try (Place place = open(Way.TCP, quotes)) {
            Probe<String> probe = Probe.subscribeTo(
                    place.connection().requestStream(Payload.of("1000")).map(Payload::text), 0);
            probe.request(3);
            probe.awaitItems(3, GENEROUS);
            assertEquals(List.of("0", "1", "2"), probe.items());
            probe.request(2);
            probe.awaitItems(5, GENEROUS);
            assertEquals(5, probe.items().size());
            probe.cancel();
            assertEquals("stream CANCELLED", quotes.next());
        }
    }

    /** What is demanded is produced, and no more, in both directions. */
    @Test
    void aReaderThatStopsStopsTheProducer() throws Exception {
        AtomicInteger answered = new AtomicInteger();
        AtomicInteger asked = new AtomicInteger();
        RSocket here = new RSocket() {
            @Override
            public One<Payload> requestResponse(Payload request) {
                return One.of(request);
            }

            @Override
            public Many<Payload> requestStream(Payload request) {
                return Many.range(0, 1_000_000).map(i -> Payload.of("x")).doOnNext(item -> answered.incrementAndGet());
            }

            @Override
            public Many<Payload> requestChannel(Many<Payload> requests) {
                return Many.concat(requests.take(5), Many.never());
            }
        };
        try (Place place = open(Way.TCP, here)) {
            Probe<Payload> stream = Probe.subscribeTo(place.connection().requestStream(Payload.of("x")), 0);
            stream.request(7);
            stream.awaitItems(7, GENEROUS);
            Probe<Payload> channel = Probe.subscribeTo(
                    place.connection()
                            .requestChannel(Many.range(0, 1_000_000)
                                    .map(i -> Payload.of("x"))
                                    .doOnNext(item -> asked.incrementAndGet())),
                    0);
            channel.request(3);
            channel.awaitItems(3, GENEROUS);
            place.connection().requestResponse(Payload.of("there and back")).await(GENEROUS);
            assertEquals(7, answered.get());
            assertTrue(asked.get() <= 5, () -> asked + " were asked for");
            stream.cancel();
            channel.cancel();
        }
    }

    /** No stream is left behind, whichever direction ends first. */
    @Test
    void theDirectionsOfAChannelEndByThemselves() throws Exception {
        BlockingQueue<String> heard = new LinkedBlockingQueue<>();
        CompletableFuture<LoopConnection> serving = new CompletableFuture<>();
        RSocket here = new RSocket() {
            @Override
            public Many<Payload> requestChannel(Many<Payload> requests) {
                return Many.defer(() -> {
                    Payload answer = Payload.of("answer");
                    if (heard.isEmpty()) { // first the requests are not read, then they go on when the answers have
                        // ended
                        heard.add("not read");
                        return Many.of(answer);
                    }
                    var _ = requests.map(Payload::text)
                            .toList()
                            .subscribe(all -> heard.add(String.join(" ", all)), failure -> heard.add("" + failure));
                    return Many.of(answer);
                });
            }
        };
        RSocketServer.Builder builder = RSocketServer.builder()
                .bind("127.0.0.1", 0)
                .loop((connection, setup) -> {
                    serving.complete(connection);
                    return One.of(new RSocketConnection(connection, 10, Codec.standard()).answering(here));
                });
        try (RSocketServer server = builder.start().await(GENEROUS)) {
            RSocketConnection client = connect("tcp://127.0.0.1:" + server.port());
            Many<Payload> endless = Many.concat(Many.of(Payload.of("a")), Many.never());
            CompletableFuture<Void> cancelled = new CompletableFuture<>();
            assertEquals(
                    1,
                    client.requestChannel(endless.doFinally(ending -> cancelled.complete(null)))
                            .toList()
                            .await(GENEROUS)
                            .size());
            cancelled.get(120, TimeUnit.SECONDS);
            assertEquals("not read", heard.peek());
            CompletableFuture<Payload> late = new CompletableFuture<>();
            assertEquals(
                    1,
                    client.requestChannel(Many.concat(
                                    Many.of(Payload.of("early")), One.from(late).toMany()))
                            .toList()
                            .await(GENEROUS)
                            .size());
            late.complete(Payload.of("late"));
            assertEquals("not read", heard.poll(120, TimeUnit.SECONDS));
            assertEquals("early late", heard.poll(120, TimeUnit.SECONDS));
            LoopConnection connection = serving.get(120, TimeUnit.SECONDS);
            assertEquals(0, onLoop(connection, connection::streams));
            client.close();
        }
    }

    private static <T> T onLoop(LoopConnection connection, Supplier<T> question) throws Exception {
        CompletableFuture<T> answer = new CompletableFuture<>();
        connection.post(() -> answer.complete(question.get()));
        return answer.get(120, TimeUnit.SECONDS);
    }

    @Test
    void whoCancelsIsHeard() throws Exception {
        Quotes quotes = new Quotes();
        try (Place place = open(Way.TCP, quotes)) {
            var waiting =
                    place.connection().requestResponse(Payload.of("never")).subscribe(value -> {});
            place.connection().requestResponse(Payload.of("later")).await(GENEROUS); // the other has been asked by then
            waiting.cancel();
            quotes.cancelled.get(120, TimeUnit.SECONDS);
        }
    }

    @Test
    void theServerAsksTheClient() throws Exception {
        CompletableFuture<RSocketConnection> peer = new CompletableFuture<>();
        try (RSocketServer server = RSocketServer.builder()
                .bind("127.0.0.1", 0)
                .accept((setup, asking) -> {
                    peer.complete(asking);
                    return One.of(new Quotes());
                })
                .start()
                .await(GENEROUS)) {
            RSocketConnection client = RSocketClient.builder()
                    .handler(new Quotes())
                    .build()
                    .connect("tcp://127.0.0.1:" + server.port())
                    .await(GENEROUS);
            RSocketConnection asking = peer.get(120, TimeUnit.SECONDS);
            client.requestResponse(Payload.of("first")).await(GENEROUS);
            assertEquals(
                    "you said hello",
                    asking.requestResponse(Payload.of("hello")).await(GENEROUS).text());
            assertEquals(
                    100,
                    asking.requestStream(Payload.of("100"))
                            .toList()
                            .await(GENEROUS)
                            .size());
            client.close();
            asking.closed().await(GENEROUS);
        }
    }

    /** Writes the same of all values. */
    private record Word(String word) implements Codec {
        @Override
        public String contentType() {
            return "application/json";
        }

        @Override
        public boolean reads(String mediaType) {
            return false;
        }

        @Override
        public <T> T read(byte[] body, TypeOf<T> type) throws MalformedException {
            throw new MalformedException("a word is not read", Map.of());
        }

        @Override
        public byte[] write(Object value) {
            return word.getBytes(StandardCharsets.UTF_8);
        }
    }

    /** What a builder is told later is for what it starts later. */
    @Test
    void aServerKeepsTheSettingsItWasStartedWith() throws Exception {
        BlockingQueue<RSocketConnection> peers = new LinkedBlockingQueue<>();
        RSocketServer.Builder builder = RSocketServer.builder()
                .bind("127.0.0.1", 0)
                .accept((setup, peer) -> {
                    peers.add(peer);
                    return One.of(new Quotes());
                })
                .codec(new Word("first"));
        try (RSocketServer first = builder.start().await(GENEROUS);
                RSocketServer second = builder.codec(new Word("second")).start().await(GENEROUS)) {
            for (RSocketServer server : List.of(second, first)) {
                RSocketConnection client = RSocketClient.builder()
                        .handler(new Quotes())
                        .build()
                        .connect("tcp://127.0.0.1:" + server.port())
                        .await(GENEROUS);
                client.requestResponse(Payload.of("let in")).await(GENEROUS);
                assertEquals(
                        "you said " + (server == first ? "first" : "second"),
                        peers.take().route("x").value(1).as(String.class).await(GENEROUS));
                client.close();
            }
        }
    }

    @Test
    void aServerNeedsWhoAnswers() {
        RSocketServer.Builder builder = RSocketServer.builder();
        for (Executable begun : List.<Executable>of(builder::start, builder::webSocket)) {
            IllegalStateException refused = assertThrows(IllegalStateException.class, begun);
            assertTrue(refused.getMessage().contains("handler(..)"), refused::getMessage);
        }
    }

    @Test
    void requestsWaitForLeases() throws Exception {
        try (RSocketServer server = RSocketServer.builder()
                .bind("127.0.0.1", 0)
                .lease(LeasePolicy.fixed(30, Duration.ofSeconds(10)))
                .handler(new Quotes())
                .start()
                .await(GENEROUS)) {
            RSocketConnection client = RSocketClient.builder()
                    .lease(LeasePolicy.byHand())
                    .build()
                    .connect("tcp://127.0.0.1:" + server.port())
                    .await(GENEROUS);
            assertEquals(
                    30,
                    Many.range(0, 30)
                            .flatMap(
                                    30,
                                    i -> client.requestResponse(Payload.of("x")).toMany())
                            .toList()
                            .await(GENEROUS)
                            .size());
            client.close();
        }
    }

    /** Whoever is told of a peer hears of its end, also if it is not let in, or nobody says in time whether it is. */
    @Test
    void whoIsNotLetInIsClosedToo() throws Exception {
        BlockingQueue<RSocketConnection> peers = new LinkedBlockingQueue<>();
        VirtualTime time = new VirtualTime();
        try (RSocketServer server = RSocketServer.builder()
                .bind("127.0.0.1", 0)
                .clock(time)
                .setupTimeout(Duration.ofSeconds(1))
                .accept((setup, peer) -> {
                    peers.add(peer);
                    return switch (setup.dataMimeType()) {
                        case "a/throws" -> throw new IllegalStateException("expected by the test");
                        case "a/fails" -> One.fail(() -> new RSocketException.RejectedSetup("not you"));
                        default -> One.never();
                    };
                })
                .start()
                .await(GENEROUS)) {
            for (String type : List.of("a/throws", "a/fails", "a/never")) {
                RSocketConnection client = RSocketClient.builder()
                        .dataMimeType(type)
                        .build()
                        .connect("tcp://127.0.0.1:" + server.port())
                        .await(GENEROUS);
                RSocketConnection peer = peers.poll(120, TimeUnit.SECONDS);
                if (type.equals("a/never")) { // nothing else needs the time
                    time.advance(Duration.ofSeconds(2)); // its end is seen within a second
                }
                peer.closed().await(GENEROUS);
                client.closed().await(GENEROUS);
            }
        }
    }

    @Test
    void refusedClientsKnowWhy() throws Exception {
        try (RSocketServer server = RSocketServer.builder()
                .bind("127.0.0.1", 0)
                .accept((setup, asking) -> One.fail(() -> new RSocketException.RejectedSetup("not you")))
                .start()
                .await(GENEROUS)) {
            RSocketConnection client = connect("tcp://127.0.0.1:" + server.port());
            RSocketException refused = assertThrows(
                    RSocketException.class,
                    () -> client.requestResponse(Payload.of("x")).await(GENEROUS));
            assertTrue(
                    refused instanceof RSocketException.RejectedSetup || refused instanceof RSocketException.Rejected,
                    refused::toString);
            client.closed().await(GENEROUS);
        }
    }

    @Test
    void nobodyAnswersThere() {
        Throwable nobody =
                assertThrows(CompletionException.class, () -> connect("unix:" + folder.resolve("nobody.sock")));
        assertInstanceOf(IOException.class, nobody.getCause());
        assertThrows(IllegalArgumentException.class, () -> connect("http://localhost"));
        assertThrows(IllegalArgumentException.class, () -> connect("tcp://localhost"));
        assertThrows(IllegalArgumentException.class, () -> connect("nonsense"));
    }

    @Test
    void aServerShutsDownWhenItsStreamsHaveEnded() throws Exception {
        Quotes quotes = new Quotes();
        RSocketServer server = RSocketServer.builder()
                .bind("127.0.0.1", 0)
                .handler(quotes)
                .start()
                .await(GENEROUS);
        RSocketConnection client = connect("tcp://127.0.0.1:" + server.port());
        Probe<String> probe =
                Probe.subscribeTo(client.requestStream(Payload.of("10")).map(Payload::text), 0);
        probe.request(3);
        probe.awaitItems(3, GENEROUS);
        CompletableFuture<?> down =
                server.shutdown(GENEROUS).toCompletionStage().toCompletableFuture();
        RSocketException refused = assertThrows(RSocketException.class, () -> {
            while (true) { // until the client has heard of it
                client.requestResponse(Payload.of("x")).await(GENEROUS);
            }
        });
        assertInstanceOf(RSocketException.Rejected.class, refused);
        probe.request(7);
        probe.awaitItems(10, GENEROUS);
        down.get(120, TimeUnit.SECONDS);
        client.closed().await(GENEROUS);
        assertEquals(10, probe.items().size());
    }

    @Test
    void pipelinesAreOfTheEventLoopsTime() throws Exception {
        RSocket here = new RSocket() {
            @Override
            public One<Payload> requestResponse(Payload request) {
                return One.of(request).delay(Duration.ofMillis(1)).map(late -> {
                    assertTrue(Context.current() != null);
                    return Payload.of(Thread.currentThread().getName());
                });
            }
        };
        try (Place place = open(Way.TCP, here)) {
            String thread = place.connection()
                    .requestResponse(Payload.of("x"))
                    .await(GENEROUS)
                    .text();
            assertTrue(thread.contains("weir"), thread);
        }
    }
}
