package dev.weir.net.http.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Cancellable;
import dev.weir.One;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawSocket;
import dev.weir.net.RawSocket.Reply;
import dev.weir.net.http.Filter;
import dev.weir.net.http.Handler;
import dev.weir.net.http.Request;
import dev.weir.net.http.Response;
import dev.weir.net.http.Routes;
import dev.weir.net.http.TestServer;
import dev.weir.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(NoLeaks.class)
class LimiterTest {
    private static final Duration LIMIT = Duration.ofMillis(200);

    private final VirtualTime time = new VirtualTime();
    private final ConcurrentLinkedQueue<CompletableFuture<Response>> running = new ConcurrentLinkedQueue<>();

    private final Handler slow = request -> {
        CompletableFuture<Response> answer = new CompletableFuture<>();
        running.add(answer);
        return One.from(answer);
    };

    private Limiter limiter;

    private TestServer start() {
        Routes routes = Routes.create()
                .get("/slow", slow)
                .get("/slow/too", slow)
                .get("/throws", request -> {
                    throw new IllegalStateException("test");
                })
                .get("/health/live", request -> One.of(Response.text("fine")))
                .with(limiter)
                .get("/free", request -> One.of(Response.text("free")));
        return TestServer.start(routes, builder -> builder.clock(time));
    }

    private RawSocket send(TestServer server, String path) {
        RawSocket socket = server.connect().send("GET " + path + " HTTP/1.1\r\nHost: a\r\n\r\n");
        server.steady(() -> limiter.inFlight() + limiter.waiting());
        return socket;
    }

    private void finish(String text) {
        running.remove().complete(Response.text(text));
    }

    @Test
    void whatIsTooMuchIsRefusedAtOnce() {
        limiter = Limiter.fixed(2)
                .retryAfter(Duration.ofMillis(2500))
                .alwaysServe(Health::isAsked)
                .build();
        try (TestServer server = start();
                RawSocket first = send(server, "/slow");
                RawSocket second = send(server, "/slow/too")) {
            assertEquals(2, limiter.inFlight());
            Reply refused = server.get("/slow");
            assertEquals(503, refused.status());
            assertEquals("3", refused.header("retry-after"));
            assertEquals(1, limiter.refused());
            assertEquals("free", server.get("/free").body());
            assertEquals("fine", server.get("/health/live").body());
            finish("one");
            assertEquals("one", first.reply().body());
            assertEquals(1, limiter.inFlight());
            assertEquals(500, server.get("/throws").status());
            assertEquals(1, limiter.inFlight());
            finish("two");
            assertEquals("two", second.reply().body());
            assertEquals(0, limiter.inFlight());
        }
    }

    @Test
    void aClientThatGoesMakesRoom() {
        limiter = Limiter.fixed(1).build();
        try (TestServer server = start()) {
            send(server, "/slow").close();
            assertEquals(0, server.steady(limiter::inFlight));
        }
    }

    @Test
    void aFewMayWait() {
        limiter = Limiter.fixed(1).queue(2, Duration.ofMillis(500)).build();
        try (TestServer server = start();
                RawSocket first = send(server, "/slow");
                RawSocket second = send(server, "/slow");
                RawSocket third = send(server, "/slow")) {
            assertEquals(2, limiter.waiting());
            assertEquals(503, server.get("/slow").status());
            time.advance(Duration.ofMillis(400));
            assertEquals(1, running.size());
            finish("one");
            assertEquals("one", first.reply().body());
            server.roundTrip();
            assertEquals(1, limiter.waiting());
            assertEquals(1, limiter.inFlight());
            finish("two");
            assertEquals("two", second.reply().body());
            server.roundTrip();
            finish("three");
            assertEquals("three", third.reply().body());
            assertEquals(0, limiter.inFlight() + limiter.waiting());
        }
    }

    @Test
    void nobodyWaitsTooLong() {
        limiter = Limiter.fixed(1).queue(5, Duration.ofMillis(500)).build();
        try (TestServer server = start();
                RawSocket first = send(server, "/slow");
                RawSocket second = send(server, "/slow")) {
            time.advance(Duration.ofMillis(500));
            assertEquals(503, second.reply().status());
            assertEquals(0, limiter.waiting());
            assertEquals(1, limiter.inFlight());
            finish("one");
            assertEquals("one", first.reply().body());
            assertEquals(0, limiter.inFlight());
        }
    }

    @Test
    void whoeverLeavesTheLineMakesRoomInIt() {
        limiter = Limiter.fixed(1).queue(1, Duration.ofSeconds(5)).build();
        try (TestServer server = start();
                RawSocket first = send(server, "/slow")) {
            send(server, "/slow").close();
            assertEquals(0, server.steady(limiter::waiting));
            try (RawSocket second = send(server, "/slow")) {
                finish("one");
                assertEquals("one", first.reply().body());
                server.roundTrip();
                finish("two");
                assertEquals("two", second.reply().body());
            }
            assertEquals(0, limiter.inFlight() + limiter.waiting());
        }
    }

    @Test
    void whoLeavesInTheMomentOfItsTurnTakesNoPlace() {
        limiter = Limiter.fixed(1).queue(1, Duration.ofSeconds(5)).build();
        Handler fickle = request -> {
            Cancellable first = begin(request);
            Cancellable second = begin(request);
            first.cancel(); // the second is let in, but runs in a later turn of the loop
            assertEquals(1, limiter.inFlight());
            second.cancel();
            return One.of(Response.text(limiter.inFlight() + " " + limiter.waiting()));
        };
        try (TestServer server = TestServer.start(fickle, builder -> builder.clock(time))) {
            assertEquals("0 0", server.get("/").body());
        }
    }

    private Cancellable begin(Request request) throws Exception {
        return limiter.filter(request, slow).subscribe(answer -> {}, failure -> {});
    }

    @Test
    void noPlaceIsLostBetweenThreads() throws Exception {
        limiter = Limiter.fixed(3).queue(1000, Duration.ofSeconds(30)).build();
        Handler handler = Handler.blocking(request -> Response.text("x")).with(limiter);
        try (TestServer server = TestServer.start(handler, builder -> builder.threads(2))) {
            List<Thread> clients = new ArrayList<>();
            ConcurrentLinkedQueue<Integer> statuses = new ConcurrentLinkedQueue<>();
            for (int i = 0; i < 16; i++) {
                clients.add(Thread.ofVirtual().start(() -> {
                    try (RawSocket socket = server.connect()) {
                        for (int n = 0; n < 50; n++) {
                            statuses.add(socket.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                                    .reply()
                                    .status());
                        }
                    }
                }));
            }
            for (Thread client : clients) {
                client.join();
            }
            assertEquals(800, statuses.stream().filter(status -> status == 200).count());
            assertEquals(0, limiter.inFlight() + limiter.waiting());
        }
    }

    @Test
    void aBuilderIsAsItWasAfterOneWasBuilt() {
        Limiter.Builder builder = Limiter.adaptive();
        int usual = builder.build().limit();
        assertEquals(50, builder.between(50, 100).build().limit());
        assertEquals(usual, builder.between(4, 1_000).build().limit());
    }

    @Test
    void anAdaptiveOneShrinksWhenLatencyGrows() {
        limiter = Limiter.adaptive()
                .between(2, 100)
                .initial(50)
                .tolerance(1.5)
                .clock(time)
                .build();
        try (TestServer server = start()) {
            serve(server, 40, Duration.ofMillis(10));
            int before = limiter.limit();
            assertEquals(50, before);
            serve(server, 600, Duration.ofMillis(100));
            assertTrue(limiter.limit() < before / 2, () -> "" + limiter.limit());
        }
    }

    private void serve(TestServer server, int count, Duration each) {
        try (RawSocket socket = server.connect()) {
            for (int i = 0; i < count; i++) {
                socket.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n");
                while (running.isEmpty()) {
                    server.roundTrip(); // which a busy kernel may let overtake the request
                }
                time.advance(each);
                finish("x");
                assertEquals(200, socket.reply().status());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void timeoutsCount(boolean awaited) {
        Throwable late = new TimeoutException("test");
        limiter = Limiter.adaptive().initial(50).clock(time).build();
        Handler handler = request -> {
            time.advance(Duration.ofMillis(10));
            return request.path().equals("/late")
                    ? One.fail(() -> awaited ? new CompletionException(late) : late)
                    : One.of(Response.text("x"));
        };
        try (TestServer server = TestServer.start(handler.with(limiter))) {
            for (int i = 0; i < 300; i++) {
                assertEquals(503, server.get("/late").status());
                assertEquals(200, server.get("/").status());
            }
            assertTrue(limiter.limit() < 25, () -> "" + limiter.limit());
        }
    }

    /** It cancels what is late, as a client does that leaves. */
    @Test
    void whatADeadlineAroundItEndsCountsAsATimeout() {
        countsAsTimeouts(Deadline.of(LIMIT));
    }

    @Test
    void whatAShorterDeadlineAroundAnotherEndsCountsAsATimeout() {
        countsAsTimeouts(Deadline.of(LIMIT).around(Deadline.of(LIMIT.multipliedBy(2))));
    }

    private void countsAsTimeouts(Filter deadline) {
        limiter = Limiter.adaptive().initial(50).clock(time).build();
        Handler handler = slow.with(deadline, limiter);
        try (TestServer server = TestServer.start(handler, builder -> builder.clock(time))) {
            for (int i = 0; i < 200; i++) {
                try (RawSocket socket = send(server, "/slow")) {
                    time.advance(LIMIT);
                    assertEquals(503, socket.reply().status());
                }
            }
            assertTrue(limiter.limit() < 25, () -> "" + limiter.limit());
        }
    }

    @Test
    void settingsThatMakeNoSenseAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> Limiter.fixed(0));
        assertThrows(IllegalStateException.class, () -> Limiter.fixed(1).initial(5));
        assertThrows(IllegalArgumentException.class, () -> Limiter.adaptive().between(5, 4));
        assertThrows(IllegalArgumentException.class, () -> Limiter.adaptive().tolerance(0.5));
        assertThrows(IllegalArgumentException.class, () -> Limiter.fixed(1).queue(1, Duration.ZERO));
    }
}
