package dev.weir.net.http.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.One;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawSocket;
import dev.weir.net.http.Filter;
import dev.weir.net.http.Handler;
import dev.weir.net.http.Observer;
import dev.weir.net.http.Response;
import dev.weir.net.http.Routes;
import dev.weir.net.http.TestServer;
import dev.weir.testkit.VirtualTime;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A blocking handler keeps the places of its request, whoever has gone. */
@ExtendWith(NoLeaks.class)
class BlockingPlacesTest {
    private static final String GET = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

    private final VirtualTime time = new VirtualTime();
    private final BlockingQueue<Thread> threads = new ArrayBlockingQueue<>(10);
    private final BlockingQueue<Observer.Outcome> outcomes = new ArrayBlockingQueue<>(100);
    private final CountDownLatch enough = new CountDownLatch(1);
    private final Handler slow = Handler.blocking(request -> {
        threads.add(Thread.currentThread());
        assertTrue(enough.await(120, TimeUnit.SECONDS));
        return Response.text("at last");
    });

    private TestServer start(Handler handler) {
        return TestServer.start(
                handler,
                builder -> builder.clock(time)
                        .maxInFlight(2)
                        .alwaysServe(request -> request.path().equals("/test-ping"))
                        .observe(exchange -> {
                            if (!exchange.request().path().equals("/test-ping")) {
                                outcomes.add(exchange.outcome());
                            }
                        }));
    }

    private Thread begun() throws InterruptedException {
        return threads.poll(120, TimeUnit.SECONDS);
    }

    /** The thread of a handler whose client has gone. */
    private Thread begunAndLeft(TestServer server) throws InterruptedException {
        RawSocket socket = server.connect().send(GET);
        Thread thread = begun();
        socket.close();
        assertOutcome(Observer.Outcome.ABORTED);
        return thread;
    }

    private void assertOutcome(Observer.Outcome expected) throws InterruptedException {
        assertEquals(expected, outcomes.poll(120, TimeUnit.SECONDS));
    }

    @Test
    void aClientThatGoesMakesNoRoomWhileItsThreadRuns() throws Exception {
        Limiter inner = Limiter.fixed(1).build();
        Limiter outer = Limiter.adaptive().build();
        Routes routes = Routes.create().get("/", slow.with(inner)).with(outer);
        try (TestServer server = start(routes)) {
            Thread first = begunAndLeft(server);
            assertEquals(1, inner.inFlight());
            assertEquals(1, outer.inFlight());
            assertEquals(1, server.server().inFlight());
            assertEquals(503, server.get("/").status());
            assertEquals(1, inner.refused());
            enough.countDown();
            first.join();
            assertEquals(
                    0, inner.inFlight() + outer.inFlight() + server.server().inFlight());
            assertEquals("at last", server.get("/").body());
        }
    }

    @Test
    void neitherDoesATimeoutAround() throws Exception {
        Limiter first = Limiter.fixed(1).build();
        Limiter second = Limiter.fixed(1).build();
        Filter late = (request, next) -> next.handle(request)
                .timeout(Duration.ofSeconds(1))
                .onErrorResume(failure -> One.of(Response.empty(504)));
        try (TestServer server = start(slow.with(first, late, second));
                RawSocket socket = server.connect().send(GET)) {
            Thread thread = begun();
            time.advance(Duration.ofSeconds(1));
            assertEquals(504, socket.reply().status());
            assertEquals(1, first.inFlight());
            assertEquals(1, second.inFlight());
            assertEquals(1, server.server().inFlight());
            enough.countDown();
            thread.join();
            assertEquals(
                    0, first.inFlight() + second.inFlight() + server.server().inFlight());
        }
    }

    @Test
    void whoWaitsInLineGetsThePlaceWhenTheThreadHasEnded() throws Exception {
        Limiter limiter = Limiter.fixed(1).queue(1, Duration.ofSeconds(5)).build();
        try (TestServer server = start(slow.with(limiter))) {
            begunAndLeft(server);
            try (RawSocket socket = server.connect().send(GET)) {
                assertEquals(1, server.steady(limiter::waiting));
                enough.countDown();
                assertEquals("at last", socket.reply().body());
            }
            begun().join();
            assertEquals(0, limiter.inFlight() + limiter.waiting());
        }
    }

    @Test
    void whatWasBegunBesidesTheResponseCountsToo() throws Exception {
        UnaryOperator<Handler> besides = handler -> request -> {
            handler.handle(request).subscribe(answer -> {}, failure -> {});
            return One.of(Response.empty(202));
        };
        try (TestServer server = start(besides.apply(slow))) {
            assertEquals(202, server.get("/").status());
            Thread thread = begun();
            assertEquals(1, server.server().inFlight());
            enough.countDown();
            thread.join();
            assertEquals(0, server.server().inFlight());
        }
    }

    @Test
    void whatIsCancelledAtOnceLeavesNoPlaceTaken() {
        Limiter limiter = Limiter.fixed(1).build();
        Handler quick = Handler.blocking(request -> Response.text("x"));
        Handler fickle = request -> {
            for (int i = 0; i < 1000; i++) {
                quick.handle(request).subscribe(answer -> {}).cancel();
            }
            return One.of(Response.text("changed my mind"));
        };
        try (TestServer server = start(fickle.with(limiter))) {
            assertEquals("changed my mind", server.get("/").body());
            assertEquals(0, server.steady(limiter::inFlight));
            assertEquals(0, server.server().inFlight());
        }
    }
}
