package dev.weir.net.http.client;

import static dev.weir.net.http.client.TestClient.GENEROUS;
import static dev.weir.net.http.client.TestClient.begin;
import static dev.weir.net.http.client.TestClient.failure;
import static dev.weir.net.http.client.TestClient.until;
import static dev.weir.net.http.client.TestClient.value;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.Retry;
import dev.weir.net.Logged;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawSocket;
import dev.weir.net.http.Response;
import dev.weir.net.http.Routes;
import dev.weir.net.http.ServerSentEvent;
import dev.weir.net.http.TestServer;
import dev.weir.net.http.client.ClientException.Reason;
import dev.weir.net.http.content.ContentParsing;
import dev.weir.testkit.VirtualTime;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(NoLeaks.class)
class EventsTest {
    private static final Duration LONG = TestClient.LONG;
    private static final String STREAM = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\n\r\n";

    private static List<String> parse(String text, int piece) {
        EventParser parser = new EventParser("", 1000, ContentParsing.UNCOUNTED);
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        List<String> events = new ArrayList<>();
        for (int i = 0; i < bytes.length; i += piece) {
            parser.read(ByteBuffer.wrap(bytes, i, Math.min(piece, bytes.length - i)))
                    .forEach(event -> events.add(event.id() + "/" + event.event() + "/" + event.data() + "/"
                            + (event.retry() == null ? "" : event.retry().toMillis())));
        }
        return events;
    }

    private static void assertEvents(String text, String... events) {
        for (int piece : new int[] {1, 2, 1000}) {
            assertEquals(List.of(events), parse(text, piece), "in pieces of " + piece);
        }
    }

    /** The examples of the HTML standard, section 9.2.6, among others. */
    @Test
    void readsThemAsBrowsersDo() {
        assertEvents(
                "retry: 3600000000\ndata: a\n\nretry: 0000000000100\ndata: b\n\n",
                "null/null/a/2147483647",
                "null/null/b/100");
        assertEvents("data: YHOO\ndata: +2\ndata: 10\n\n", "null/null/YHOO\n+2\n10/");
        assertEvents(
                ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\n",
                "1/null/first event/",
                "null/null/second event/",
                "null/null/ third event/");
        assertEvents("data\n\ndata\ndata\n\ndata:", "null/null//", "null/null/\n/");
        assertEvents("data:test\n\ndata: test\n\n", "null/null/test/", "null/null/test/");
        assertEvents("event: add\rdata: 1\r\revent: x\r\ndata: 2\r\n\r\n", "null/add/1/", "null/x/2/");
        assertEvents("\uFEFFdata: \u00fc\n\n", "null/null/\u00fc/");
        assertEvents("id: 7\n\ndata: a\n\nid: 8\u0000\ndata: b\n\n", "7/null/a/", "7/null/b/");
        assertEvents("retry: 100\ndata: a\n\nretry: 1x\ndata: b\n\n", "null/null/a/100", "null/null/b/");
        assertEvents("event: lost\n\ndata: x\nunknown: y\n\n", "null/null/x/");
        assertEvents("data: unfinished\n");
        assertEvents("event: a\u0000b\ndata: x\n\n", "null/null/x/");
    }

    @Test
    void eventsBeforeOneThatIsTooLargeAreTold() {
        EventParser parser = new EventParser("", 10, ContentParsing.UNCOUNTED);
        byte[] bytes = "id: 1\ndata: a\n\ndata: 0123456789".getBytes(StandardCharsets.UTF_8);
        var events = parser.read(ByteBuffer.wrap(bytes)).iterator();
        assertEquals("a", events.next().data());
        assertEquals("1", parser.lastId());
        assertThrows(EventParser.TooLarge.class, events::hasNext);
    }

    private final VirtualTime time = new VirtualTime();
    private final List<String> seen = new CopyOnWriteArrayList<>();

    private CompletableFuture<List<ServerSentEvent>> take(TestClient test, int count) {
        Many<ServerSentEvent> events = test.client
                .events(test.server.url("/e"))
                .doOnNext(event -> seen.add(event.data()))
                .take(count);
        return begin(events.toList());
    }

    private TestClient start() {
        return TestClient.patient(time, builder -> builder);
    }

    private RawSocket next(TestClient test) {
        CompletableFuture<RawSocket> socket = CompletableFuture.supplyAsync(test::accept);
        TestClient.advanceUntil(time, Duration.ofMillis(100), socket);
        return value(socket);
    }

    /** The first connection, whose first event has come. */
    private RawSocket first(TestClient test) {
        RawSocket socket = test.accept();
        socket.request();
        socket.send(STREAM + "data: one\n\n");
        until(() -> seen.size() == 1);
        return socket;
    }

    /** Only after the request: a connection that ends before it is written is replaced at once. */
    private void breakOff(TestClient test) {
        try (RawSocket socket = next(test)) {
            socket.request();
        }
    }

    @Test
    void connectsAgainFromWhereItWas() {
        try (TestClient test = start()) {
            var events = take(test, 3);
            try (RawSocket socket = test.accept()) {
                RawSocket.Asked asked = socket.request();
                assertEquals("text/event-stream", asked.header("accept"));
                assertNull(asked.header("last-event-id"));
                socket.send(STREAM + "id: \u00c3\u00bc1\nretry: 500\ndata: one\n\ndata: lost");
                until(() -> seen.size() == 1);
            }
            try (RawSocket socket = next(test)) {
                assertEquals("\u00c3\u00bc1", socket.request().header("last-event-id"));
                socket.send(STREAM + "id: 2\ndata: two\n\n");
                until(() -> seen.size() == 2);
            }
            breakOff(test);
            try (RawSocket socket = next(test)) {
                assertEquals("2", socket.request().header("last-event-id"));
                socket.send(STREAM + "data: three\n\n");
                assertEquals(
                        List.of("one", "two", "three"),
                        value(events).stream().map(ServerSentEvent::data).toList());
                assertNull(socket.line()); // three were wanted
            }
        }
    }

    /** A balancer that knows of no server just then accepts a connection, and closes it: that of TLS in the handshake. */
    @Test
    void connectsAgainAfterAHandshakeThatWasBrokenOff() {
        try (TestClient test = start()) {
            var events = take(test, 2);
            first(test).close();
            try (RawSocket socket = next(test)) {
                socket.request();
                socket.send("HTTP/1.1 307 Elsewhere\r\nLocation: "
                        + test.server.url("/e").replace("http:", "https:") + "\r\nContent-Length: 0\r\n\r\n");
                RawSocket handshake = test.accept();
                handshake.finishSending();
                handshake.rest();
            }
            try (RawSocket socket = next(test)) {
                socket.request();
                socket.send(STREAM + "data: two\n\n");
                assertEquals(2, value(events).size());
            }
        }
    }

    /** As browsers do: who is between may have made that of a stream that broke. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Transfer-Encoding: chunked\r\n\r\nnone\r\n",
                "Content-Encoding: gzip\r\n\r\n\u001f\u008b\b\0\0\0\0\0\0\u0003K"
            })
    void connectsAgainAfterWhatIsNoBody(String rest) {
        try (TestClient test = start()) {
            var events = take(test, 2);
            first(test).close();
            try (RawSocket socket = next(test)) {
                socket.request();
                socket.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n" + rest);
            }
            try (RawSocket socket = next(test)) {
                socket.request();
                socket.send(STREAM + "data: two\n\n");
                assertEquals(2, value(events).size());
            }
        }
    }

    /** Who writes events says so, that nobody compresses them. */
    @ParameterizedTest
    @ValueSource(strings = {"none", "identity", ""})
    void readsWhatIsNotCodedWhateverTheFieldSays(String coding) {
        try (TestClient test = start()) {
            var events = take(test, 1);
            RawSocket socket = test.accept();
            socket.request();
            socket.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Encoding: " + coding
                    + "\r\n\r\ndata: one\n\n");
            assertEquals(1, value(events).size());
        }
    }

    private static Stream<String> idsOfNoField() {
        return Stream.of("7\u0001", "\u00c2\u00857", "7\u007f", "7".repeat(5_000));
    }

    @Test
    void anEventHasItsIdAndType() {
        try (TestClient test = TestClient.patient(time, builder -> builder.maxBody(100))) {
            var events = begin(test.client.events(test.server.url("/e")).toList());
            try (RawSocket socket = test.accept()) {
                socket.request();
                String text = "x".repeat(40);
                socket.send(STREAM + "id: " + text + "\nevent: " + text + "\ndata: " + text + "\n\n");
                TestClient.failure(events, Reason.TOO_LARGE);
            }
        }
    }

    /** It can't be said in a field, so the stream goes on from where the server begins. */
    @ParameterizedTest
    @MethodSource("idsOfNoField")
    void connectsAgainWithoutAnIdThatNoFieldCanHave(String id) {
        try (TestClient test = start()) {
            var events = take(test, 2);
            try (RawSocket socket = test.accept()) {
                socket.request();
                socket.send(STREAM + "id: " + id + "\ndata: one\n\n");
                until(() -> seen.size() == 1);
            }
            try (RawSocket socket = next(test)) {
                RawSocket.Asked asked = socket.request();
                assertTrue(id.startsWith("\u00c2") || asked.header("last-event-id") == null);
                socket.send(STREAM + "data: two\n\n");
                assertEquals(
                        List.of("one", "two"),
                        value(events).stream().map(ServerSentEvent::data).toList());
            }
        }
    }

    @Test
    void aServerCanNotAskToBeAskedAtOnce() {
        try (TestClient test = start()) {
            var events = take(test, 2);
            try (RawSocket socket = test.accept()) {
                socket.request();
                socket.send(STREAM + "retry: 0\ndata: one\n\n");
                until(() -> seen.size() == 1);
            }
            until(() -> test.client.pool().connections() == 0 && time.timers() > 0);
            CompletableFuture<RawSocket> next = CompletableFuture.supplyAsync(test::accept);
            time.advance(Duration.ofMillis(99));
            assertEquals(1, test.client.pool().opened());
            TestClient.advanceUntil(time, Duration.ofMillis(1), next);
            value(next).request();
            value(next).send(STREAM + "data: two\n\n");
            assertEquals(2, value(events).size());
        }
    }

    @Test
    void theFirstConnectionFailsAsAnyRequestDoes() {
        TestClient test = start();
        test.server.close();
        ClientException refused = failure(take(test, 1), Reason.CONNECT); // although no time has passed
        assertTrue(refused.getMessage().endsWith("(connection refused)"), refused.getMessage());
        test.close();
    }

    @Test
    void theFirstConnectionIsTriedAgainIfItIsToBe() {
        try (TestClient test = start()) {
            var events = begin(test.client
                    .events(test.get("/e").withRetry(Retry.atMost(1)))
                    .take(1)
                    .toList());
            try (RawSocket left = test.accept()) {
                left.request();
            }
            RawSocket socket = test.accept();
            socket.request();
            socket.send(STREAM + "data: one\n\n");
            assertEquals("one", value(events).getFirst().data());
        }
    }

    private static final Logger LOGGER = Logger.getLogger("dev.weir.net.http.client");

    private static Handler warnings(List<String> heard) {
        return new Handler() {
            @Override
            public void publish(LogRecord told) {
                if (told.getLevel() == Level.WARNING) {
                    heard.add(told.getMessage());
                }
            }

            @Override
            public void flush() {
                // nothing is kept back
            }

            @Override
            public void close() {
                // nothing is open
            }
        };
    }

    @Test
    void waitsLongerAfterEachFailure() {
        try (TestClient test = start()) {
            var events = take(test, 2);
            first(test).close();
            List<String> warnings = new CopyOnWriteArrayList<>();
            Handler log = warnings(warnings);
            LOGGER.addHandler(log);
            for (int seconds : new int[] {3, 3, 6, 12, 24, 48, 60, 60}) {
                Duration left = time.now();
                breakOff(test);
                long waited = time.now().minus(left).toMillis();
                assertTrue(waited >= seconds * 1000L, waited + " ms instead of " + seconds + " s");
            }
            RawSocket socket = next(test);
            socket.request();
            socket.send(STREAM + "data: two\n\n");
            assertEquals(2, value(events).size());
            LOGGER.removeHandler(log);
            assertEquals(1, warnings.size(), warnings::toString);
            assertTrue(warnings.getFirst().startsWith("the event stream is lost: it will be connected to again (GET "));
        }
    }

    /** As many clients do whose streams have ended together. */
    @Test
    void waitsSomewhatLongerByChance() {
        assertEquals(Duration.ofSeconds(40), EventStream.scattered(Duration.ofSeconds(40), 0));
        assertEquals(Duration.ofSeconds(60), EventStream.scattered(Duration.ofSeconds(40), 1));
        try (TestClient test = start();
                Logged log = Logged.by("dev.weir.net.http.client", Level.FINE)) {
            var events = take(test, 5);
            first(test).close();
            for (int count = 2; count <= 5; count++) {
                int all = count;
                try (RawSocket socket = next(test)) {
                    socket.request();
                    socket.send(STREAM + "data: one\n\n");
                    until(() -> seen.size() == all);
                }
            }
            assertEquals(5, value(events).size());
            Set<String> waits = log.messages().stream()
                    .filter(line -> line.contains("is connected to again in"))
                    .collect(Collectors.toSet());
            assertTrue(waits.size() > 1, waits::toString);
        }
    }

    @Test
    void waitsAsLongAsTheServerSays() {
        try (TestClient test = start()) {
            var events = take(test, 2);
            try (RawSocket socket = test.accept()) {
                socket.request();
                socket.send(STREAM + "retry: 40000\ndata: one\n\n");
                until(() -> seen.size() == 1);
            }
            Duration left = time.now();
            try (RawSocket socket = next(test)) {
                assertTrue(time.now().minus(left).toMillis() >= 40_000, time.toString());
                socket.request();
                socket.send(STREAM + "data: two\n\n");
                assertEquals(2, value(events).size());
            }
        }
    }

    @Test
    void endsWhenTheServerHasNothingMore() {
        try (TestClient test = start()) {
            var events = take(test, 5);
            first(test).close();
            RawSocket socket = next(test);
            socket.request();
            socket.send("HTTP/1.1 204 No Content\r\n\r\n");
            assertEquals(1, value(events).size());
        }
    }

    @Test
    void failsWhenItIsSomethingElse() {
        try (TestClient test = start()) {
            var refused = take(test, 5);
            RawSocket socket = test.accept();
            socket.request();
            socket.send("HTTP/1.1 403 No\r\nContent-Length: 2\r\n\r\nno");
            assertTrue(failure(refused) instanceof StatusException status
                    && status.status() == 403
                    && status.body().equals("no"));
            var page = take(test, 5);
            socket.request();
            socket.send("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 2\r\n\r\nno");
            assertTrue(failure(page).getMessage().contains("this is no event stream but text/html"));
        }
    }

    @Test
    void aStreamThatIsQuietForTooLongIsMadeAnew() {
        try (TestClient test = start()) {
            var events = take(test, 2);
            RawSocket quiet = first(test);
            RawSocket socket = next(test);
            assertNull(quiet.line());
            socket.request();
            socket.send(STREAM + "data: two\n\n");
            assertEquals(2, value(events).size());
        }
    }

    @Test
    void theyMayBeQuietForAMinuteWhoeverMadeTheRequest() {
        Duration minute = Duration.ofMinutes(1);
        try (HttpClient plain = HttpClient.create();
                HttpClient patient = HttpClient.builder()
                        .stallTimeout(minute.multipliedBy(5))
                        .build()) {
            ClientRequest request = plain.get("http://a/");
            assertEquals(minute, plain.patient(request).options().stallTimeout);
            assertEquals(
                    minute.dividedBy(6),
                    plain.patient(request.withStallTimeout(minute.dividedBy(6))).options().stallTimeout);
            assertEquals(
                    minute.multipliedBy(5),
                    patient.patient(patient.get("http://a/")).options().stallTimeout);
        }
    }

    @Test
    void aClientThatIsClosedEndsThem() {
        try (TestClient test = start()) {
            var events = take(test, 2);
            first(test);
            test.client.close();
            failure(events, Reason.SHUT_DOWN);
        }
    }

    @Test
    void aClientThatIsShutDownEndsThoseThatWaitToConnectAgain() {
        try (TestClient test = start()) {
            var events = take(test, 2);
            first(test).close();
            until(() -> test.client.pool().connections() == 0);
            value(begin(test.client.shutdown(LONG)));
            failure(events, Reason.SHUT_DOWN);
        }
    }

    @Test
    void aClientThatIsShutDownEndsThoseThatWaitForARetry() {
        try (TestClient test = start()) {
            Retry retry = Retry.backoff(5, Duration.ofMinutes(1));
            var events =
                    begin(test.client.events(test.get("/e").withRetry(retry)).toList());
            RawSocket socket = test.accept();
            socket.request();
            socket.send("HTTP/1.1 503 Busy\r\nContent-Length: 1000000000\r\n\r\n");
            socket.drainToEnd(); // which is given up before the wait
            value(begin(test.client.shutdown(LONG)));
            failure(events, Reason.SHUT_DOWN); // although no time has passed
        }
    }

    @Test
    void aClientThatIsShutDownEndsThoseWhoseFilterWaits() {
        CompletableFuture<Boolean> asked = new CompletableFuture<>();
        ClientFilter waits = (request, next) -> {
            asked.complete(true);
            return One.never();
        };
        try (TestClient test = TestClient.start(time, builder -> builder.filter(waits))) {
            var events = take(test, 1);
            value(asked);
            value(begin(test.client.shutdown(LONG)));
            failure(events, Reason.SHUT_DOWN);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aClientThatIsShutDownEndsThemAndNothingElse(boolean http2) {
        CompletableFuture<Response> late = new CompletableFuture<>();
        Routes routes = Routes.create()
                .get("/e", request -> One.of(Response.sse(Many.concat(Many.of(ServerSentEvent.of("a")), Many.never()))))
                .get("/none", request -> One.never())
                .get("/late", request -> One.from(late));
        HttpClientBuilder builder = HttpClient.builder().clock(time).threads(1);
        try (TestServer server = TestServer.start(routes);
                HttpClient client = (http2 ? builder.http2PriorKnowledge() : builder).build()) {
            var answer = begin(client.get(server.url("/late")).text());
            var events = begin(client.events(server.url("/e"))
                    .doOnNext(event -> seen.add(event.data()))
                    .toList());
            var unanswered = begin(client.events(server.url("/none")).toList());
            until(() -> seen.size() == 1);
            until(() -> client.pool().waiting() == 0);
            var down = begin(client.shutdown(LONG));
            failure(events, Reason.SHUT_DOWN);
            failure(unanswered, Reason.SHUT_DOWN);
            until(() -> client.pool().connections() == 1);
            assertFalse(answer.isDone());
            assertFalse(down.isDone());
            late.complete(Response.text("late"));
            assertEquals("late", value(answer));
            value(down);
        }
    }

    @Test
    void aClientThatIsShutDownEndsThoseThatWaitForAConnection() {
        try (TestClient test = TestClient.start(time, builder -> builder.maxConnections(1))) {
            var answer = begin(test.get("/").text());
            RawSocket socket = test.accept();
            socket.request();
            var events = take(test, 1);
            until(() -> test.client.pool().waiting() == 1);
            var down = begin(test.client.shutdown(LONG));
            failure(events, Reason.SHUT_DOWN);
            socket.send(TestClient.OK);
            assertEquals("ok", value(answer));
            value(down);
        }
    }

    @Test
    void anEventThatIsTooLargeIsAFailure() {
        try (TestClient test = TestClient.start(builder -> builder.maxBody(100))) {
            var events = begin(test.client.events(test.server.url("/")).toList());
            RawSocket socket = test.accept();
            socket.request();
            socket.send(STREAM + "data: " + "x".repeat(200));
            ClientException large = failure(events, Reason.TOO_LARGE);
            assertTrue(large.getMessage().endsWith("an event is larger than 100 bytes (setting: maxBody)"));
        }
    }

    @Test
    void ourOwnServersEventsArrive() {
        Many<ServerSentEvent> hundred =
                Many.range(0, 100).map(i -> ServerSentEvent.of("line\n" + i).withId("" + i));
        try (TestServer server = TestServer.start(request -> One.of(Response.sse(hundred)));
                HttpClient client = HttpClient.create()) {
            var events = client.events(server.url("/")).take(100).toList().await(GENEROUS);
            assertEquals("line\n99", events.get(99).data());
            assertEquals("99", events.get(99).id());
        }
    }

    @Test
    void aRefusalThatBreaksOffIsARefusal() {
        try (TestClient test = start()) {
            var events = take(test, 5);
            first(test).close();
            try (RawSocket socket = next(test)) {
                socket.request();
                socket.send("HTTP/1.1 503 Busy\r\nContent-Length: 9\r\n\r\nbusy");
            }
            assertTrue(failure(events) instanceof StatusException status && status.status() == 503);
        }
    }
}
