package dev.weir.net.http.client;

import static dev.weir.net.http.client.TestClient.OK;
import static dev.weir.net.http.client.TestClient.begin;
import static dev.weir.net.http.client.TestClient.failure;
import static dev.weir.net.http.client.TestClient.value;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.One;
import dev.weir.Retry;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawServer;
import dev.weir.net.RawSocket;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a client adds to all requests. */
@ExtendWith(NoLeaks.class)
class DefaultsTest {
    @Test
    void theBaseStandsBeforeWhatBeginsWithASlash() {
        try (RawServer server = RawServer.start();
                RawServer other = RawServer.start();
                HttpClient client =
                        HttpClient.builder().baseUri(server.url("/api/")).build()) {
            var text = begin(client.get("/orders?x=1").text());
            RawSocket socket = server.accept();
            assertEquals("GET /api/orders?x=1 HTTP/1.1", socket.request().line());
            socket.send(OK);
            assertEquals("ok", value(text));
            var absolute = begin(client.get(other.url("/orders")).text());
            RawSocket second = other.accept();
            assertEquals("GET /orders HTTP/1.1", second.request().line());
            second.send(OK);
            assertEquals("ok", value(absolute));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api", "ftp://a", "http://a/?x", "http://a/#x", ""})
    void theBaseIsAbsolute(String malformed) {
        assertThrows(IllegalArgumentException.class, () -> HttpClient.builder().baseUri(malformed));
    }

    @Test
    void fieldsAreAddedUnlessTheRequestHasThem() {
        try (TestClient test =
                TestClient.start(builder -> builder.header("X-Key", "mine").header("Accept", "a/b"))) {
            var text = begin(test.get("/").withHeader("Accept", "c/d").text());
            RawSocket socket = test.accept();
            RawSocket.Asked asked = socket.request();
            assertEquals("mine", asked.header("x-key"));
            assertEquals("c/d", asked.header("accept"));
            socket.send(OK);
            assertEquals("ok", value(text));
        }
        assertThrows(IllegalArgumentException.class, () -> HttpClient.builder().header("Host", "a"));
    }

    @Test
    void filtersStandAroundEachTry() {
        AtomicInteger tokens = new AtomicInteger();
        try (TestClient test = TestClient.start(builder -> builder.filter(
                        (request, next) -> One.blocking(() -> request.withBearerAuth("t" + tokens.incrementAndGet()))
                                .flatMap(next))
                .filter((request, next) -> next.apply(request.withHeader(
                        "X-After", String.valueOf(request.headers().get("Authorization"))))))) {
            var text = begin(test.get("/").withRetry(Retry.atMost(1)).text());
            RawSocket socket = test.accept();
            RawSocket.Asked first = socket.request();
            assertEquals("Bearer t1", first.header("authorization"));
            assertEquals("Bearer t1", first.header("x-after"));
            socket.send("HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n");
            RawSocket.Asked second = socket.request();
            assertEquals("Bearer t2", second.header("authorization"));
            socket.send(OK);
            assertEquals("ok", value(text));
        }
    }

    /** It is not what the request was answered, nor asked for again. */
    @Test
    void whatAFilterIsRefusedElsewhereIsAFailure() {
        try (TestClient tokens = TestClient.start();
                TestClient test = TestClient.start(builder -> builder.filter((request, next) ->
                        tokens.get("/token").text().map(request::withBearerAuth).flatMap(next)))) {
            var status = begin(test.get("/").withRetry(Retry.atMost(1)).send(response -> One.of(response.status())));
            RawSocket socket = tokens.accept();
            socket.request();
            socket.send("HTTP/1.1 503 No\r\nContent-Length: 2\r\n\r\nno");
            StatusException failure = assertInstanceOf(StatusException.class, failure(status));
            assertEquals("no", failure.body());
        }
    }

    @Test
    void filtersChangeResponsesFromTheInsideOut() {
        try (TestClient test = TestClient.start(builder -> builder.filter((request, next) -> next.apply(request)
                        .map(response -> response.withHeader("X-Seen", response.header("x-seen") + " outside")))
                .filter((request, next) -> next.apply(request)
                        .map(response -> response.withHeader("X-Seen", "inside")
                                .withBody(response.body().map(piece -> ByteBuffer.wrap(new byte[] {'!'}))))))) {
            var got = begin(test.get("/")
                    .send(response -> response.text()
                            .map(text -> text + " " + response.header("X-Seen") + " " + response.status())));
            RawSocket socket = test.accept();
            socket.request();
            socket.send(OK);
            assertEquals("! inside outside 200", value(got));
        }
    }

    /** As with a token that has expired: the response before holds its connection no more. */
    @Test
    void aFilterSendsAgain() {
        try (TestClient test = TestClient.start(builder -> builder.maxConnections(1)
                .filter((request, next) -> next.apply(request)
                        .flatMap(response -> response.status() == 401
                                ? next.apply(request.withBearerAuth("new"))
                                : One.of(response))))) {
            var text = begin(test.get("/").text());
            RawSocket socket = test.accept();
            socket.request();
            socket.send("HTTP/1.1 401 No\r\nContent-Length: 3\r\n\r\nwho");
            assertEquals("Bearer new", socket.request().header("authorization"));
            socket.send(OK);
            assertEquals("ok", value(text));
        }
    }

    @Test
    void nothingIsAddedByDefault() {
        try (TestClient test = TestClient.start()) {
            var text = begin(test.get("/").text());
            RawSocket socket = test.accept();
            assertNull(socket.request().header("authorization"));
            socket.send(OK);
            assertEquals("ok", value(text));
        }
    }
}
