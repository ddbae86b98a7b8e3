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

import dev.weir.Cancellable;
import dev.weir.Ending;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.Logged;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawSocket;
import dev.weir.net.http.client.ClientException.Reason;
import dev.weir.testkit.VirtualTime;
import io.netty.handler.codec.http2.Http2Error;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.logging.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server that says yes before it has all of the request has all of it nevertheless. */
@ExtendWith(NoLeaks.class)
class EarlyAnswerTest {
    private static final String YES = "HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n";
    private static final String CHUNKED_YES =
            "HTTP/1.1 202 Accepted\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n";

    private final VirtualTime time = new VirtualTime();
    private final TestClient test = TestClient.patient(time, builder -> builder);
    private final H2Server server = new H2Server(10);
    private final HttpClient client =
            HttpClient.builder().http2PriorKnowledge().threads(1).clock(time).build();

    private final CompletableFuture<ByteBuffer> rest = new CompletableFuture<>();
    private final CompletableFuture<Ending> ended = new CompletableFuture<>();
    private final Many<ByteBuffer> body = Many.concat(
                    Many.of(bytes("first ")),
                    One.from(rest.minimalCompletionStage()).toMany())
            .doFinally(ended::complete);

    @AfterEach
    void close() {
        test.close();
        client.close();
        client.closed().await(TestClient.GENEROUS);
        server.close();
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static CompletableFuture<String> sent(ClientRequest request) {
        return begin(request.send(response -> response.text().map(text -> response.status() + text)));
    }

    private RawSocket asked(String answer) {
        RawSocket socket = test.accept();
        socket.requestHead();
        assertEquals("first ", new String(socket.bytes(6), StandardCharsets.US_ASCII));
        return socket.send(answer);
    }

    /** Whatever has come has been understood. */
    private void settle() {
        var other = begin(test.get("/other").text());
        RawSocket socket = test.accept();
        socket.request();
        socket.send(OK.replace("OK", "OK\r\nConnection: close"));
        value(other);
    }

    @ParameterizedTest
    @ValueSource(strings = {YES, CHUNKED_YES})
    void itIsTheEndOnlyWhenTheRequestIsComplete(String answer) {
        var outcome = sent(test.post("/").withBody(16, body));
        RawSocket socket = asked(answer);
        settle();
        assertFalse(outcome.isDone());
        rest.complete(bytes("the second"));
        assertEquals("the second", new String(socket.bytes(10), StandardCharsets.US_ASCII));
        assertEquals(answer.equals(YES) ? "202" : "202ok", value(outcome));
        assertEquals(Ending.COMPLETED, value(ended));
        var next = begin(test.get("/next").text());
        socket.request();
        socket.send(OK);
        assertEquals("ok", value(next)); // the connection is kept
    }

    @Test
    void whoDoesNotReadItCutsNothing() {
        var status = begin(test.post("/").withBody(16, body).send(response -> One.of(response.status())));
        RawSocket socket = asked(CHUNKED_YES);
        assertEquals(202, value(status));
        settle();
        time.advance(Duration.ofMinutes(1));
        rest.complete(bytes("the second"));
        assertEquals("the second", new String(socket.bytes(10), StandardCharsets.US_ASCII));
        assertEquals(Ending.COMPLETED, value(ended));
    }

    @ParameterizedTest
    @ValueSource(strings = {YES, CHUNKED_YES})
    void aBodyThatFailsIsAFailure(String answer) {
        var outcome = sent(test.post("/").withBody(16, body));
        RawSocket socket = asked(answer);
        settle();
        rest.completeExceptionally(new IllegalStateException("no more"));
        assertEquals("no more", failure(outcome, Reason.BODY).getCause().getMessage());
        assertEquals("", socket.rest());
    }

    /** There is nobody else to tell. */
    @Test
    void aBodyThatFailsWhenNobodyReadsIsLogged() {
        try (Logged logged = Logged.by("dev.weir.net.http.client", Level.WARNING)) {
            var status = begin(test.post("/").withBody(16, body).send(response -> One.of(response.status())));
            RawSocket socket = asked(CHUNKED_YES);
            assertEquals(202, value(status));
            settle();
            rest.completeExceptionally(new IllegalStateException("no more"));
            assertEquals("", socket.rest());
            until(() -> !logged.messages().isEmpty());
            String told = logged.messages().getFirst();
            assertTrue(told.startsWith("a request was answered, and could not be sent to its end: POST http"), told);
        }
    }

    @Test
    void aServerThatClosesWantsNoMore() {
        var outcome = sent(test.post("/").withBody(16, body));
        asked(CHUNKED_YES).close();
        assertEquals("202ok", value(outcome));
        assertEquals(Ending.CANCELLED, value(ended));
        until(() -> test.client.pool().connections() == 0);
    }

    @Test
    void whoGivesUpStopsIt() {
        Cancellable request = test.post("/").withBody(16, body).text().subscribe();
        RawSocket socket = asked(YES);
        settle();
        request.cancel();
        assertEquals(Ending.CANCELLED, value(ended));
        assertEquals("", socket.rest());
    }

    @Test
    void itsTimeIsThatOfTheRequest() {
        var outcome = sent(test.post("/").withTimeout(Duration.ofSeconds(5)).withBody(16, body));
        asked(CHUNKED_YES);
        settle();
        time.advance(Duration.ofSeconds(5));
        failure(outcome, Reason.DEADLINE);
        assertEquals(Ending.CANCELLED, value(ended));
    }

    @Test
    void aServerThatTakesNothingIsWaitedForSoLongOnly() {
        Many<ByteBuffer> endless = Many.range(0, Integer.MAX_VALUE).map(i -> ByteBuffer.wrap(new byte[8192]));
        var outcome = sent(test.post("/").withBody(endless));
        RawSocket socket = test.accept();
        socket.requestHead();
        socket.send(YES);
        advanceUntil(time, Duration.ofSeconds(1), outcome);
        failure(outcome, Reason.STALL);
    }

    @Test
    void soItIsOverHttp2() {
        var outcome = sent(client.post(server.url("/")).withBody(body));
        H2Server.Stream stream = server.next();
        stream.head(202, false).data("ok", true);
        until(() -> stream.bytes.get() == 6);
        settle2();
        assertFalse(outcome.isDone());
        rest.complete(bytes("the second"));
        assertEquals("202ok", value(outcome));
        until(() -> stream.complete && stream.gone);
        assertEquals(16, stream.bytes.get());
        assertEquals(-1, stream.resetBy);
    }

    private void settle2() {
        var other = begin(client.get(server.url("/other")).text());
        server.next().ok("other");
        value(other);
    }

    /** The request is complete for us, and waits for the server's window. */
    @Test
    void whatWaitsForWindowIsNotCutOffEither() {
        var outcome = sent(client.post(server.url("/")).withBody(new byte[300_000]));
        H2Server.Stream stream = server.next();
        stream.head(202, true);
        assertEquals("202", value(outcome));
        until(() -> stream.complete && stream.gone);
        assertEquals(300_000, stream.bytes.get());
        assertEquals(-1, stream.resetBy);
    }

    @Test
    void aResetWithoutAnErrorIsAllThatTheServerWants() {
        for (boolean head : new boolean[] {true, false}) {
            var outcome = sent(client.post(server.url("/")).withBody(body));
            H2Server.Stream stream = server.next();
            if (head) {
                stream.head(202, true);
            } else {
                stream.head(202, false).data("ok", true);
            }
            stream.reset(Http2Error.NO_ERROR);
            assertEquals(head ? "202" : "202ok", value(outcome));
            assertEquals(Ending.CANCELLED, value(ended));
        }
    }

    @Test
    void aResetByAnErrorIsOne() {
        var outcome = sent(client.post(server.url("/")).withBody(body));
        H2Server.Stream stream = server.next();
        stream.head(202, true);
        settle2();
        stream.reset(Http2Error.INTERNAL_ERROR);
        String told = failure(outcome, Reason.CLOSED).getMessage();
        assertTrue(told.endsWith("(INTERNAL_ERROR) before the request was complete"), told);
        assertEquals(Ending.CANCELLED, value(ended));
    }

    @Test
    void soIsTheClientsEnd() {
        var outcome = sent(client.post(server.url("/")).withBody(body));
        server.next().head(202, true);
        settle2();
        client.close();
        failure(outcome, Reason.SHUT_DOWN);
        assertEquals(Ending.CANCELLED, value(ended));
    }
}
