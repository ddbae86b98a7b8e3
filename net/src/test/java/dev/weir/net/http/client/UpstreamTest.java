package dev.weir.net.http.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.Logged;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawSocket;
import dev.weir.net.RawSocket.Reply;
import dev.weir.net.http.Handler;
import dev.weir.net.http.HttpException;
import dev.weir.net.http.Problem;
import dev.weir.net.http.Response;
import dev.weir.net.http.Routes;
import dev.weir.net.http.TestServer;
import dev.weir.net.http.UpstreamFailure;
import dev.weir.net.http.client.ClientException.Reason;
import dev.weir.net.http.filter.Problems;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a server answers where what is behind it fails. */
@ExtendWith(NoLeaks.class)
class UpstreamTest {
    private static final class DatabaseGone extends RuntimeException implements UpstreamFailure {
        private static final long serialVersionUID = 1L;

        @Override
        public int gatewayStatus() {
            return 503;
        }

        @Override
        public Duration retryAfter() {
            return Duration.ofMillis(1500);
        }
    }

    private final HttpClient client = HttpClient.create();

    @AfterEach
    void close() {
        client.close();
        client.closed().await(TestClient.GENEROUS);
    }

    private static Handler failing(Throwable failure) {
        return request -> One.fail(() -> failure);
    }

    /** What is answered, and what the log has of it. */
    private record Told(Reply reply, LogRecord record) {}

    private static Told ask(Handler handler) throws InterruptedException {
        try (Logged log = Logged.by("dev.weir.net.http");
                TestServer server = TestServer.start(handler)) {
            Reply reply = server.get("/x");
            LogRecord record = log.next("the handler failed at GET /x");
            assertEquals(0, log.messages().size());
            return new Told(reply, record);
        }
    }

    @Test
    void aStatusIsKeptWhereItIsSerialized() throws Exception {
        try (TestServer behind = TestServer.start(request -> One.of(Response.empty(503)))) {
            StatusException failed = assertInstanceOf(
                    StatusException.class,
                    TestClient.failure(
                            TestClient.begin(client.get(behind.url("/")).text())));
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
                out.writeObject(failed);
            }
            StatusException read =
                    (StatusException) new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
            assertEquals(503, read.status());
            assertEquals(503, read.gatewayStatus());
            assertEquals("[]", read.headers().toString());
        }
    }

    private static void assertTold(int status, Told told) {
        assertEquals(status, told.reply().status());
        assertEquals(Level.WARNING, told.record().getLevel());
        assertNull(told.record().getThrown());
        assertFalse(told.record().getMessage().contains("\n"));
    }

    @ParameterizedTest
    @CsvSource({
        "CONNECT,502",
        "TLS,502",
        "HANDSHAKE,502",
        "CLOSED,502",
        "PROTOCOL,502",
        "VALUE,502",
        "TOO_LARGE,502",
        "REDIRECT,502",
        "POOL_FULL,503",
        "ACQUIRE_TIMEOUT,503",
        "HEAD_TIMEOUT,504",
        "STALL,504",
        "DEADLINE,504"
    })
    void whatIsBehindFails(Reason reason, int status) throws Exception {
        Told told = ask(failing(new ClientException(reason, "10.0.0.7 did it")));
        assertTold(status, told);
        assertTrue(told.record().getMessage().endsWith("ClientException: 10.0.0.7 did it"));
        assertFalse(told.reply().body().contains("10.0.0.7"));
        assertEquals(status == 503 ? "1" : null, told.reply().header("retry-after"));
    }

    @ParameterizedTest
    @CsvSource({"BODY", "RELEASED", "UNREAD", "SHUT_DOWN"})
    void whatThisProgramDidIsAFaultOfIts(Reason reason) throws Exception {
        Told told = ask(failing(new ClientException(reason, "it was us")));
        assertEquals(500, told.reply().status());
        assertEquals(Level.SEVERE, told.record().getLevel());
        assertNotNull(told.record().getThrown());
    }

    @Test
    void aBodyThatFailsIsWhatItsCauseIs() {
        HttpException stalled = new HttpException(408, "the body stopped coming");
        Handler handler = failing(new ClientException(Reason.BODY, "the body failed", stalled));
        try (Logged log = Logged.by("dev.weir.net.http");
                TestServer server = TestServer.start(handler)) {
            assertEquals(408, server.get("/").status());
            assertEquals(0, log.messages().size());
        }
    }

    @Test
    void nobodyIsThere() throws Exception {
        assertTold(502, ask(request -> client.get("http://127.0.0.1:1/").text().map(Response::text)));
    }

    @Test
    void statusesOfOthers() throws Exception {
        Handler behind = request -> One.of(Response.problem(request.query("status", Integer::parseInt), "test"));
        try (TestServer upstream = TestServer.start(behind)) {
            int[][] expected = {{500, 502}, {501, 502}, {503, 503}, {429, 503}, {504, 504}};
            for (int[] each : expected) {
                assertTold(
                        each[1],
                        ask(request -> client.get(upstream.url("/?status=" + each[0]))
                                .text()
                                .map(Response::text)));
            }
            Told missing = ask(
                    request -> client.get(upstream.url("/?status=404")).text().map(Response::text));
            assertEquals(500, missing.reply().status());
        }
    }

    @Test
    void timeoutsOfTheHandler() throws Exception {
        assertTold(503, ask(request -> One.<Response>never().timeout(Duration.ofMillis(1))));
        Handler waiting = Handler.blocking(
                request -> One.<Response>never().timeout(Duration.ofMillis(1)).await());
        assertTold(503, ask(waiting));
    }

    @Test
    void failuresOfOnesOwn() throws Exception {
        Told told = ask(failing(new DatabaseGone()));
        assertTold(503, told);
        assertEquals("2", told.reply().header("retry-after"));
    }

    @Test
    void aStreamThatBreaksOffIsToldInALine() throws Exception {
        Many<ByteBuffer> half = Many.concat(
                Many.of(ByteBuffer.wrap(new byte[10])),
                Many.fail(() -> new ClientException(Reason.STALL, "bytes stopped coming")));
        try (Logged log = Logged.by("dev.weir.net.http");
                TestServer server = TestServer.start(request -> One.of(Response.stream("x/y", half)));
                RawSocket socket = server.connect().send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")) {
            LogRecord record = log.next("broke off");
            assertEquals(Level.WARNING, record.getLevel());
            assertNull(record.getThrown());
            assertTrue(socket.rest().startsWith("HTTP/1.1 200"));
        }
    }

    @Test
    void whatTheProgramSaysWins() {
        Routes routes = Routes.create()
                .get("/late", failing(new TimeoutException("test")))
                .get("/gone", failing(new ClientException(Reason.CONNECT, "test")))
                .get("/disk", failing(new IOException("test")))
                .with(Problems.create()
                        .on(TimeoutException.class, e -> Problem.of(504, "late"))
                        .on(ClientException.class, e -> Problem.of(500, "gone")));
        try (TestServer server = TestServer.start(routes)) {
            assertEquals(504, server.get("/late").status());
            assertEquals(500, server.get("/gone").status());
            assertEquals(500, server.get("/disk").status());
        }
    }
}
