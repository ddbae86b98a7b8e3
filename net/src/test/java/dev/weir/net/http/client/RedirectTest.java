package dev.weir.net.http.client;

import static dev.weir.net.http.client.TestClient.OK;
import static dev.weir.net.http.client.TestClient.begin;
import static dev.weir.net.http.client.TestClient.failure;
import static dev.weir.net.http.client.TestClient.until;
import static dev.weir.net.http.client.TestClient.value;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.One;
import dev.weir.Retry;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawServer;
import dev.weir.net.RawSocket;
import dev.weir.net.http.Response;
import dev.weir.net.http.Routes;
import dev.weir.net.http.TestServer;
import dev.weir.net.http.client.ClientException.Reason;
import dev.weir.testkit.VirtualTime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Redirects and retries: what leads from one exchange to the next. */
@ExtendWith(NoLeaks.class)
class RedirectTest {
    private static String redirect(int status, String location) {
        return "HTTP/1.1 " + status + " X\r\nLocation: " + location + "\r\nContent-Length: 4\r\n\r\ngone";
    }

    @ParameterizedTest
    @CsvSource({
        "301,GET,GET,", "302,GET,GET,", "303,GET,GET,", "307,GET,GET,", "308,GET,GET,",
        "301,POST,GET,", "302,POST,GET,", "303,POST,GET,", "307,POST,POST,data", "308,POST,POST,data",
        "301,PUT,PUT,data", "303,PUT,GET,", "303,HEAD,HEAD,"
    })
    void theMethodAndBodyAreKeptOrNot(int status, String method, String then, String body) {
        try (TestClient test = TestClient.start()) {
            ClientRequest request = test.client.request(method, test.server.url("/a/b"));
            boolean sends = method.startsWith("P");
            var uri = begin((sends ? request.withBody("data") : request).send(response -> One.of(response.uri())));
            RawSocket socket = test.accept();
            assertEquals(sends ? "data" : "", socket.request().body());
            String answer = redirect(status, "../c?d=e");
            socket.send(method.equals("HEAD") ? answer.substring(0, answer.length() - 4) : answer);
            RawSocket.Asked second = socket.request();
            assertEquals(then + " /c?d=e HTTP/1.1", second.line());
            assertEquals(body == null ? "" : body, second.body());
            assertEquals(body == null ? null : "text/plain; charset=utf-8", second.header("content-type"));
            socket.send(then.equals("HEAD") ? "HTTP/1.1 200 OK\r\n\r\n" : OK);
            assertEquals(test.server.url("/c?d=e"), value(uri).toString());
            assertEquals(1, test.client.pool().opened());
        }
    }

    /** RFC 9110 section 15.4. */
    @ParameterizedTest
    @CsvSource({"303,false", "307,true"})
    void whatIsOfTheContentGoesWithIt(int status, boolean kept) {
        List<String> fields = List.of(
                "content-encoding",
                "content-language",
                "content-location",
                "content-range",
                "content-digest",
                "content-md5",
                "digest",
                "repr-digest",
                "trailer",
                "last-modified");
        try (TestClient test = TestClient.start()) {
            ClientRequest request = test.post("/").withBody("data").withHeader("X-Kept", "yes");
            for (String field : fields) {
                request = request.withHeader(field, "it");
            }
            var text = begin(request.text());
            RawSocket socket = test.accept();
            socket.request();
            socket.send(redirect(status, "/2"));
            RawSocket.Asked second = socket.request();
            for (String field : fields) {
                assertEquals(kept ? "it" : null, second.header(field), field);
            }
            assertEquals("yes", second.header("x-kept"));
            socket.send(OK);
            value(text);
        }
    }

    @Test
    void aQueryAloneLeavesThePath() {
        try (TestClient test = TestClient.start()) {
            var uri = begin(test.get("/a/b?page=1").send(response -> One.of(response.uri())));
            RawSocket socket = test.accept();
            socket.request();
            socket.send(redirect(302, "?page=2"));
            assertEquals("GET /a/b?page=2 HTTP/1.1", socket.request().line());
            socket.send(OK);
            assertEquals(test.server.url("/a/b?page=2"), value(uri).toString());
        }
    }

    @Test
    void whatItLeadsToMayNeedEscapes() {
        try (TestClient test = TestClient.start()) {
            var uri = begin(test.get("/doc#part-3").send(response -> One.of(response.uri())));
            RawSocket socket = test.accept();
            socket.request();
            socket.send(redirect(302, "/my report.pdf?q=a|b"));
            assertEquals(
                    "GET /my%20report.pdf?q=a%7Cb HTTP/1.1", socket.request().line());
            socket.send(OK);
            assertEquals(
                    test.server.url("/my%20report.pdf?q=a%7Cb#part-3"),
                    value(uri).toString());
        }
    }

    @Test
    void secretsAreForTheFirstOriginOnly() {
        try (TestClient test = TestClient.start();
                RawServer other = RawServer.start()) {
            var text = begin(test.get("/1")
                    .withBasicAuth("me", "secret")
                    .withHeader("Cookie", "a=b")
                    .withHeader("X-Kept", "yes")
                    .text());
            RawSocket first = test.accept();
            assertEquals("Basic bWU6c2VjcmV0", first.request().header("authorization"));
            first.send(redirect(302, "/2"));
            assertEquals("Basic bWU6c2VjcmV0", first.request().header("authorization"));
            first.send(redirect(307, other.url("/3")));
            RawSocket second = other.accept();
            RawSocket.Asked third = second.request();
            assertEquals("127.0.0.1:" + other.port(), third.header("host"));
            assertNull(third.header("authorization"));
            assertNull(third.header("cookie"));
            assertEquals("yes", third.header("x-kept"));
            second.send(OK);
            assertEquals("ok", value(text));
        }
    }

    @Test
    void thereIsALimit() {
        try (TestClient test = TestClient.start(builder -> builder.maxRedirects(2))) {
            var text = begin(test.get("/0").text());
            RawSocket socket = test.accept();
            for (int i = 0; i < 3; i++) {
                assertEquals("GET /" + i + " HTTP/1.1", socket.request().line());
                socket.send(redirect(302, "/" + (i + 1)));
            }
            assertTrue(failure(text, Reason.REDIRECT)
                    .getMessage()
                    .endsWith("more than 2 redirects (setting: maxRedirects)"));
        }
    }

    @Test
    void theyAreNotFollowedIfNobodyWantsThat() {
        try (TestClient test = TestClient.start()) {
            var location = begin(test.get("/")
                    .withRedirects(false)
                    .send(response -> One.of(response.status() + response.header("location"))));
            RawSocket socket = test.accept();
            socket.request();
            socket.send(redirect(302, "/2"));
            assertEquals("302/2", value(location));
        }
    }

    @ParameterizedTest
    @CsvSource({"ftp://a/", "http://", "http://user@host/", "'http://a b/'", "javascript:alert(1)"})
    void itMustLeadSomewhere(String location) {
        try (TestClient test = TestClient.start()) {
            var text = begin(test.get("/").text());
            RawSocket socket = test.accept();
            socket.request();
            socket.send(redirect(302, location));
            failure(text, Reason.REDIRECT);
        }
    }

    @Test
    void aRedirectWithoutLocationIsAnAnswer() {
        try (TestClient test = TestClient.start()) {
            var status = begin(test.get("/").send(response -> One.of(response.status())));
            RawSocket socket = test.accept();
            socket.request();
            socket.send("HTTP/1.1 302 X\r\nContent-Length: 0\r\n\r\n");
            assertEquals(302, value(status));
        }
    }

    @Test
    void aRetrySendsAgainWhatFailed() {
        VirtualTime time = new VirtualTime();
        try (TestClient test = TestClient.patient(time, builder -> builder)) {
            Retry retry = Retry.backoff(3, Duration.ofSeconds(1)).withJitter(0);
            var text = begin(test.get("/").withRetry(retry).text());
            RawSocket first = test.accept();
            first.request();
            first.close();
            RawSocket second = acceptWhile(time, test);
            second.request();
            second.send("HTTP/1.1 503 Busy\r\nConnection: close\r\nContent-Length: 4\r\n\r\nbusy");
            RawSocket third = acceptWhile(time, test);
            third.request();
            third.send(OK);
            assertEquals("ok", value(text));
        }
    }

    private static RawSocket acceptWhile(VirtualTime time, TestClient test) {
        return advanceWhile(time, test::accept);
    }

    private static <T> T advanceWhile(VirtualTime time, java.util.function.Supplier<T> action) {
        CompletableFuture<T> done = CompletableFuture.supplyAsync(action);
        TestClient.advanceUntil(time, Duration.ofMillis(10), done);
        return value(done);
    }

    @Test
    void whenRetriesAreUsedUpTheLastAnswerCounts() {
        try (TestClient test = TestClient.start()) {
            var text = begin(test.get("/")
                    .withRetry(Retry.atMost(1))
                    .send(response -> response.text().map(body -> response.status() + body)));
            RawSocket socket = test.accept();
            for (int i = 1; i <= 2; i++) {
                socket.request();
                socket.send("HTTP/1.1 503 Busy\r\nContent-Length: 1\r\n\r\n" + i);
            }
            assertEquals("5032", value(text));
        }
    }

    @Test
    void aFilterDecidesWhatIsWorthARetry() {
        try (TestClient test = TestClient.start()) {
            Retry onlyBroken = Retry.atMost(5).onlyIf(failure -> failure instanceof ClientException);
            var status = begin(test.get("/").withRetry(onlyBroken).send(response -> One.of(response.status())));
            RawSocket socket = test.accept();
            socket.request();
            socket.send("HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n");
            assertEquals(503, value(status));
        }
    }

    @Test
    void whatIsNotIdempotentIsNotRetried() {
        try (TestClient test = TestClient.start()) {
            ClientRequest post = test.post("/");
            IllegalStateException refused = org.junit.jupiter.api.Assertions.assertThrows(
                    IllegalStateException.class, () -> post.withRetry(Retry.atMost(1)));
            assertTrue(refused.getMessage().startsWith("POST is not idempotent"));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aClientThatIsShutDownFollowsWhatRuns(boolean http2) {
        CompletableFuture<Response> late = new CompletableFuture<>();
        CompletableFuture<String> asked = new CompletableFuture<>();
        Routes routes = Routes.create()
                .post("/a", request -> {
                    asked.complete(request.path());
                    return One.from(late);
                })
                .get("/b", request -> One.of(Response.text("ok")));
        HttpClientBuilder builder = HttpClient.builder().threads(1);
        try (TestServer server = TestServer.start(routes);
                HttpClient client = (http2 ? builder.http2PriorKnowledge() : builder).build()) {
            var text = begin(client.post(server.url("/a")).withBody("data").text());
            value(asked);
            var down = begin(client.shutdown(Duration.ofMinutes(10)));
            failure(begin(client.get(server.url("/b")).text()), Reason.SHUT_DOWN);
            late.complete(Response.empty(303).withHeader("Location", "/b"));
            assertEquals("ok", value(text));
            value(down);
            assertEquals(0, client.pool().connections());
        }
    }

    @Test
    void aClientThatHasEndedOpensNothingForAFilter() {
        CompletableFuture<One<ClientResponse>> again = new CompletableFuture<>();
        ClientFilter filter = (request, next) -> {
            again.complete(One.defer(() -> next.apply(request)));
            return next.apply(request);
        };
        try (TestClient test = TestClient.start(builder -> builder.filter(filter))) {
            var response = begin(test.get("/").send());
            RawSocket socket = test.accept();
            socket.request();
            socket.send(OK);
            assertEquals("ok", value(begin(value(response).text())));
            value(begin(test.client.shutdown(Duration.ofMinutes(10))));
            failure(begin(value(again)), Reason.SHUT_DOWN);
            assertEquals(1, test.client.pool().opened());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aClientThatIsShutDownWaitsForAFilterUntilTheDeadline(boolean late) {
        VirtualTime time = new VirtualTime();
        CompletableFuture<String> token = new CompletableFuture<>();
        ClientFilter filter = (request, next) -> next.apply(request)
                .flatMap(response -> response.text())
                .flatMap(text -> One.from(token))
                .flatMap(known -> next.apply(request.withHeader("X-Token", known)));
        try (TestClient test = TestClient.patient(time, builder -> builder.filter(filter))) {
            var text = begin(test.get("/").text());
            RawSocket first = test.accept();
            first.request();
            first.send(OK);
            until(() -> test.client.pool().idle() == 1);
            var down = begin(test.client.shutdown(Duration.ofSeconds(5)));
            until(() -> test.client.pool().connections() == 0);
            assertFalse(down.isDone());
            if (late) {
                time.advance(Duration.ofSeconds(5));
                value(down);
                token.complete("t");
                failure(text, Reason.SHUT_DOWN);
            } else {
                token.complete("t");
                RawSocket second = test.accept();
                assertEquals("t", second.request().header("x-token"));
                second.send(OK);
                assertEquals("ok", value(text));
                value(down);
            }
        }
    }
}
