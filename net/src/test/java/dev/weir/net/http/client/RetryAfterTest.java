package dev.weir.net.http.client;

import static dev.weir.net.http.client.TestClient.OK;
import static dev.weir.net.http.client.TestClient.advanceUntil;
import static dev.weir.net.http.client.TestClient.begin;
import static dev.weir.net.http.client.TestClient.failure;
import static dev.weir.net.http.client.TestClient.until;
import static dev.weir.net.http.client.TestClient.value;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Retry;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawSocket;
import dev.weir.net.http.client.ClientException.Reason;
import dev.weir.testkit.VirtualTime;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@ExtendWith(NoLeaks.class)
class RetryAfterTest {
    private static final Retry ONCE = Retry.atMost(1);

    private final VirtualTime time = new VirtualTime();

    private static String busy(int status, String fields) {
        return "HTTP/1.1 " + status + " Busy\r\n" + fields + "Connection: close\r\nContent-Length: 4\r\n\r\nbusy";
    }

    /** Answers that it is busy; when the request comes again, answers that. Returns when that is. */
    private Duration asksAgainAfter(Retry retry, String answer) {
        try (TestClient test = TestClient.patient(time, builder -> builder)) {
            Duration begun = time.now();
            var text = begin(test.get("/").withRetry(retry).text());
            RawSocket first = test.accept();
            first.request();
            first.send(answer);
            CompletableFuture<RawSocket> again = CompletableFuture.supplyAsync(test::accept);
            advanceUntil(time, Duration.ofMillis(100), again);
            Duration waited = time.now().minus(begun);
            value(again).request();
            value(again).send(OK);
            assertEquals("ok", value(text));
            return waited;
        }
    }

    private static void assertAbout(long seconds, Duration waited) {
        assertTrue(waited.toMillis() >= seconds * 1000, "asked too early: " + waited);
    }

    @Test
    void waitsAsLongAsTheServerWants() {
        assertAbout(20, asksAgainAfter(ONCE, busy(503, "Retry-After: 20\r\n")));
        assertAbout(20, asksAgainAfter(ONCE, busy(429, "Retry-After:  20 \r\n")));
        assertAbout(
                45,
                asksAgainAfter(
                        ONCE,
                        busy(
                                503,
                                "Date: Tue, 03 Mar 2026 10:00:00 GMT\r\n"
                                        + "Retry-After: Tue, 03 Mar 2026 10:00:45 GMT\r\n")));
    }

    @Test
    void whatIsNoTimeIsIgnored() {
        for (String field : new String[] {
            "Retry-After: soon\r\n",
            "Retry-After: -1\r\n",
            "Retry-After: 0\r\n",
            "Retry-After: Sat, 01 Jan +300000000 00:00:00 GMT\r\n",
            ""
        }) {
            try (TestClient test = TestClient.start(time, builder -> builder)) {
                var text = begin(test.get("/").withRetry(ONCE).text());
                RawSocket first = test.accept();
                first.request();
                first.send(busy(503, field));
                RawSocket second = test.accept(); // although no time has passed
                second.request();
                second.send(OK);
                assertEquals("ok", value(text));
            }
        }
    }

    private String answer(ClientRequest request, TestClient test, String answer) {
        var text = begin(request.send(response -> response.text().map(body -> response.status() + " " + body)));
        RawSocket socket = test.accept();
        socket.request();
        socket.send(answer);
        return value(text); // although no time has passed
    }

    @Test
    void aServerThatWantsTooMuchTimeIsNotAskedAgain() {
        try (TestClient test = TestClient.start(time, builder -> builder.maxRetryAfter(Duration.ofSeconds(10)))) {
            String long1 = busy(503, "Retry-After: 11\r\n");
            String short1 = busy(503, "Retry-After: 9\r\n");
            assertEquals("503 busy", answer(test.get("/").withRetry(ONCE), test, long1));
            assertEquals(
                    "503 busy",
                    answer(test.get("/").withTimeout(Duration.ofSeconds(8)).withRetry(ONCE), test, short1));
            Retry impatient = ONCE.withDeadline(Duration.ofSeconds(8));
            assertEquals("503 busy", answer(test.get("/").withRetry(impatient), test, short1));
        }
    }

    @Test
    void centuriesAreTooMuchToo() {
        try (TestClient test = TestClient.start(time, builder -> builder)) {
            assertEquals(
                    "503 busy", answer(test.get("/").withRetry(ONCE), test, busy(503, "Retry-After: 99999999999\r\n")));
        }
    }

    @Test
    void withoutARetryNobodyWaits() {
        try (TestClient test = TestClient.start(time, builder -> builder)) {
            assertEquals("429 busy", answer(test.get("/"), test, busy(429, "Retry-After: 1\r\n")));
        }
    }

    @Test
    void waitingHoldsNoConnectionAndCanBeCancelled() {
        try (TestClient test = TestClient.start(time, builder -> builder)) {
            CompletableFuture<String> outcome = new CompletableFuture<>();
            var running =
                    test.get("/").withRetry(ONCE).text().subscribe(outcome::complete, outcome::completeExceptionally);
            RawSocket socket = test.accept();
            socket.request();
            socket.send("HTTP/1.1 503 Busy\r\nRetry-After: 20\r\nContent-Length: 1000000000\r\n\r\n");
            socket.drainToEnd();
            until(() -> test.client.pool().connections() == 0);
            running.cancel();
            time.advance(Duration.ofSeconds(30));
            assertFalse(outcome.isDone());
            assertEquals(1, test.client.pool().opened());
        }
    }

    @ParameterizedTest
    @CsvSource({"false,0", "false,20", "true,0", "true,20"})
    void aClientThatIsClosedEndsTheWait(boolean shutDown, int retryAfter) {
        try (TestClient test = TestClient.start(time, builder -> builder)) {
            Retry retry = retryAfter > 0 ? ONCE : Retry.backoff(3, Duration.ofMinutes(1));
            var text = begin(test.get("/").withRetry(retry).text());
            RawSocket socket = test.accept();
            socket.request();
            socket.send("HTTP/1.1 503 Busy\r\nRetry-After: " + retryAfter + "\r\nContent-Length: 1000000000\r\n\r\n");
            socket.drainToEnd(); // which is given up before the wait
            if (shutDown) {
                value(begin(test.client.shutdown(Duration.ofHours(1))));
            } else {
                test.client.close();
            }
            failure(text, Reason.SHUT_DOWN); // although no time has passed
        }
    }

    @Test
    void aClientThatIsShutDownTriesNothingAgain() {
        try (TestClient test = TestClient.start(time, builder -> builder)) {
            var text = begin(test.get("/")
                    .withRetry(ONCE)
                    .send(response -> response.text().map(body -> response.status() + " " + body)));
            RawSocket socket = test.accept();
            socket.request();
            var down = begin(test.client.shutdown(Duration.ofHours(1)));
            failure(begin(test.get("/").text()), Reason.SHUT_DOWN);
            socket.send(busy(503, ""));
            assertEquals("503 busy", value(text));
            value(down);
        }
    }

    @Test
    void aTimeoutEndsBackoffAtOnce() {
        try (TestClient test = TestClient.start(time, builder -> builder)) {
            var text = begin(test.get("/")
                    .withTimeout(Duration.ofSeconds(5))
                    .withRetry(Retry.backoff(3, Duration.ofMinutes(1)))
                    .text());
            try (RawSocket socket = test.accept()) {
                socket.request();
            }
            failure(text, Reason.CLOSED); // although no time has passed
        }
    }

    @Test
    void aFailureSaysHowOftenItWasTried() {
        try (TestClient test = TestClient.start(time, builder -> builder)) {
            var text = begin(test.get("/").withRetry(Retry.atMost(2)).text());
            for (int i = 0; i < 3; i++) {
                RawSocket socket = test.accept();
                socket.request();
                socket.send(busy(503, ""));
            }
            assertEnds(failure(text), "the server answered 503 after 3 tries: busy");
            var none = begin(test.get("/").withRetry(Retry.atMost(1)).text());
            leave(test);
            leave(test);
            assertEnds(failure(none), "closed the connection before the response after 2 tries");
            var once = begin(test.get("/").withRetry(Retry.atMost(0)).text());
            leave(test);
            assertEnds(failure(once), "closed the connection before the response");
        }
    }

    private static void leave(TestClient test) {
        try (RawSocket socket = test.accept()) {
            socket.request();
        }
    }

    private static void assertEnds(Throwable failure, String end) {
        assertTrue(failure.getMessage().endsWith(end), failure.getMessage());
    }

    private Throwable failureOf(ClientRequest request, TestClient test, String answer) {
        var text = begin(request.text());
        RawSocket socket = test.accept();
        socket.request();
        socket.send(answer);
        return failure(text);
    }

    @Test
    void aFailureSaysThatTheServerWantsTooMuchTime() {
        try (TestClient test = TestClient.start(time, builder -> builder)) {
            assertEnds(
                    failureOf(test.get("/").withRetry(ONCE), test, busy(503, "Retry-After: 3600\r\n")),
                    "the server answered 503 and asks to wait 3600 s, more than maxRetryAfter 60 s: busy");
            ClientRequest hasty =
                    test.get("/").withTimeout(Duration.ofSeconds(8)).withRetry(ONCE);
            assertEnds(
                    failureOf(hasty, test, busy(429, "Retry-After: 9\r\n")),
                    "the server answered 429 and asks to wait 9 s, more than is left of the 8 s for all tries: busy");
        }
    }

    @Test
    void backingOffHoldsNoConnection() {
        try (TestClient test = TestClient.patient(time, builder -> builder)) {
            var text = begin(test.get("/")
                    .withRetry(Retry.backoff(1, Duration.ofSeconds(5)).withJitter(0))
                    .text());
            RawSocket socket = test.accept();
            socket.request();
            socket.send("HTTP/1.1 503 Busy\r\nContent-Length: 4\r\n\r\nbusy");
            until(() -> test.client.pool().idle() == 1); // although no time has passed
            until(() -> time.timers() > 0);
            advanceUntil(time, Duration.ofSeconds(1), CompletableFuture.supplyAsync(socket::request));
            socket.send("HTTP/1.1 503 Busy\r\nContent-Length: 4\r\n\r\nlast");
            assertEnds(failure(text), "the server answered 503 after 2 tries: last");
        }
    }

    @Test
    void aResponseThatMayBeTheAnswerIsKept() {
        try (TestClient test = TestClient.start(time, builder -> builder)) {
            Retry late = Retry.backoff(1, Duration.ofSeconds(10)).withDeadline(Duration.ofSeconds(1));
            assertEquals("503 busy", answer(test.get("/").withRetry(late), test, busy(503, "")));
        }
    }

    @Test
    void aFailureShowsItsBodyInOneLine() {
        try (TestClient test = TestClient.start()) {
            var text = begin(test.get("/").text());
            RawSocket socket = test.accept();
            socket.request();
            socket.send("HTTP/1.1 404 Not Found\r\nContent-Length: 8\r\n\r\n no\nne\n\n");
            Throwable failure = failure(text);
            assertTrue(failure.getMessage().endsWith("the server answered 404: no?ne"), failure.getMessage());
        }
    }
}
