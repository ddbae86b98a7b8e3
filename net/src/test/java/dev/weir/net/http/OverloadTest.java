package dev.weir.net.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawSocket;
import dev.weir.net.RawSocket.Reply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(NoLeaks.class)
class OverloadTest {
    private static final int LIMIT = 3;

    private final CompletableFuture<Response> answer = new CompletableFuture<>();
    private final Routes routes = Routes.create()
            .get("/health", request -> One.of(Response.text("fine")))
            .get("/slow", request -> One.from(answer))
            .get("/events", request -> One.of(Response.sse(Many.never())));

    private TestServer start() {
        return TestServer.start(
                routes,
                builder -> builder.maxInFlight(LIMIT)
                        .retryAfter(Duration.ofMillis(1500))
                        .alwaysServe(request -> request.path().equals("/health")
                                || request.path().equals("/test-ping")));
    }

    private static RawSocket ask(TestServer server, String path) {
        return server.connect().send("GET " + path + " HTTP/1.1\r\nHost: a\r\n\r\n");
    }

    @Test
    void whatIsTooMuchIsRefusedAtOnce() {
        try (TestServer server = start()) {
            List<RawSocket> slow = new ArrayList<>();
            for (int i = 0; i < LIMIT; i++) {
                slow.add(ask(server, "/slow"));
            }
            server.roundTrip();
            assertEquals(LIMIT, server.server().inFlight());

            RawSocket refused = ask(server, "/slow");
            Reply reply = refused.reply();
            assertEquals(503, reply.status());
            assertEquals("2", reply.header("retry-after"));
            assertEquals("application/problem+json", reply.header("content-type"));
            assertNull(reply.header("connection"));
            assertEquals(
                    503,
                    refused.send("GET /events HTTP/1.1\r\nHost: a\r\n\r\n")
                            .reply()
                            .status());
            assertEquals("fine", server.get("/health").body());
            assertEquals(LIMIT, server.server().inFlight());

            answer.complete(Response.text("done"));
            slow.forEach(socket -> assertEquals("done", socket.reply().body()));
            assertEquals(0, server.server().inFlight());
            assertEquals("done", server.get("/slow").body());
            refused.close();
            slow.forEach(RawSocket::close);
        }
    }

    @Test
    void streamsAreCountedApart() {
        try (TestServer server = start()) {
            List<RawSocket> streams = new ArrayList<>();
            for (int i = 0; i < 5 * LIMIT; i++) {
                RawSocket socket = ask(server, "/events");
                assertEquals(200, socket.head().status());
                streams.add(socket);
            }
            assertEquals(0, server.server().inFlight());
            assertEquals(5 * LIMIT, server.server().streams());
            answer.complete(Response.text("done"));
            assertEquals("done", server.get("/slow").body());
            streams.forEach(RawSocket::close);
        }
    }

    @Test
    void aClientThatGoesMakesRoom() {
        try (TestServer server = start()) {
            for (int i = 0; i < 10 * LIMIT; i++) {
                RawSocket socket = ask(server, "/slow");
                while (server.server().inFlight() == 0) {
                    server.roundTrip();
                }
                socket.leave(i % 2 == 0);
                while (server.server().inFlight() > 0) {
                    server.roundTrip();
                }
            }
        }
    }
}
