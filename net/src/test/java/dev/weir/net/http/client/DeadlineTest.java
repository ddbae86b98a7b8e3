package dev.weir.net.http.client;

import static dev.weir.net.http.client.TestClient.OK;
import static dev.weir.net.http.client.TestClient.advanceUntil;
import static dev.weir.net.http.client.TestClient.begin;
import static dev.weir.net.http.client.TestClient.failure;
import static dev.weir.net.http.client.TestClient.until;
import static dev.weir.net.http.client.TestClient.value;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.DroppedErrors;
import dev.weir.Ending;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.Retry;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawSocket;
import dev.weir.net.http.client.ClientException.Reason;
import dev.weir.testkit.VirtualTime;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(NoLeaks.class)
class DeadlineTest {
    private static final Duration STEP = Duration.ofSeconds(1);
    private static final String LONG = "HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n";

    private final VirtualTime time = new VirtualTime();

    private TestClient start() {
        return TestClient.start(time, builder -> builder);
    }

    private static void assertSays(ClientException failure, String part) {
        assertTrue(failure.getMessage().contains(part), failure.getMessage());
    }

    @Test
    void aHeadThatDoesNotCome() {
        try (TestClient test = start()) {
            var answer = begin(test.get("/").text());
            RawSocket socket = test.accept();
            socket.request();
            time.advance(Duration.ofSeconds(29));
            test.roundTrip();
            assertFalse(answer.isDone());
            advanceUntil(time, STEP, answer);
            assertSays(failure(answer, Reason.HEAD_TIMEOUT), "no response began within 30 s (setting: headTimeout)");
            assertNull(socket.line());
        }
    }

    @Test
    void aBodyThatStopsComing() {
        try (TestClient test = start()) {
            var headed = new CompletableFuture<ClientResponse>();
            var answer = begin(test.get("/").send(response -> read(response, headed)));
            RawSocket socket = test.accept();
            socket.request();
            socket.send(LONG + "x");
            value(headed);
            advanceUntil(time, STEP, answer);
            assertSays(failure(answer, Reason.STALL), "nothing more of the response came for 30 s");
        }
    }

    private static One<String> read(ClientResponse response, CompletableFuture<ClientResponse> headed) {
        headed.complete(response);
        return response.text();
    }

    @Test
    void aRequestMayAllowLongerPauses() {
        try (TestClient test = start()) {
            var headed = new CompletableFuture<ClientResponse>();
            var answer = begin(
                    test.get("/").withStallTimeout(Duration.ofSeconds(90)).send(response -> read(response, headed)));
            RawSocket socket = test.accept();
            socket.request();
            socket.send(LONG + "x");
            value(headed);
            advanceUntil(time, STEP, answer);
            assertSays(failure(answer, Reason.STALL), "for 90 s (setting: stallTimeout)");
            assertTrue(time.now().toSeconds() > 90, time.toString());
        }
    }

    @Test
    void aServerThatDoesNotTakeTheRequest() {
        try (TestClient test = start()) {
            Many<ByteBuffer> endless = Many.range(0, Integer.MAX_VALUE).map(i -> ByteBuffer.wrap(new byte[8192]));
            var answer = begin(test.post("/").withBody(endless).text());
            RawSocket socket = test.accept();
            socket.requestHead();
            advanceUntil(time, STEP, answer);
            assertSays(failure(answer, Reason.STALL), "the server took nothing of the request for 30 s");
        }
    }

    @Test
    void aSourceThatIsSlowIsNobodysFault() {
        try (TestClient test = start()) {
            var answer = begin(test.post("/").withBody(Many.never()).text());
            RawSocket socket = test.accept();
            socket.requestHead();
            time.advance(Duration.ofMinutes(10));
            test.roundTrip();
            assertFalse(answer.isDone());
        }
    }

    @Test
    void aResponseThatNobodyReads() {
        try (TestClient test = start()) {
            var answer = begin(test.get("/").send());
            RawSocket socket = test.accept();
            socket.request();
            socket.send(LONG);
            ClientResponse response = value(answer);
            until(() -> {
                time.advance(STEP);
                return test.client.pool().connections() == 0;
            });
            assertNull(socket.line());
            assertSays(
                    failure(begin(response.text()), Reason.UNREAD),
                    "nobody read the response's body within 30 s (setting: unreadTimeout)");
        }
    }

    @Test
    void aReaderThatIsSlowIsWaitedFor() {
        try (TestClient test = start()) {
            var answer = begin(test.get("/").send());
            RawSocket socket = test.accept();
            socket.request();
            socket.send(LONG);
            CompletableFuture<String> read = new CompletableFuture<>();
            CompletableFuture<ByteBuffer> taken = new CompletableFuture<>();
            var _ = value(answer)
                    .body()
                    .mapAsync(1, piece -> {
                        taken.complete(piece);
                        return One.never();
                    })
                    .subscribe(x -> {}, read::completeExceptionally, () -> {});
            socket.send("x");
            value(taken); // else it would be the server that is waited for
            time.advance(Duration.ofMinutes(10));
            test.roundTrip();
            assertFalse(read.isDone());
        }
    }

    @Test
    void theWhole() {
        try (TestClient test = start()) {
            var head = begin(test.get("/1").withTimeout(Duration.ofMillis(1500)).text());
            RawSocket first = test.accept();
            first.request();
            time.advance(Duration.ofMillis(1499));
            assertFalse(head.isDone());
            time.advance(Duration.ofMillis(1));
            assertSays(failure(head, Reason.DEADLINE), "not done within 1500 ms (the request's withTimeout)");
            assertNull(first.line());
            var headed = new CompletableFuture<ClientResponse>();
            var body =
                    begin(test.get("/2").withTimeout(Duration.ofSeconds(5)).send(response -> read(response, headed)));
            RawSocket second = test.accept();
            second.request();
            second.send(LONG);
            value(headed);
            time.advance(Duration.ofSeconds(5));
            failure(body, Reason.DEADLINE);
        }
    }

    /** Whoever waits is told, and nobody else: neither the loser of two that tell it, nor what was still being sent. */
    @Test
    void aDeadlineIsToldOnce() {
        List<Throwable> dropped = new CopyOnWriteArrayList<>();
        DroppedErrors.listener((pipeline, failure) -> dropped.add(failure));
        try (TestClient test = start()) {
            for (int i = 0; i < 200; i++) {
                Many<ByteBuffer> body = Many.concat(Many.of(ByteBuffer.allocate(10)), Many.never());
                ClientRequest request =
                        i % 2 == 0 ? test.post("/") : test.post("/").withBody(body);
                boolean ofTheTry = i % 4 > 1;
                var outcome = begin((ofTheTry ? request.withTryTimeout(STEP) : request.withTimeout(STEP)).text());
                RawSocket socket = test.accept();
                socket.line();
                time.advance(STEP);
                failure(outcome, ofTheTry ? Reason.HEAD_TIMEOUT : Reason.DEADLINE);
                var _ = socket.drainToEnd(); // the connection has ended, so all is told
            }
            assertEquals(List.of(), dropped);
        } finally {
            DroppedErrors.listener(null);
        }
    }

    @Test
    void theWholeOfAResponseThatIsSomebodyElsesToRead() {
        try (TestClient test = start()) {
            var answer = begin(test.get("/").withTimeout(Duration.ofSeconds(5)).send());
            RawSocket socket = test.accept();
            socket.request();
            socket.send(LONG);
            var text = begin(value(answer).text());
            time.advance(Duration.ofSeconds(5));
            failure(text, Reason.DEADLINE);
        }
    }

    private TestClient filtered(ClientFilter filter, CompletableFuture<Ending> ended) {
        return TestClient.start(
                time,
                builder -> builder.filter(
                        (request, next) -> filter.filter(request, next).doFinally(ended::complete)));
    }

    private void assertLate(CompletableFuture<?> outcome) {
        assertFalse(outcome.isDone());
        time.advance(Duration.ofMillis(1500));
        assertSays(failure(outcome, Reason.DEADLINE), "not done within 1500 ms (the request's withTimeout)");
    }

    /** It begins with the subscription, whoever the request waits for. */
    @Test
    void theWholeBeginsBeforeTheFilters() {
        CompletableFuture<Ending> ended = new CompletableFuture<>();
        ClientFilter fetchesItsToken =
                (request, next) -> One.<String>never().flatMap(token -> next.apply(request.withBearerAuth(token)));
        try (TestClient test = filtered(fetchesItsToken, ended)) {
            ClientRequest request = test.get("/").withTimeout(Duration.ofMillis(1500));
            assertLate(begin(request.text()));
            assertEquals(Ending.CANCELLED, value(ended));
            assertLate(begin(request.send()));
            assertLate(begin(request.withRetry(Retry.atMost(3)).text()));
            assertEquals(0, time.timers());
        }
    }

    @Test
    void theWholeHasInItWhatFiltersDoWithTheResponse() {
        CompletableFuture<Ending> ended = new CompletableFuture<>();
        CompletableFuture<ClientResponse> seen = new CompletableFuture<>();
        ClientFilter keepsIt = (request, next) ->
                next.apply(request).doOnValue(seen::complete).flatMap(response -> One.<ClientResponse>never());
        try (TestClient test = filtered(keepsIt, ended)) {
            var answer =
                    begin(test.get("/").withTimeout(Duration.ofMillis(1500)).send());
            RawSocket socket = test.accept();
            socket.request();
            socket.send(LONG);
            value(seen);
            assertLate(answer);
            assertEquals(Ending.CANCELLED, value(ended));
            assertNull(socket.line());
        }
    }

    @Test
    void aResponseThatNoRequestBroughtLeavesNoTimerEither() {
        try (TestClient test = TestClient.start(
                time,
                builder -> builder.filter(
                        (request, next) -> One.<ClientResponse>fail(() -> new IllegalStateException("kept out"))))) {
            failure(begin(test.get("/").withTimeout(Duration.ofHours(5)).send()));
            until(() -> time.timers() == 0);
        }
    }

    @Test
    void aTimeoutThatIsNotReachedLeavesNoTimer() {
        try (TestClient test = start()) {
            var answer = begin(test.get("/").withTimeout(Duration.ofHours(5)).text());
            RawSocket socket = test.accept();
            socket.request();
            socket.send(OK);
            value(answer);
            until(() -> time.timers() <= 1); // the rounds of the connections go on
        }
    }

    @Test
    void aBodyIsSentWithoutLeaveAfterASecond() {
        try (TestClient test = TestClient.start(time, builder -> builder.headTimeout(Duration.ofDays(10)))) {
            var answer =
                    begin(test.post("/").withBody("what").withExpectContinue().text());
            RawSocket socket = test.accept();
            assertEquals("100-continue", socket.requestHead().header("expect"));
            CompletableFuture<byte[]> body = CompletableFuture.supplyAsync(() -> socket.bytes(4));
            advanceUntil(time, Duration.ofMillis(100), body);
            socket.send(OK);
            assertEquals("ok", value(answer));
        }
    }

    @Test
    void aBodyIsSentWithLeaveAtOnce() {
        try (TestClient test = start()) {
            var answer =
                    begin(test.post("/").withBody("what").withExpectContinue().text());
            RawSocket socket = test.accept();
            socket.requestHead();
            socket.send("HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n");
            assertEquals("what", new String(socket.bytes(4), java.nio.charset.StandardCharsets.US_ASCII));
            socket.send(OK);
            assertEquals("ok", value(answer));
        }
    }

    @Test
    void aBodyThatIsNotWantedIsNotSent() {
        try (TestClient test = start()) {
            Many<ByteBuffer> body = Many.fail(() -> new AssertionError("nobody asked for it"));
            var answer = begin(
                    test.post("/").withBody(body).withExpectContinue().send(response -> One.of(response.status())));
            RawSocket socket = test.accept();
            socket.requestHead();
            socket.send("HTTP/1.1 413 No\r\nContent-Length: 0\r\n\r\n");
            assertEquals(413, value(answer));
            assertNull(socket.line());
        }
    }

    @Test
    void aServerThatMeetsNoExpectationsIsAskedWithout() {
        try (TestClient test = start()) {
            Many<ByteBuffer> body =
                    Many.of(ByteBuffer.wrap("what".getBytes(java.nio.charset.StandardCharsets.US_ASCII)));
            var answer =
                    begin(test.post("/").withBody(4, body).withExpectContinue().text());
            RawSocket socket = test.accept();
            assertEquals("100-continue", socket.requestHead().header("expect"));
            socket.send("HTTP/1.1 417 No\r\nContent-Length: 0\r\n\r\n");
            RawSocket other = test.accept();
            assertNull(other.requestHead().header("expect"));
            assertEquals("what", new String(other.bytes(4), java.nio.charset.StandardCharsets.US_ASCII));
            other.send(OK);
            assertEquals("ok", value(answer));
        }
    }

    @Test
    void aStreamThatHasBegunIsNotSentToItAgain() {
        try (TestClient test = start()) {
            Many<ByteBuffer> body = Many.of(ByteBuffer.wrap(new byte[4]));
            var answer = begin(
                    test.post("/").withBody(4, body).withExpectContinue().send(response -> One.of(response.status())));
            RawSocket socket = test.accept();
            socket.requestHead();
            socket.send("HTTP/1.1 100 Continue\r\n\r\n");
            socket.bytes(4);
            socket.send("HTTP/1.1 417 No\r\nContent-Length: 0\r\n\r\n");
            assertEquals(417, value(answer));
        }
    }

    @Test
    void aTryHasALimitOfItsOwn() {
        try (TestClient test = start()) {
            var text = begin(test.get("/")
                    .withTryTimeout(Duration.ofMillis(400))
                    .withTimeout(Duration.ofMinutes(1))
                    .withRetry(Retry.atMost(1))
                    .text());
            RawSocket silent = test.accept();
            silent.request();
            time.advance(Duration.ofMillis(399));
            assertFalse(text.isDone());
            time.advance(Duration.ofMillis(1));
            assertNull(silent.line()); // its connection is closed
            RawSocket socket = test.accept();
            socket.request();
            socket.send(LONG);
            until(() -> test.client.pool().connections() == 1);
            assertFalse(text.isDone());
        }
    }

    @Test
    void theTimeoutOfAFilterIsNotThatOfATry() {
        ClientFilter late = (request, next) -> One.fail(() -> new TimeoutException("theirs"));
        try (TestClient test = filtered(late, new CompletableFuture<>())) {
            Throwable failure = TestClient.failure(
                    begin(test.get("/").withTryTimeout(Duration.ofHours(1)).text()));
            assertEquals("theirs", failure.getMessage());
        }
    }

    @Test
    void whatTheLastTryFailedWithIsTold() {
        try (TestClient test = start()) {
            var text =
                    begin(test.get("/").withTryTimeout(Duration.ofMillis(400)).text());
            test.accept().request();
            TestClient.advanceUntil(time, Duration.ofMillis(50), text);
            ClientException late = failure(text, Reason.HEAD_TIMEOUT);
            assertEquals(
                    "GET " + test.server.url("/") + ": no response began within 400 ms (the request's withTryTimeout)",
                    late.getMessage());
            until(() -> test.client.pool().connections() == 0);
        }
    }
}
