package dev.weir.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.Broadcast;
import dev.weir.Cancellable;
import dev.weir.One;
import dev.weir.Overflow;
import dev.weir.net.http.HttpServer;
import dev.weir.net.http.Response;
import dev.weir.net.http.Routes;
import dev.weir.net.http.client.HttpClient;
import dev.weir.net.websocket.Message;
import dev.weir.net.websocket.WebSocketClient;
import dev.weir.testkit.VirtualTime;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.netty.DisposableServer;
import reactor.test.scheduler.VirtualTimeScheduler;

/** Five programs, each in as few lines as we can, do the same with Weir and with Reactor. */
class ShowsTest {
    private static final Path HERE = Path.of("src/test/java/dev/weir/docs");
    private static final Duration MOMENT = Duration.ofMillis(100);
    private static final Duration QUIET = Duration.ofMillis(300);
    private static final Duration PAUSE = Duration.ofSeconds(5);
    private static final Duration EXPIRY = Duration.ofMinutes(5);

    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> results = new LinkedBlockingQueue<>();
    private final VirtualTime time = new VirtualTime();
    private final VirtualTimeScheduler reactorTime = VirtualTimeScheduler.getOrSet();

    @AfterEach
    void realTimeAgain() {
        VirtualTimeScheduler.reset();
    }

    // tag::trade
    record Trade(long millis, String symbol, int price) {
        static Trade of(String line) {
            String[] fields = line.split(",");
            return new Trade(Long.parseLong(fields[0]), fields[1], Integer.parseInt(fields[2]));
        }

        static List<Trade> topThree(List<Trade> trades) {
            return trades.stream()
                    .sorted(Comparator.comparingInt(Trade::price).reversed())
                    .limit(3)
                    .toList();
        }

        long second() {
            return millis / 1_000;
        }
    }

    // end::trade

    // tag::page
    record Page(List<String> orders, @Nullable String next) {} // next is the address of the next page

    // end::page

    @ParameterizedTest
    @ValueSource(strings = {"trades", "search", "poll", "cache", "rates"})
    void hasFewerLinesThanWithReactor(String show) throws IOException {
        long ours = lines("Shows", show);
        long theirs = lines("ShowsOfReactor", show);
        assertTrue(ours < theirs, show + " has " + ours + " lines, and " + theirs + " with Reactor");
    }

    private static long lines(String file, String tag) throws IOException {
        String source = Files.readString(HERE.resolve(file + ".java"));
        int begin = source.indexOf("// tag::" + tag + "\n");
        int end = source.indexOf("// end::" + tag + "\n");
        assertTrue(begin >= 0 && end > begin, "no snippet " + tag);
        return source.substring(begin, end)
                .lines()
                .skip(1)
                .filter(line -> !line.isBlank())
                .count();
    }

    @Test
    void findsTheSameTrades(@TempDir Path folder) throws IOException {
        VirtualTimeScheduler.reset();
        Path csv = csv(folder.resolve("trades.csv"), Integer.getInteger("shows.megabytes", 1));
        List<List<Trade>> ours = Shows.topTrades(csv).toList().await();
        List<List<Trade>> theirs = ShowsOfReactor.topTrades(csv).collectList().block();
        assertNotNull(theirs);
        assertFalse(ours.isEmpty());
        assertEquals(theirs.size(), ours.size());
        assertEquals(new HashSet<>(theirs), new HashSet<>(ours));
    }

    @Test
    @EnabledIfSystemProperty(named = "shows.rounds", matches = "\\d+", disabledReason = "it takes a minute")
    void tellsWhatReadingTradesCosts() throws IOException {
        VirtualTimeScheduler.reset();
        ShowsMeasured.tell(Integer.getInteger("shows.megabytes", 1), Integer.getInteger("shows.rounds"));
    }

    static Path csv(Path file, int megabytes) throws IOException {
        Random random = new Random(7);
        long millis = 1_700_000_000_000L;
        try (BufferedWriter writer = Files.newBufferedWriter(file)) {
            writer.write("millis,symbol,price\n");
            for (long bytes = 0; bytes < megabytes * 1_000_000L; ) {
                millis += random.nextInt(2);
                String line = millis + ",S" + random.nextInt(100) + "," + random.nextInt(100_000) + "\n";
                writer.write(line);
                bytes += line.length();
            }
        }
        return file;
    }

    @Test
    void searchesWhenTypingHasPausedAndCancelsWhatIsOlder() throws Exception {
        try (HttpServer server = serve(searching());
                HttpClient client = HttpClient.create()) {
            String uri = base(server) + "/search";
            Broadcast<String> keys = Broadcast.create();
            Cancellable found = Shows.search(client, uri, keys.listen(Overflow.latest()))
                    .withContext(context -> context.withClock(time))
                    .subscribe(results::add);
            type(keys::emit, time::advance);
            found.cancel();

            Sinks.Many<String> sink = Sinks.many().multicast().directBestEffort();
            Disposable theirs = ShowsOfReactor.search(reactor.netty.http.client.HttpClient.create(), uri, sink.asFlux())
                    .subscribe(results::add);
            type(sink::tryEmitNext, reactorTime::advanceTimeBy);
            theirs.dispose();
        }
    }

    private void type(Consumer<String> key, Consumer<Duration> passes) throws InterruptedException {
        for (String text : List.of("s", "sl", "slow")) {
            key.accept(text);
            passes.accept(MOMENT);
        }
        passes.accept(QUIET);
        assertEquals("asked for slow", next(events));
        key.accept("weir");
        passes.accept(QUIET);
        assertEquals("cancelled slow", next(events));
        assertEquals("weir was found", next(results));
    }

    private Routes searching() {
        return Routes.create().get("/search", request -> {
            String text = request.query("q");
            return "slow".equals(text)
                    ? One.<Response>never()
                            .doOnSubscribe(() -> events.add("asked for " + text))
                            .doOnCancel(() -> events.add("cancelled " + text))
                    : One.of(Response.text(text + " was found"));
        });
    }

    @Test
    void pollsAllPagesAgainAndAgain() throws Exception {
        try (HttpServer server = serve(Routes.create().get("/orders", ShowsTest::page));
                HttpClient client = HttpClient.create()) {
            String uri = base(server) + "/orders";
            Cancellable ours = Shows.poll(client, uri)
                    .withContext(context -> context.withClock(time))
                    .subscribe(results::add);
            List<String> orders = twoRounds(time::advance);
            ours.cancel();
            assertEquals(List.of("tea", "milk", "bread", "tea", "milk", "bread"), orders);

            results.clear();
            Disposable theirs = ShowsOfReactor.poll(
                            reactor.netty.http.client.HttpClient.create(), new ObjectMapper(), uri)
                    .subscribe(results::add);
            assertEquals(orders, twoRounds(reactorTime::advanceTimeBy));
            theirs.dispose();
        }
    }

    private static One<Response> page(dev.weir.net.http.Request request) {
        return One.of(
                request.query("from") == null
                        ? Response.value(new Page(
                                List.of("tea", "milk"),
                                "http://" + request.headers().get("Host") + "/orders?from=2"))
                        : Response.value(new Page(List.of("bread"), null)));
    }

    /** The pause may begin when all of the first round is here, so time goes on until the second comes. */
    private List<String> twoRounds(Consumer<Duration> passes) throws InterruptedException {
        List<String> orders = new ArrayList<>();
        for (int attempts = 0; orders.size() < 6; attempts++) {
            assertTrue(attempts < 3_000, "the second round does not begin");
            String order = orders.size() == 3 ? results.poll(10, TimeUnit.MILLISECONDS) : next(results);
            if (order == null) {
                passes.accept(PAUSE);
            } else {
                orders.add(order);
            }
        }
        return orders;
    }

    @Test
    void keepsAValueForSomeTimeAndNoFailure() {
        Function<String, One<Double>> ours = Shows.cached(this::load);
        loads(
                () -> ours.apply("EUR")
                        .withContext(context -> context.withClock(time))
                        .await(),
                time::advance);
        events.clear();
        Function<String, Mono<Double>> theirs = ShowsOfReactor.cached(this::load);
        loads(() -> theirs.apply("EUR").block(), reactorTime::advanceTimeBy);
    }

    private Callable<Double> load(String pair) {
        return () -> {
            events.add(pair);
            if (events.size() == 1) {
                throw new IOException("not yet");
            }
            return (double) events.size();
        };
    }

    private void loads(Callable<Double> rate, Consumer<Duration> passes) {
        List<Double> rates = new ArrayList<>();
        assertThrows(RuntimeException.class, rate::call);
        One<Double> known = One.call(rate);
        rates.add(known.await());
        rates.add(known.await());
        passes.accept(EXPIRY);
        rates.add(known.await());
        assertEquals(List.of(2.0, 2.0, 3.0), rates);
        assertEquals(3, events.size());
    }

    @Test
    void tellsLateComersTheLastRate() throws Exception {
        Broadcast<Message> ours = Broadcast.replaying(1);
        try (HttpServer server = serve(Shows.rates(ours))) {
            listen(server.port(), rate -> ours.emit(Message.text(rate)));
        }
        Sinks.Many<String> theirs = Sinks.many().replay().latest();
        DisposableServer server = reactor.netty.http.server.HttpServer.create()
                .host("127.0.0.1")
                .port(0)
                .route(ShowsOfReactor.rates(theirs))
                .bindNow();
        try {
            listen(server.port(), theirs::tryEmitNext);
        } finally {
            server.disposeNow();
        }
    }

    private void listen(int port, Consumer<String> emit) throws InterruptedException {
        emit.accept("1.06");
        emit.accept("1.07");
        Cancellable early = listener(port);
        assertEquals("1.07", next(results));
        emit.accept("1.08");
        assertEquals("1.08", next(results));
        early.cancel();
        Cancellable late = listener(port);
        assertEquals("1.08", next(results));
        late.cancel();
    }

    private Cancellable listener(int port) {
        return WebSocketClient.create()
                .connect(
                        "ws://127.0.0.1:" + port + "/rates",
                        socket -> socket.messages().forEach(message -> results.add(((Message.Text) message).text())))
                .subscribe();
    }

    private static String next(BlockingQueue<String> queue) throws InterruptedException {
        String next = queue.poll(30, TimeUnit.SECONDS);
        assertNotNull(next, "nothing came");
        return next;
    }

    private static HttpServer serve(Routes routes) {
        return HttpServer.builder().bind("127.0.0.1", 0).handler(routes).start().await();
    }

    private static String base(HttpServer server) {
        return "http://127.0.0.1:" + server.port();
    }
}
