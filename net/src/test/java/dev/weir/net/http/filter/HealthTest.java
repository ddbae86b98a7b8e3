package dev.weir.net.http.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.One;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawSocket;
import dev.weir.net.RawSocket.Reply;
import dev.weir.net.http.Handler;
import dev.weir.net.http.Response;
import dev.weir.net.http.TestServer;
import dev.weir.testkit.VirtualTime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(NoLeaks.class)
class HealthTest {
    private final AtomicReference<One<String>> database = new AtomicReference<>(One.of("pong"));
    private final VirtualTime time = new VirtualTime();
    private final Health health = Health.builder()
            .check("database", Duration.ofSeconds(2), database::get)
            .check("disk", Duration.ofSeconds(2), () -> One.blocking(() -> true))
            .build();

    private TestServer start() {
        return TestServer.start(health.routes(), builder -> builder.clock(time));
    }

    @Test
    void isReadyIfAllChecksAre() {
        try (TestServer server = start()) {
            Reply live = server.get("/health/live");
            assertEquals("{\"status\":\"up\"}\n", live.body());
            assertEquals("no-store", live.header("cache-control"));
            Reply ready = server.get("/health/ready");
            assertEquals(200, ready.status());
            assertEquals("{\"status\":\"up\",\"checks\":{\"database\":\"up\",\"disk\":\"up\"}}\n", ready.body());
        }
    }

    @Test
    void isNotReadyIfOneFailsOrIsLate() {
        try (TestServer server = start()) {
            database.set(One.fail(() -> new IllegalStateException("secret")));
            Reply failed = server.get("/health/ready");
            assertEquals(503, failed.status());
            assertEquals("{\"status\":\"down\",\"checks\":{\"database\":\"down\",\"disk\":\"up\"}}\n", failed.body());
            database.set(One.never());
            try (RawSocket late = server.connect()) {
                late.send("GET /health/ready HTTP/1.1\r\nHost: a\r\n\r\n");
                server.roundTrip();
                time.advance(Duration.ofSeconds(2));
                assertEquals(503, late.reply().status());
            }
            database.set(null);
            assertEquals(503, server.get("/health/ready").status());
            assertEquals(200, server.get("/health/live").status());
        }
    }

    @Test
    void isNotReadyBeforeItEnds() {
        try (TestServer server = start()) {
            CompletableFuture<Void> ended = new CompletableFuture<>();
            var _ = health.shutdown(server.server(), Duration.ofSeconds(5), Duration.ofSeconds(30))
                    .withContext(context -> context.withClock(time))
                    .subscribe(done -> ended.complete(null));
            Reply reply = server.get("/health/ready");
            assertEquals(503, reply.status());
            assertEquals("{\"status\":\"down\"}\n", reply.body());
            assertEquals(200, server.get("/health/live").status());
            assertFalse(ended.isDone());
            time.advance(Duration.ofSeconds(5));
            server.server().closed().await(TestServer.GENEROUS);
            ended.join();
            assertTrue(ended.isDone());
        }
    }

    @Test
    void onlyItsRoutesAreItsRoutes() {
        Handler asked =
                request -> One.of(Response.text(Health.isAsked(request) + " " + Health.isAsked(request, "/internal")));
        try (TestServer server = TestServer.start(asked)) {
            assertEquals("true false", server.get("/health/live").body());
            assertEquals("true false", server.get("/health/ready?by=balancer").body());
            assertEquals("false true", server.get("/internal/health/ready").body());
            for (String other : List.of("/files/health/live", "/health%2Flive", "/health/live/", "/?/health/live")) {
                assertEquals("false false", server.get(other).body(), other);
            }
        }
    }

    @Test
    void eachCheckHasANameOfItsOwn() {
        Health.Builder one = Health.builder().check("db", Duration.ofSeconds(1), () -> One.of(1));
        assertThrows(IllegalArgumentException.class, () -> one.check("db", Duration.ofSeconds(1), () -> One.of(2)));
    }
}
