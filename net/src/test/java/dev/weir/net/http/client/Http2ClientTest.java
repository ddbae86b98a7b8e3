package dev.weir.net.http.client;

import static dev.weir.net.http.client.TestClient.begin;
import static dev.weir.net.http.client.TestClient.failure;
import static dev.weir.net.http.client.TestClient.until;
import static dev.weir.net.http.client.TestClient.value;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Cancellable;
import dev.weir.Ending;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.Logged;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawHttp2;
import dev.weir.net.RawServer;
import dev.weir.net.http.client.ClientException.Reason;
import dev.weir.testkit.VirtualTime;
import io.netty.handler.codec.http2.Http2Error;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** HTTP/2 with prior knowledge, against a server of Netty. */
@ExtendWith(NoLeaks.class)
class Http2ClientTest {
    private final Http2Server server = new Http2Server(3);
    private final VirtualTime time = new VirtualTime();
    private final HttpClient client =
            HttpClient.builder().http2PriorKnowledge().threads(1).clock(time).build();

    private CompletableFuture<String> ask(String target) {
        return begin(client.get(server.url(target)).text());
    }

    @AfterEach
    void close() {
        client.close();
        client.closed().await(TestClient.GENEROUS);
        server.close();
    }

    @Test
    void requestsShareAConnection() {
        var first = ask("/1?a");
        Http2Server.Stream one = server.next();
        var second = ask("/2");
        Http2Server.Stream two = server.next();
        assertEquals("/1?a", one.path());
        assertEquals("GET", one.head.method().toString());
        assertEquals("http", one.head.scheme().toString());
        assertEquals("weir", one.head.get("user-agent").toString());
        assertTrue(one.complete);
        two.ok("second");
        assertEquals("second", value(second));
        assertFalse(first.isDone());
        one.ok("first");
        assertEquals("first", value(first));
        assertEquals(1, client.pool().opened());
        assertEquals(1, client.pool().reused());
    }

    @Test
    void responsesSayTheirProtocol() {
        var protocol = begin(client.get(server.url("/")).send(response -> One.of(response.protocol())));
        server.next().ok("");
        assertEquals("HTTP/2.0", value(protocol));
    }

    @Test
    void requestsBeyondTheServersLimitWait() {
        List<CompletableFuture<String>> answers = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            answers.add(ask("/" + i));
        }
        until(() -> client.pool().waiting() == 7);
        until(() -> server.waiting() == 3);
        for (int i = 0; i < 10; i++) {
            Http2Server.Stream stream = server.next();
            assertEquals("/" + i, stream.path());
            stream.ok("x" + i);
        }
        for (int i = 0; i < 10; i++) {
            assertEquals("x" + i, value(answers.get(i)));
        }
        assertEquals(1, client.pool().opened());
    }

    @Test
    void theLimitMayChange() {
        var first = ask("/1");
        Http2Server.Stream one = server.next();
        one.settings(1);
        one.ok("1");
        value(first);
        var second = ask("/2");
        Http2Server.Stream two = server.next();
        var third = ask("/3");
        until(() -> client.pool().waiting() == 1);
        two.settings(2);
        server.next().ok("3");
        assertEquals("3", value(third));
        two.ok("2");
        value(second);
    }

    @Test
    void bodiesGoBothWays() {
        Many<ByteBuffer> body = Many.range(0, 1000).map(i -> ByteBuffer.wrap(new byte[1000]));
        var text = begin(client.post(server.url("/")).withBody(body).text());
        Http2Server.Stream stream = server.next();
        assertNull(stream.head.get("content-length"));
        until(() -> stream.complete);
        assertEquals(1_000_000, stream.bytes.get());
        stream.head(200, false);
        for (int i = 0; i < 100; i++) {
            stream.data("x".repeat(10_000), i == 99);
        }
        assertEquals(1_000_000, value(text).length());
        var known = begin(client.put(server.url("/")).withBody("what").text());
        Http2Server.Stream second = server.next();
        assertEquals("4", second.head.get("content-length").toString());
        until(() -> second.complete);
        second.ok("");
        assertEquals("", value(known));
    }

    @Test
    void aReaderThatDoesNotReadStopsTheServer() {
        var answer = begin(client.get(server.url("/")).send());
        Http2Server.Stream stream = server.next();
        stream.head(200, false);
        ClientResponse response = value(answer);
        AtomicInteger seen = new AtomicInteger();
        CompletableFuture<Void> go = new CompletableFuture<>();
        var read = begin(response.body()
                .mapAsync(1, piece -> One.from(go.minimalCompletionStage()).map(x -> piece.remaining()))
                .doOnNext(seen::addAndGet)
                .count());
        int sent = 0;
        for (; stream.isWritable(); sent++) {
            stream.data("x".repeat(10_000), false);
            if (sent > 1000) {
                throw new AssertionError("the server was not stopped");
            }
        }
        assertTrue(sent * 10_000 <= 256 * 1024 + 200_000, sent + " pieces were taken for nobody");
        go.complete(null);
        stream.data("end", true);
        value(read);
        assertEquals(sent * 10_000 + 3, seen.get());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anEndThatComesAloneFreesTheStream(boolean trailers) {
        var answer = begin(client.get(server.url("/")).send());
        Http2Server.Stream stream = server.next();
        stream.head(200, false).data("all", false);
        AtomicInteger seen = new AtomicInteger();
        var read = begin(value(answer)
                .body()
                .doOnNext(piece -> seen.addAndGet(piece.remaining()))
                .count());
        until(() -> seen.get() == 3); // before its end comes
        if (trailers) {
            stream.trailer("x-sum", "1");
        } else {
            stream.data("", true);
        }
        assertEquals(1, value(read));
        until(() -> client.pool().idle() == 1); // no time passes, so no limit ends it
    }

    @Test
    void aStreamThatNobodyReadsStopsNoOther() {
        for (int i = 0; i < 2; i++) {
            var unread = begin(client.get(server.url("/")).send());
            Http2Server.Stream stream = server.next();
            stream.head(200, false).data("x".repeat(400_000), false);
            value(unread);
        }
        var text = ask("/quick");
        server.next().ok("x".repeat(300_000));
        assertEquals(300_000, value(text).length());
    }

    @Test
    void cancellingResetsTheStreamOnly() {
        Cancellable request = client.get(server.url("/1")).text().subscribe();
        Http2Server.Stream stream = server.next();
        request.cancel();
        until(() -> stream.resetBy == Http2Error.CANCEL.code());
        var text = ask("/2");
        server.next().ok("fine");
        assertEquals("fine", value(text));
        assertEquals(1, client.pool().opened());
    }

    @Test
    void aShortBodyThatNobodyReadsIsNoReasonForAReset() {
        for (int i = 0; i < 10; i++) {
            var status = begin(client.get(server.url("/")).send(response -> One.of(response.status())));
            Http2Server.Stream stream = server.next();
            stream.ok("x".repeat(1000));
            assertEquals(200, value(status));
            until(() -> stream.gone);
            assertEquals(-1, stream.resetBy);
        }
    }

    @Test
    void oneThatDoesNotComeIsResetAndTheConnectionKept() {
        Duration days = Duration.ofDays(10);
        try (HttpClient patient = HttpClient.builder()
                .http2PriorKnowledge()
                .threads(1)
                .clock(time)
                .idleTimeout(days)
                .maxAge(days)
                .build()) {
            var status = begin(patient.get(server.url("/")).send(response -> One.of(response.status())));
            Http2Server.Stream stream = server.next();
            stream.head(200, false, "content-length", "7");
            assertEquals(200, value(status));
            until(() -> {
                time.advance(Duration.ofMillis(100));
                return stream.resetBy == Http2Error.CANCEL.code();
            });
            until(() -> patient.pool().idle() == 1);
        }
    }

    @Test
    void norIsAnEndThatComesAfterAHeadWithoutABody() {
        var status = begin(client.head(server.url("/")).send(response -> One.of(response.status())));
        Http2Server.Stream stream = server.next();
        stream.head(200, false, "content-length", "7").data("", true);
        assertEquals(200, value(status));
        until(() -> stream.gone);
        assertEquals(-1, stream.resetBy);
        var body = begin(client.head(server.url("/")).bytes());
        server.next().head(200, false, "content-length", "7").data("content", true);
        failure(body, Reason.PROTOCOL);
    }

    private void cancelOne() {
        CompletableFuture<Object> heard = new CompletableFuture<>();
        Cancellable request = client.get(server.url("/given-up"))
                .withHints(heard::complete)
                .text()
                .subscribe();
        Http2Server.Stream stream = server.next().head(103, false);
        value(heard); // so the server is not dead
        request.cancel();
        until(() -> stream.resetBy == Http2Error.CANCEL.code());
    }

    @Test
    void afterManyResetsOthersGetAnotherConnection() {
        var running = ask("/running");
        Http2Server.Stream stream = server.next();
        for (int i = 0; i < 250; i++) {
            cancelOne();
        }
        until(() -> client.pool().opened() == 3);
        stream.ok("all of it");
        assertEquals("all of it", value(running));
    }

    @Test
    void bodiesThatNobodyReadsToTheirEndAreNotLogged() {
        try (Logged logged = Logged.by("io.netty", Level.INFO)) {
            for (int i = 0; i < 20; i++) {
                var status = begin(client.get(server.url("/")).send(response -> One.of(response.status())));
                Http2Server.Stream stream = server.next();
                stream.head(200, false);
                for (int piece = 0; piece < 20; piece++) {
                    stream.data("x".repeat(10_000), false);
                }
                assertEquals(200, value(status));
                until(() -> stream.resetBy == Http2Error.CANCEL.code());
            }
            var text = ask("/");
            server.next().ok("x".repeat(300_000));
            assertEquals(300_000, value(text).length());
            assertEquals(1, client.pool().opened());
            assertEquals(List.of(), logged.messages());
        }
    }

    /** What was thrown away is given back, or the connection's window would be used up. */
    @Test
    void whatIsThrownAwayTakesNoWindow() {
        for (int i = 0; i < 80; i++) {
            Cancellable request = client.get(server.url("/")).text().subscribe();
            Http2Server.Stream stream = server.next();
            request.cancel();
            stream.head(200, false).data("x".repeat(250_000), false);
            until(() -> stream.resetBy == Http2Error.CANCEL.code());
        }
        var text = ask("/");
        server.next().ok("x".repeat(300_000));
        assertEquals(300_000, value(text).length());
        assertEquals(1, client.pool().opened());
    }

    @Test
    void resetsNowAndThenAreNoReason() {
        for (int i = 0; i < 190; i++) {
            time.advance(Duration.ofMillis(400));
            cancelOne();
        }
        assertEquals(1, client.pool().opened());
    }

    @Test
    void anEndByAnErrorIsTold() {
        var begun = ask("/1");
        Http2Server.Stream one = server.next();
        one.head(200, false).data("part", false);
        var unanswered = begin(client.post(server.url("/2")).withBody("x").text());
        server.next().breakOff(Http2Error.ENHANCE_YOUR_CALM, "too many\r\nresets");
        String told = "the server closed the connection (ENHANCE_YOUR_CALM: too many??resets) before the response";
        assertTrue(failure(unanswered, Reason.CLOSED).getMessage().endsWith(told));
        assertTrue(failure(begun, Reason.CLOSED).getMessage().endsWith(told + " was complete"));
    }

    @Test
    void anEarlyAnswerStopsTheRequest() {
        CompletableFuture<Ending> ended = new CompletableFuture<>();
        Many<ByteBuffer> endless = Many.<ByteBuffer>never().doFinally(ended::complete);
        var status = begin(client.post(server.url("/")).withBody(endless).send(response -> One.of(response.status())));
        Http2Server.Stream stream = server.next();
        stream.head(413, true);
        assertEquals(413, value(status));
        assertEquals(Ending.CANCELLED, value(ended));
        until(() -> stream.resetBy == Http2Error.CANCEL.code());
    }

    /** The rest of the request waits for window, which nobody will give. */
    @ParameterizedTest
    @ValueSource(ints = {66_000, 80_000, 100_000})
    void anEarlyAnswerStopsARequestThatWasHandedOver(int length) {
        byte[] oneStream = {0, 3, 0, 0, 0, 1};
        try (RawServer raw = RawServer.start()) {
            var status = begin(
                    client.post(raw.url("/")).withBody("x".repeat(length)).send(response -> One.of(response.status())));
            try (RawHttp2 peer = raw.acceptHttp2(oneStream)) {
                int stream = peer.await(RawHttp2.HEADERS).stream();
                for (int came = 0; came < 65_535; ) {
                    came += peer.await(RawHttp2.DATA).payload().length;
                }
                peer.roundTrip();
                peer.headers(stream, true, ":status", "200");
                assertEquals(200, value(status));
                assertEquals(Http2Error.CANCEL.code(), peer.resetOf(stream));
                until(() -> client.heldBytes() == 0);
                var text = begin(client.get(raw.url("/")).text());
                int next = peer.await(RawHttp2.HEADERS).stream();
                assertEquals(stream + 2, next);
                peer.headers(next, false, ":status", "200").data(next, "more", true);
                assertEquals("more", value(text));
            }
        }
    }

    @Test
    void whatWasNotBegunIsSentAgainOnAnotherConnection() {
        var first = ask("/1");
        Http2Server.Stream one = server.next();
        var post = begin(client.post(server.url("/2")).withBody("x").text());
        Http2Server.Stream two = server.next();
        two.goAway(false);
        Http2Server.Stream again = server.next();
        assertEquals("/2", again.path());
        again.ok("again");
        assertEquals("again", value(post));
        one.ok("first");
        assertEquals("first", value(first));
        assertEquals(2, client.pool().opened());
        until(() -> client.pool().connections() == 1);
    }

    @Test
    void aStreamThatIsRefusedIsSentAgain() {
        var post = begin(client.post(server.url("/")).withBody("x").text());
        server.next().reset(Http2Error.REFUSED_STREAM);
        server.next().ok("taken");
        assertEquals("taken", value(post));
        assertEquals(1, client.pool().opened());
    }

    @Test
    void afterAGoAwayWhatRunsIsFinished() {
        var first = ask("/1");
        Http2Server.Stream one = server.next();
        one.goAway(true);
        until(() -> {
            var probe = ask("/probe");
            Http2Server.Stream stream = server.next();
            stream.ok("");
            value(probe);
            return client.pool().opened() == 2;
        });
        one.ok("first");
        assertEquals("first", value(first));
    }

    @Test
    void aResetIsAFailure() {
        var text = ask("/");
        server.next().reset(Http2Error.INTERNAL_ERROR);
        ClientException reset = failure(text, Reason.CLOSED);
        assertTrue(reset.getMessage().contains("the server reset the stream (INTERNAL_ERROR) before the response"));
        var cut = ask("/");
        Http2Server.Stream stream = server.next();
        stream.head(200, false).data("part", false).reset(Http2Error.CANCEL);
        failure(cut, Reason.CLOSED);
    }

    @Test
    void aConnectionThatBreaksFailsAllThatItCarries() {
        var first = ask("/1");
        server.next();
        var second = ask("/2");
        Http2Server.Stream two = server.next();
        two.head(200, false).data("part", false);
        server.connections.forEach(io.netty.channel.Channel::close);
        failure(first, Reason.CLOSED);
        failure(second, Reason.CLOSED);
        until(() -> client.pool().connections() == 0);
    }

    @Test
    void bodiesAreAsLongAsTheySay() {
        for (int length : new int[] {2, 4}) {
            var text = ask("/");
            server.next().head(200, false, "content-length", "" + length).data("abc", true);
            failure(text, Reason.PROTOCOL);
        }
        var twice = ask("/");
        server.next()
                .head(200, false, "content-length", "3", "content-length", "4")
                .data("abc", true);
        failure(twice, Reason.PROTOCOL);
        var head = begin(client.head(server.url("/")).send(response -> One.of(response.header("content-length"))));
        server.next().head(200, true, "content-length", "3");
        assertEquals("3", value(head));
    }

    @Test
    void whatHttp2DoesNotHaveIsRefused() {
        var framed = ask("/");
        server.next().head(200, false, "transfer-encoding", "chunked");
        failure(framed, Reason.PROTOCOL);
        var broken = ask("/");
        server.next().head(200, false, "x-a", "a\u0001b");
        failure(broken, Reason.PROTOCOL);
        var switched = ask("/");
        server.next().head(101, false);
        failure(switched, Reason.PROTOCOL);
    }

    /** A name is no format, by which a few bytes would be told in as many as they want. */
    @ParameterizedTest
    @ValueSource(strings = {":%100000%", "X-%100000%", ":x\r\ny"})
    void whatIsToldOfAMalformedNameIsShort(String name) {
        try (RawServer raw = RawServer.start()) {
            var failed = begin(client.get(raw.url("/")).text());
            try (RawHttp2 peer = raw.acceptHttp2()) {
                int stream = peer.await(RawHttp2.HEADERS).stream();
                peer.headers(stream, true, ":status", "200", name, "1");
                String told = failure(failed, Reason.PROTOCOL).getMessage();
                assertTrue(told.length() < 300 && !told.contains("\n"), told);
            }
        }
    }

    static Stream<List<String>> noResponses() {
        return Stream.of(
                List.of("x", "1", ":status", "200"),
                List.of(":status", "200", "te", "gzip"),
                List.of(":status", "200", "upgrade", "x"),
                List.of(":status", "200", ":status", "200"),
                List.of(":status", "200", ":path", "/"));
    }

    @ParameterizedTest
    @MethodSource
    void noResponses(List<String> fields) {
        try (RawServer raw = RawServer.start()) {
            var failed = begin(client.get(raw.url("/")).text());
            try (RawHttp2 peer = raw.acceptHttp2()) {
                int stream = peer.await(RawHttp2.HEADERS).stream();
                peer.headers(stream, true, fields.toArray(new String[0]));
                failure(failed, Reason.PROTOCOL);
            }
        }
    }

    @Test
    void interimResponsesAndTrailersAreFine() {
        var text = begin(client.post(server.url("/"))
                .withBody("what")
                .withExpectContinue()
                .text());
        Http2Server.Stream stream = server.next();
        assertEquals("100-continue", stream.head.get("expect").toString());
        assertFalse(stream.complete);
        stream.head(103, false).head(100, false);
        until(() -> stream.complete);
        stream.head(200, false).data("body", false).trailer("x-sum", "1");
        assertEquals("body", value(text));
    }

    /** RFC 9113 section 8.3.1. */
    @Test
    void optionsWithoutAPathAreOfTheServer() {
        for (String path : new String[] {"", "/", "?a"}) {
            var text = begin(client.request("OPTIONS", server.url(path)).text());
            Http2Server.Stream stream = server.next();
            String expected = path.isEmpty() ? "*" : path.equals("?a") ? "/?a" : path;
            assertEquals(expected, stream.head.path().toString());
            stream.ok("");
            value(text);
        }
    }

    @Test
    void interimResponsesWithoutEndAreRefused() {
        var text = ask("/");
        Http2Server.Stream stream = server.next();
        for (int i = 0; i < 33; i++) {
            stream.head(103, false);
        }
        failure(text, Reason.PROTOCOL);
    }

    @Test
    void responsesWithTooManyFieldsAreRefused() {
        String[] fields = new String[2 * 201];
        java.util.Arrays.setAll(fields, i -> i % 2 == 0 ? "x-" + i : "y");
        var tooMany = ask("/");
        server.next().head(200, false, fields);
        ClientException refused = failure(tooMany, Reason.PROTOCOL);
        assertTrue(refused.getMessage().endsWith("more than 200 header fields"), refused.getMessage());
        var most = ask("/");
        server.next().head(200, false, java.util.Arrays.copyOf(fields, 400)).data("fine", true);
        assertEquals("fine", value(most));
    }

    @Test
    void headsAreAwaitedForSoLongOnly() {
        var text = ask("/");
        Http2Server.Stream stream = server.next();
        TestClient.advanceUntil(time, Duration.ofSeconds(1), text);
        failure(text, Reason.HEAD_TIMEOUT);
        until(() -> stream.gone);
    }

    /** What waits for window is in no socket's buffer. */
    @Test
    void aServerThatDoesNotTakeTheRequestIsWaitedForSoLongOnly() {
        Many<ByteBuffer> endless = Many.range(0, Integer.MAX_VALUE).map(i -> ByteBuffer.wrap(new byte[8192]));
        var answer = begin(client.post(server.url("/")).withBody(endless).text());
        server.next().stop();
        TestClient.advanceUntil(time, Duration.ofSeconds(1), answer);
        ClientException failure = failure(answer, Reason.STALL);
        assertTrue(
                failure.getMessage().contains("the server took nothing of the request for 30 s"), failure::getMessage);
    }

    @Test
    void anIdleConnectionIsClosed() {
        var text = ask("/");
        server.next().ok("x");
        value(text);
        until(() -> client.pool().idle() == 1);
        until(() -> {
            time.advance(Duration.ofSeconds(1));
            return client.pool().connections() == 0;
        });
    }

    @Test
    void shuttingDownFinishesWhatRuns() {
        var text = ask("/");
        Http2Server.Stream stream = server.next();
        var down = begin(client.shutdown(Duration.ofHours(1)));
        failure(ask("/2"), Reason.SHUT_DOWN);
        assertFalse(down.isDone());
        stream.ok("done");
        assertEquals("done", value(text));
        value(down);
    }

    @Test
    void shuttingDownWaitsForWhatIsOnItsWay() {
        try (RawServer slow = RawServer.start()) {
            var text = begin(client.get(slow.url("/")).text());
            until(() -> client.pool().connecting() == 1);
            var first = ask("/");
            server.next().ok("first");
            assertEquals("first", value(first)); // the same loop has connected to the slow one, too
            var down = begin(client.shutdown(Duration.ofHours(1)));
            until(() -> client.pool().connections() == 0);
            try (RawHttp2 peer = slow.acceptHttp2()) {
                int stream = peer.await(RawHttp2.HEADERS).stream();
                peer.headers(stream, false, ":status", "200").data(stream, "late", true);
                assertEquals("late", value(text));
                value(down);
            }
        }
    }

    @Test
    void aServerThatDoesNotSpeakItIsNoticed() {
        try (RawServer plain = RawServer.start()) {
            var text = begin(client.get(plain.url("/")).text());
            plain.accept().send("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n");
            failure(text, Reason.CONNECT);
        }
    }

    @Test
    void anOldConnectionWithAStreamKeepsNobodyOut() {
        VirtualTime time = new VirtualTime();
        Duration days = Duration.ofDays(3);
        try (HttpClient only = HttpClient.builder()
                .http2PriorKnowledge()
                .threads(1)
                .clock(time)
                .maxConnections(1)
                .maxAge(Duration.ofMinutes(1))
                .headTimeout(days)
                .unreadTimeout(days)
                .build()) {
            var lasting = begin(only.get(server.url("/lasting")).send());
            Http2Server.Stream stream = server.next().head(200, false);
            assertEquals(200, value(lasting).status());
            time.advance(Duration.ofMinutes(2));
            for (String text : List.of("one", "two")) {
                var answer = begin(only.get(server.url("/")).text());
                server.next().ok(text); // the second never came
                assertEquals(text, value(answer));
            }
            assertEquals(2, server.connections.size());
            stream.data("", true);
        }
    }
}
