package dev.weir.net.http.client;

import static dev.weir.net.Memory.assertHeld;
import static dev.weir.net.http.client.TestClient.begin;
import static dev.weir.net.http.client.TestClient.failure;
import static dev.weir.net.http.client.TestClient.until;
import static dev.weir.net.http.client.TestClient.value;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.net.Logged;
import dev.weir.net.Memory;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawHttp2;
import dev.weir.net.RawSocket;
import dev.weir.net.http.client.ClientException.Reason;
import dev.weir.net.http.content.DecodingMemoryTest;
import dev.weir.testkit.VirtualTime;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What servers make a client hold, by measure, against what is documented. */
@ExtendWith(NoLeaks.class)
class ClientMemoryTest {
    private static final int KIB = 1024;
    private static final int MIB = 1024 * KIB;
    private static final int WINDOW = 256 * KIB;
    private static final int FRAME = 16 * KIB;

    @Test
    void aResponseThatNobodyReadsCostsARead() {
        int connections = 40;
        byte[] much = new byte[4 * MIB];
        List<RawSocket> servers = new ArrayList<>();
        List<CompletableFuture<ClientResponse>> responses = new ArrayList<>();
        try (TestClient test = TestClient.start(new VirtualTime(), builder -> builder)) {
            Memory before = Memory.now();
            for (int i = 0; i < connections; i++) {
                responses.add(begin(test.get("/").send()));
                RawSocket server = test.accept();
                servers.add(server);
                server.request();
                server.send("HTTP/1.1 200 OK\r\nContent-Length: " + much.length + "\r\n\r\n");
                Thread.ofVirtual().start(() -> {
                    try {
                        server.send(much);
                    } catch (UncheckedIOException closed) {
                        // the client reads no more until the test is over
                    }
                });
            }
            responses.forEach(TestClient::value);
            until(() -> test.client.heldBytes() >= connections * 16L * KIB);
            assertHeld(connections * 2L * 64 * KIB, before);
        } finally {
            servers.forEach(server -> server.leave(true));
        }
    }

    /** What decompression looks back at, too. */
    @ParameterizedTest
    @ValueSource(strings = {"br", "zstd"})
    void aResponseThatIsDecompressedIsCounted(String coding) throws Exception {
        byte[] begun = DecodingMemoryTest.begun(coding, 900 * KIB);
        try (TestClient test = TestClient.start(new VirtualTime(), builder -> builder.maxHeldBytes(600 * KIB))) {
            CompletableFuture<Long> counted =
                    begin(test.get("/").send(response -> response.body().count()));
            RawSocket server = test.accept();
            server.request();
            server.send("HTTP/1.1 200 OK\r\nContent-Encoding: " + coding + "\r\nContent-Length: " + (begun.length + 1)
                            + "\r\n\r\n")
                    .send(begun);
            failure(counted, Reason.MEMORY);
            until(() -> test.client.heldBytes() == 0);
            server.leave(true);
        }
    }

    /** While nobody has read the rest of it. */
    @Test
    void theHeadOfAResponseCostsWhatItWas() {
        int connections = 100;
        int most = 128 * KIB;
        String head = "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n" + ("X: " + "x".repeat(12 * KIB) + "\r\n").repeat(10);
        List<RawSocket> servers = new ArrayList<>();
        List<CompletableFuture<ClientResponse>> responses = new ArrayList<>();
        try (TestClient test = TestClient.start(
                new VirtualTime(), builder -> builder.maxHeaderBytes(most).maxConnections(connections))) {
            Memory before = Memory.now();
            for (int i = 0; i < connections; i++) {
                responses.add(begin(test.get("/").send()));
                servers.add(test.accept());
                servers.get(i).request();
                servers.get(i).send(head + "\r\n");
            }
            responses.forEach(TestClient::value);
            assertHeld(connections * (long) most, before);
        } finally {
            servers.forEach(server -> server.leave(true));
        }
    }

    /** Streams of one connection, each with a response of which as much has come as may; gives their responses. */
    private static List<CompletableFuture<ClientResponse>> unread(TestClient test, RawHttp2[] connection, int streams) {
        List<CompletableFuture<ClientResponse>> responses = new ArrayList<>();
        for (int i = 0; i < streams; i++) {
            responses.add(begin(test.get("/").send()));
            if (connection[0] == null) {
                connection[0] = test.server.acceptHttp2();
                connection[0].roundTrip();
            }
        }
        RawHttp2 server = connection[0];
        for (int i = 0; i < streams; i++) {
            int stream = server.await(RawHttp2.HEADERS).stream();
            server.headers(stream, false, ":status", "200");
            for (int n = 0; n < WINDOW / FRAME && server.window(stream) >= FRAME; n++) {
                server.data(stream, "x".repeat(FRAME), false);
            }
        }
        server.roundTrip();
        return responses;
    }

    /** Before memory is measured: a first connection makes the pool of its event loop grow by megabytes, which it keeps. */
    private static void growPools() {
        RawHttp2[] server = new RawHttp2[1];
        try (TestClient test = TestClient.start(new VirtualTime(), HttpClientBuilder::http2PriorKnowledge)) {
            unread(test, server, 40); // which nobody is told of, as no time passes
            server[0].leave();
        }
    }

    @Test
    void responsesOverHttp2CostTheWindowOfTheirConnection() {
        growPools();
        RawHttp2[] server = new RawHttp2[1];
        try (TestClient test = TestClient.start(
                new VirtualTime(), builder -> builder.http2PriorKnowledge().maxHeldBytes(1L << 40))) {
            Memory before = Memory.now();
            unread(test, server, 80);
            assertTrue(test.client.heldBytes() >= 15 * MIB, test.client.heldBytes() + " bytes");
            assertHeld(2 * 16L * MIB, before);
        } finally {
            server[0].leave();
        }
    }

    /** So few that the window of their connection has room for them. */
    @Test
    void eachResponseOverHttp2CostsItsWindow() {
        growPools();
        int streams = 40;
        RawHttp2[] server = new RawHttp2[1];
        try (TestClient test = TestClient.start(
                new VirtualTime(), builder -> builder.http2PriorKnowledge().maxHeldBytes(1L << 40))) {
            Memory before = Memory.now();
            unread(test, server, streams);
            long held = test.client.heldBytes();
            assertTrue(held >= streams * (WINDOW - (long) FRAME), held + " bytes");
            assertHeld(streams * 2L * WINDOW, before);
        } finally {
            server[0].leave();
        }
    }

    @Test
    void whatNobodyReadsIsGivenUpWhenAllHoldTooMuch() throws Exception {
        growPools();
        long limit = 4L * MIB;
        RawHttp2[] server = new RawHttp2[1];
        try (TestClient test = TestClient.start(
                        builder -> builder.http2PriorKnowledge().maxHeldBytes(limit));
                Logged log = Logged.by("dev.weir.net")) {
            Memory before = Memory.now();
            var responses = unread(test, server, 40);
            String told = log.next("may hold " + limit).getMessage();
            assertTrue(told.startsWith("the connections of a client hold "), told);
            assertTrue(told.contains("maxHeldBytes"), told);
            assertTrue(test.client.heldBytes() <= limit + WINDOW, test.client.heldBytes() + " bytes");
            assertHeld(2 * limit, before);
            int failed = 0;
            for (CompletableFuture<ClientResponse> response : responses) {
                var body = begin(value(response).bytes());
                failed += body.isCompletedExceptionally() ? 1 : 0;
                if (body.isCompletedExceptionally()) {
                    failure(body, Reason.MEMORY);
                }
            }
            assertTrue(failed > 20, failed + " failed");
            server[0].leave();
            until(() -> test.client.heldBytes() == 0);
        }
    }

    @Test
    void bodiesAsAWholeShareIt() {
        int large = 3 * MIB / 2;
        int whole = 2 * MIB;
        String head = "HTTP/1.1 200 OK\r\nContent-Length: ";
        try (TestClient test = TestClient.start(builder -> builder.maxHeldBytes(4 * MIB));
                Logged log = Logged.by("dev.weir.net")) {
            var first = begin(test.get("/").bytes());
            RawSocket one = test.accept();
            one.request();
            one.send(head + whole + "\r\n\r\n" + "x".repeat(large));
            until(() -> test.client.heldBytes() >= large);
            var refused = begin(test.get("/").bytes());
            RawSocket other = test.accept();
            other.request();
            String much = head + 2 * whole + "\r\n\r\n" + "x".repeat(2 * large);
            Thread.ofVirtual().start(() -> other.offer(much.getBytes(StandardCharsets.US_ASCII)));
            ClientException failure = failure(refused, Reason.MEMORY);
            assertEquals(503, failure.gatewayStatus());
            assertTrue(failure.getMessage().contains("setting: maxHeldBytes"), failure.getMessage());
            assertEquals(1, log.messages().size());
            one.send("x".repeat(whole - large));
            assertEquals(whole, value(first).length);
            until(() -> test.client.heldBytes() == 0);
        }
    }

    /** A line, or an event, that has not ended. */
    @Test
    void whatIsGatheredOfABodyCounts() {
        int large = 400 * KIB;
        try (TestClient test = TestClient.start(builder -> builder.maxHeldBytes(4 * MIB))) {
            var lines = begin(test.get("/").asMany(String.class).toList());
            RawSocket one = test.accept();
            one.request();
            one.send("HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\n\r\n\"" + "x".repeat(large));
            until(() -> test.client.heldBytes() >= large);
            one.send("\"\n");
            one.leave(false);
            assertEquals(large, value(lines).getFirst().length());
            until(() -> test.client.heldBytes() == 0);
            var event = begin(test.client.events(test.server.url("/")).first());
            RawSocket other = test.accept();
            other.request();
            other.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: " + "x".repeat(large));
            until(() -> test.client.heldBytes() >= large);
            other.send("\ndata: " + "x".repeat(large) + "\n");
            until(() -> test.client.heldBytes() >= 3L * large); // the line, and what there is of the event
            other.send("\n");
            assertEquals(2 * large + 1, value(event).data().length());
            until(() -> test.client.heldBytes() == 0);
            other.leave(true);
        }
    }

    /** It connects again, as after a loss, when there may be room. */
    @Test
    void anEventStreamOutlivesAFullMemory() throws InterruptedException {
        String head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n";
        VirtualTime time = new VirtualTime();
        try (TestClient test = TestClient.patient(time, builder -> builder.maxHeldBytes(64 * KIB));
                Logged log = Logged.by("dev.weir.net")) {
            var event = begin(test.client.events(test.server.url("/")).first());
            RawSocket one = test.accept();
            one.request();
            one.offer((head + "data: " + "x".repeat(200 * KIB)).getBytes(StandardCharsets.US_ASCII));
            log.next("the event stream is lost");
            CompletableFuture<RawSocket> other = CompletableFuture.supplyAsync(test::accept);
            TestClient.advanceUntil(time, Duration.ofMillis(100), other);
            value(other).request();
            value(other).send(head + "data: small\n\n");
            assertEquals("small", value(event).data());
            one.leave(true);
        }
    }

    @Test
    void requestsFailWhileItIsTooMuch() {
        int length = 512 * KIB;
        try (TestClient test = TestClient.start(builder -> builder.maxHeldBytes(16 * KIB));
                Logged log = Logged.by("dev.weir.net")) {
            var unread = begin(test.get("/").send());
            RawSocket server = test.accept();
            server.request();
            server.send("HTTP/1.1 200 OK\r\nContent-Length: " + length + "\r\n\r\n" + "x".repeat(length));
            ClientResponse response = value(unread);
            until(() -> test.client.heldBytes() >= 16 * KIB);
            failure(begin(test.get("/").text()), Reason.MEMORY);
            assertEquals(1, log.messages().size());
            assertEquals(
                    length, value(begin(response.body().reduce(() -> 0, (all, piece) -> all + piece.remaining()))));
            until(() -> test.client.heldBytes() == 0);
        }
    }

    /** The two kernels take some of it. */
    @Test
    void aServerThatTakesNothingHasASecondThen() {
        VirtualTime time = new VirtualTime();
        try (TestClient test = TestClient.start(time, builder -> builder.maxHeldBytes(32 * KIB));
                Logged log = Logged.by("dev.weir.net")) {
            var answer = begin(test.post("/").withBody(new byte[32 * MIB]).text());
            RawSocket server = test.accept();
            server.requestHead();
            until(() -> test.client.heldBytes() > 32 * KIB);
            TestClient.advanceUntil(time, Duration.ofMillis(100), answer);
            assertTrue(failure(answer, Reason.STALL).getMessage().contains("took nothing of the request for 1 s"));
            server.leave(true);
            assertEquals(1, log.messages().size());
        }
    }
}
