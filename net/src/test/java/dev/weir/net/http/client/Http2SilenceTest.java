package dev.weir.net.http.client;

import static dev.weir.net.http.client.TestClient.advanceUntil;
import static dev.weir.net.http.client.TestClient.begin;
import static dev.weir.net.http.client.TestClient.failure;
import static dev.weir.net.http.client.TestClient.until;
import static dev.weir.net.http.client.TestClient.value;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.Cancellable;
import dev.weir.Retry;
import dev.weir.net.NoLeaks;
import dev.weir.net.http.client.ClientException.Reason;
import dev.weir.testkit.VirtualTime;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A connection of HTTP/2 that may be dead: nothing comes on it, whatever is asked. */
@ExtendWith(NoLeaks.class)
class Http2SilenceTest {
    private static final Duration A_WHILE = Duration.ofSeconds(2);

    private final Http2Server server = new Http2Server(10);
    private final VirtualTime time = new VirtualTime();
    private final HttpClient client =
            HttpClient.builder().http2PriorKnowledge().threads(1).clock(time).build();

    private ClientRequest get(String target) {
        return client.get(server.url(target));
    }

    @BeforeEach
    void connect() {
        var text = begin(get("/").text());
        server.next().ok("first");
        assertEquals("first", value(text));
        until(() -> client.pool().idle() == 1);
    }

    @AfterEach
    void close() {
        client.close();
        client.closed().await(TestClient.GENEROUS);
        server.close();
    }

    private void assertAnswered(int connections) {
        var next = begin(get("/next").text());
        server.next().ok("next");
        assertEquals("next", value(next));
        assertEquals(connections, client.pool().opened());
    }

    @Test
    void isLeftWhenARequestsTimeIsOver() {
        var late = begin(get("/").withTimeout(A_WHILE).text());
        server.next();
        time.advance(A_WHILE);
        failure(late, Reason.DEADLINE);
        assertAnswered(2);
        until(() -> client.pool().connections() == 1);
    }

    @Test
    void isLeftWhenSomebodyGivesUp() {
        Cancellable request = get("/").text().subscribe();
        Http2Server.Stream stream = server.next();
        time.advance(A_WHILE);
        request.cancel();
        until(() -> stream.gone);
        assertAnswered(2);
    }

    @Test
    void isLeftWhenTriesAreShort() {
        var text = begin(get("/").withTryTimeout(Duration.ofMillis(400))
                .withRetry(Retry.atMost(9))
                .text());
        for (int i = 0; i < 3; i++) {
            Http2Server.Stream stream = server.next();
            assertEquals(1, client.pool().opened());
            time.advance(Duration.ofMillis(400));
            until(() -> stream.gone);
        }
        server.next().ok("another");
        assertEquals("another", value(text));
        assertEquals(2, client.pool().opened());
    }

    @Test
    void isKeptIfOthersHearOnIt() {
        var other = new CompletableFuture<ClientResponse>();
        var read = begin(get("/other").send(response -> {
            other.complete(response);
            return response.text();
        }));
        Http2Server.Stream stream = server.next();
        stream.head(200, false);
        value(other);
        var late = begin(get("/").withTryTimeout(A_WHILE).text());
        Http2Server.Stream unanswered = server.next();
        stream.data("heard", true);
        assertEquals("heard", value(read));
        advanceUntil(time, Duration.ofMillis(500), late);
        failure(late, Reason.HEAD_TIMEOUT);
        until(() -> unanswered.gone);
        assertAnswered(1);
    }

    @Test
    void isKeptByThoseWhoDoNotWait() {
        for (int i = 0; i < 20; i++) {
            Cancellable request = get("/").text().subscribe();
            Http2Server.Stream stream = server.next();
            time.advance(Duration.ofMillis(20));
            request.cancel();
            until(() -> stream.gone);
        }
        assertAnswered(1);
    }
}
