package dev.weir.net.http.client;

import static dev.weir.net.http.client.TestClient.begin;
import static dev.weir.net.http.client.TestClient.failure;
import static dev.weir.net.http.client.TestClient.value;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Cancellable;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.Logged;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawHttp2;
import dev.weir.net.http.client.ClientException.Reason;
import dev.weir.testkit.VirtualTime;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import java.util.logging.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A server of HTTP/2 that keeps a client busy for nothing. */
@ExtendWith(NoLeaks.class)
class Http2FloodTest {
    private static final int CALM = 11;
    private static final int MAX_QUESTIONS = 100;
    private static final int MAX_IDLE = 2_000;
    private static final int PRIORITY = 2;
    private static final int ALTSVC = 10;
    private static final int UNKNOWN = 32;
    private static final int PADDED = 8;
    private static final byte[] NONE = {};

    private final VirtualTime time = new VirtualTime();
    private final TestClient test = TestClient.start(time, HttpClientBuilder::http2PriorKnowledge);

    @AfterEach
    void close() {
        test.close();
    }

    private static byte[] repeat(byte[] frame, int times) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int i = 0; i < times; i++) {
            all.writeBytes(frame);
        }
        return all.toByteArray();
    }

    /** Sends more of a frame than may come; gives what the request fails with, once the client has said why it closes. */
    private ClientException flooded(int times, IntFunction<byte[]> frame) {
        try (Logged logged = Logged.by("io.netty", Level.INFO);
                Logged own = Logged.by("dev.weir", Level.INFO)) {
            var answer = begin(test.get("/").text());
            ClientException failure;
            try (RawHttp2 server = test.server.acceptHttp2()) {
                int stream = server.await(RawHttp2.HEADERS).stream();
                server.offer(repeat(frame.apply(stream), times));
                assertEquals(CALM, server.goAway());
                failure = failure(answer, Reason.PROTOCOL);
                assertTrue(
                        failure.getMessage()
                                .contains("the connection was closed, as the server broke HTTP/2 or a limit"
                                        + " (ENHANCE_YOUR_CALM: too many "),
                        failure.getMessage());
            }
            assertEquals(List.of(), logged.messages());
            assertEquals(List.of(), own.messages());
            return failure;
        }
    }

    private void assertFlooded(String what, int times, IntFunction<byte[]> frame) {
        ClientException failure = flooded(times, frame);
        assertTrue(failure.getMessage().contains("too many " + what), failure.getMessage());
    }

    @Test
    void questions() {
        assertFlooded(
                "PING and SETTINGS frames",
                2 * MAX_QUESTIONS,
                stream -> RawHttp2.bytes(RawHttp2.PING, 0, 0, new byte[8]));
        assertFlooded(
                "PING and SETTINGS frames", 2 * MAX_QUESTIONS, stream -> RawHttp2.bytes(RawHttp2.SETTINGS, 0, 0, NONE));
    }

    @Test
    void framesThatBringNothing() {
        List<IntFunction<byte[]>> all = List.of(
                stream -> RawHttp2.bytes(RawHttp2.PING, RawHttp2.ACK, 0, new byte[8]),
                stream -> RawHttp2.bytes(RawHttp2.WINDOW_UPDATE, 0, 0, RawHttp2.number(1)),
                stream -> RawHttp2.bytes(RawHttp2.WINDOW_UPDATE, 0, stream, RawHttp2.number(1)),
                stream -> RawHttp2.bytes(PRIORITY, 0, stream, new byte[5]),
                stream -> RawHttp2.bytes(ALTSVC, 0, 0, new byte[2]),
                stream -> RawHttp2.bytes(UNKNOWN, 0, stream, NONE));
        for (IntFunction<byte[]> frame : all) {
            assertFlooded("frames that bring nothing", MAX_IDLE + 100, frame);
        }
    }

    /** What comes on a stream that has ended, or been reset by us. */
    @Test
    void framesOfStreamsThatAreOver() {
        List<IntFunction<byte[]>> all = List.of(
                stream -> RawHttp2.bytes(RawHttp2.RST_STREAM, 0, stream, RawHttp2.number(0)),
                stream -> RawHttp2.bytes(RawHttp2.DATA, 0, stream, new byte[] {'x'}),
                stream -> RawHttp2.bytes(RawHttp2.DATA, 0, stream, NONE),
                stream -> RawHttp2.bytes(
                        RawHttp2.HEADERS, RawHttp2.END_HEADERS, stream, RawHttp2.block(":status", "200")));
        for (IntFunction<byte[]> frame : all) {
            try (Logged logged = Logged.by("io.netty", Level.INFO)) {
                Cancellable given = test.get("/").text().subscribe();
                try (RawHttp2 server = test.server.acceptHttp2()) {
                    int stream = server.await(RawHttp2.HEADERS).stream();
                    given.cancel();
                    server.resetOf(stream);
                    CompletableFuture<String> other = begin(test.get("/").text());
                    server.await(RawHttp2.HEADERS);
                    server.offer(repeat(frame.apply(stream), MAX_IDLE + 100));
                    assertEquals(CALM, server.goAway());
                    failure(other, Reason.PROTOCOL);
                }
                assertEquals(List.of(), logged.messages());
            }
        }
    }

    /** Netty's decoder counts those; the head that is due is there. */
    @Test
    void dataWithoutAnything() {
        for (byte[] frame : List.of(NONE, new byte[] {3, 0, 0, 0})) {
            var status = begin(test.get("/").send(response -> response.text()));
            try (Logged logged = Logged.by("io.netty", Level.INFO);
                    RawHttp2 server = test.server.acceptHttp2()) {
                int stream = server.await(RawHttp2.HEADERS).stream();
                server.headers(stream, false, ":status", "200");
                int flags = frame.length == 0 ? 0 : PADDED;
                server.offer(repeat(RawHttp2.bytes(RawHttp2.DATA, flags, stream, frame), MAX_IDLE + 100));
                assertEquals(CALM, server.goAway());
                ClientException failure = failure(status, Reason.PROTOCOL);
                assertTrue(failure.getMessage().contains("ENHANCE_YOUR_CALM"), failure.getMessage());
                assertEquals(List.of(), logged.messages());
            }
        }
    }

    /** The exchange fails by the first that is not due, and what follows belongs to nobody. */
    @Test
    void headsOfOneResponse() {
        try (Logged logged = Logged.by("io.netty", Level.INFO)) {
            var answer = begin(test.get("/").text());
            try (RawHttp2 server = test.server.acceptHttp2()) {
                int stream = server.await(RawHttp2.HEADERS).stream();
                byte[] head = RawHttp2.bytes(
                        RawHttp2.HEADERS, RawHttp2.END_HEADERS, stream, RawHttp2.block(":status", "103"));
                server.offer(repeat(head, MAX_IDLE + 100));
                assertEquals(CALM, server.goAway());
                failure(answer, Reason.PROTOCOL);
            }
            assertEquals(List.of(), logged.messages());
        }
    }

    @Test
    void pushesThatWereNotAskedFor() {
        try (Logged logged = Logged.by("io.netty", Level.INFO)) {
            var answer = begin(test.get("/").text());
            try (RawHttp2 server = test.server.acceptHttp2()) {
                int stream = server.await(RawHttp2.HEADERS).stream();
                server.offer(RawHttp2.bytes(5, RawHttp2.END_HEADERS, stream, RawHttp2.number(2)));
                assertEquals(1, server.goAway());
                failure(answer, Reason.PROTOCOL);
            }
            assertEquals(List.of(), logged.messages());
        }
    }

    @Test
    void asManyFramesAsAreDueAreTaken() {
        try (RawHttp2 server = answering(test.get("/").text(), stream -> {})) {
            for (int turn = 0; turn < 3; turn++) { // within each ten seconds
                server.offer(repeat(RawHttp2.bytes(RawHttp2.PING, 0, 0, new byte[8]), MAX_QUESTIONS / 2));
                server.offer(repeat(RawHttp2.bytes(UNKNOWN, 0, 0, NONE), MAX_IDLE / 2));
                server.roundTrip();
                time.advance(Duration.ofSeconds(11));
            }
        }
    }

    private interface Answered {
        void to(int stream);
    }

    /** A connection on which a request has been answered. */
    private RawHttp2 answering(One<String> request, Answered then) {
        var answer = begin(request);
        RawHttp2 server = test.server.acceptHttp2();
        int stream = server.await(RawHttp2.HEADERS).stream();
        server.headers(stream, false, ":status", "200").data(stream, "ok", true);
        assertEquals("ok", value(answer));
        then.to(stream);
        return server;
    }

    /** Each request pays for some frames, and so does what is sent. */
    @Test
    void serversThatAnswerMuchMayTellMuch() {
        int requests = MAX_IDLE / 2;
        try (RawHttp2 server = answering(test.get("/").text(), stream -> {})) {
            for (int i = 0; i < requests; i++) {
                var answer = begin(test.get("/").text());
                int stream = server.await(RawHttp2.HEADERS).stream();
                server.window(0, 1).window(stream, 1).headers(stream, false, ":status", "200");
                server.data(stream, "ok", true);
                assertEquals("ok", value(answer));
            }
            Many<ByteBuffer> body = Many.range(0, 4 * MAX_IDLE).map(i -> ByteBuffer.wrap(new byte[] {'x'}));
            var answer = begin(test.post("/").withBody(body).text());
            int stream = server.await(RawHttp2.HEADERS).stream();
            for (RawHttp2.Frame frame = server.await(RawHttp2.DATA, stream);
                    !frame.isLast();
                    frame = server.await(RawHttp2.DATA, stream)) {
                int length = Math.max(1, frame.payload().length);
                server.window(0, length).window(stream, length);
            }
            server.headers(stream, false, ":status", "200").data(stream, "ok", true);
            assertEquals("ok", value(answer));
        }
    }
}
