package dev.weir.net.http.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Ending;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawSocket;
import dev.weir.net.http.Handler;
import dev.weir.net.http.HttpException;
import dev.weir.net.http.Response;
import dev.weir.net.http.Routes;
import dev.weir.net.http.TestServer;
import dev.weir.testkit.VirtualTime;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(NoLeaks.class)
class DeadlineTest {
    private static final Duration LIMIT = Duration.ofSeconds(2);

    private final VirtualTime time = new VirtualTime();
    private final CompletableFuture<Ending> ended = new CompletableFuture<>();

    private TestServer start(Routes routes) {
        return TestServer.start(routes, builder -> builder.clock(time));
    }

    private static String get(String path) {
        return "GET " + path + " HTTP/1.1\r\nHost: test\r\n\r\n";
    }

    private Handler waiting() {
        return request -> One.<Response>never().doFinally(ended::complete);
    }

    /** Until its deadline runs, which is after it is counted. A ping over another connection may come before both. */
    private static void awaitRequest(TestServer server) {
        while (server.server().inFlight() + server.server().streams() == 0) {
            server.roundTrip();
        }
        server.roundTrip(); // on the request's event loop, so what has begun there is done
    }

    @Test
    void whatTakesTooLongIsAnsweredAndCancelled() throws Exception {
        Routes routes = Routes.create().get("/slow", waiting()).with(Deadline.of(LIMIT));
        try (TestServer server = start(routes);
                RawSocket client = server.connect()) {
            client.send(get("/slow"));
            awaitRequest(server);
            time.advance(LIMIT.minusNanos(1));
            server.roundTrip();
            assertFalse(ended.isDone());
            time.advance(Duration.ofNanos(1));
            RawSocket.Reply reply = client.reply();
            assertEquals(503, reply.status());
            assertTrue(reply.body().contains("no response in time"), reply.body());
            assertEquals(Ending.CANCELLED, ended.get(120, TimeUnit.SECONDS));
            client.send(get("/slow")); // the connection goes on
            awaitRequest(server);
            time.advance(LIMIT);
            assertEquals(503, client.reply().status());
        }
    }

    @Test
    void itIsOfTheRoutesBeforeIt() {
        Routes routes = Routes.create()
                .get("/quick", request -> One.of(Response.text("quick")))
                .with(Deadline.of(LIMIT))
                .get("/slow", waiting());
        try (TestServer server = start(routes);
                RawSocket client = server.connect()) {
            assertEquals("quick", server.get("/quick").body());
            client.send(get("/slow"));
            awaitRequest(server);
            time.advance(LIMIT.multipliedBy(10));
            server.roundTrip();
            assertEquals(1, server.server().inFlight());
            assertFalse(ended.isDone());
        }
    }

    @Test
    void aBodyThatDoesNotComeCounts() {
        Routes routes = Routes.create()
                .post("/", request -> request.text().map(Response::text))
                .with(Deadline.of(LIMIT));
        try (TestServer server = start(routes);
                RawSocket client = server.connect()) {
            client.send("POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 9\r\n\r\nhalf");
            awaitRequest(server);
            time.advance(LIMIT);
            assertEquals(503, client.reply().status());
        }
    }

    @Test
    void aResponseThatHasBegunIsNotCut() {
        CompletableFuture<ByteBuffer> rest = new CompletableFuture<>();
        Many<ByteBuffer> body = Many.concat(
                Many.of(ByteBuffer.wrap(new byte[] {'a'})), One.from(() -> rest).toMany());
        Routes routes = Routes.create()
                .get("/", request -> One.of(Response.stream("x/y", 2, body)))
                .with(Deadline.of(LIMIT));
        try (TestServer server = start(routes);
                RawSocket client = server.connect()) {
            client.send(get("/"));
            awaitRequest(server);
            time.advance(LIMIT.multipliedBy(3));
            server.roundTrip();
            rest.complete(ByteBuffer.wrap(new byte[] {'b'}));
            assertEquals("ab", client.reply().body());
        }
    }

    @Test
    void failuresAreTheHandlers() {
        Routes routes = Routes.create()
                .get("/", request -> One.fail(() -> new HttpException(418, "a teapot")))
                .with(Deadline.of(LIMIT));
        try (TestServer server = start(routes)) {
            assertEquals(418, server.get("/").status());
        }
    }

    @Test
    void aBlockingHandlerIsInFlightUntilItEnds() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch gate = new CountDownLatch(1);
        Routes routes = Routes.create()
                .get("/", Handler.blocking(request -> {
                    entered.countDown();
                    gate.await();
                    return Response.text("late");
                }))
                .with(Deadline.of(LIMIT));
        try (TestServer server = start(routes);
                RawSocket client = server.connect()) {
            client.send(get("/"));
            assertTrue(entered.await(120, TimeUnit.SECONDS));
            server.roundTrip();
            time.advance(LIMIT);
            assertEquals(503, client.reply().status());
            assertEquals(1, server.steady(server.server()::inFlight));
            gate.countDown();
            while (server.server().inFlight() > 0) {
                server.roundTrip();
            }
        }
    }

    @Test
    void aDeadlineThatCanNotBeIsNamed() {
        String said = assertThrows(IllegalArgumentException.class, () -> Deadline.of(Duration.ZERO))
                .getMessage();
        assertTrue(said.startsWith("the deadline must be positive"), said);
    }
}
