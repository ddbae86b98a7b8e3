package dev.weir.net.http.client;

import static dev.weir.net.Gzip.gzip;
import static dev.weir.net.http.client.TestClient.begin;
import static dev.weir.net.http.client.TestClient.until;
import static dev.weir.net.http.client.TestClient.value;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.aayushatharva.brotli4j.Brotli4jLoader;
import com.aayushatharva.brotli4j.encoder.Encoder;
import dev.weir.Emitter;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.Overflow;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawSocket;
import dev.weir.net.http.client.ClientException.Reason;
import dev.weir.testkit.Probe;
import dev.weir.testkit.VirtualTime;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A response that has come, and gone off its connection, and is not inflated yet as its reader asks for no more. */
@ExtendWith(NoLeaks.class)
class HeldResponseTest {
    private static final Duration A_WHILE = Duration.ofSeconds(5);
    private static final String TEXT = "It is long, and it says the same again. ".repeat(5_000);

    private final VirtualTime time = new VirtualTime();
    private final TestClient test = TestClient.start(time, builder -> builder);

    @AfterEach
    void close() {
        test.close();
    }

    /** Answers, and sees all of it off the connection. */
    private RawSocket answer(Probe<ByteBuffer> reader) {
        RawSocket socket = answer("gzip", gzip(TEXT), 0);
        reader.awaitItems(1);
        until(() -> test.client.pool().idle() == 1);
        return socket;
    }

    /** Answers, with so many bytes less than it says. */
    private RawSocket answer(String coding, byte[] body, int missing) {
        RawSocket socket = test.accept();
        socket.request();
        socket.send("HTTP/1.1 200 OK\r\nContent-Encoding: " + coding + "\r\nContent-Length: " + (body.length + missing)
                + "\r\n\r\n");
        return socket.send(body);
    }

    /** Of which the decoder gives a little at a time. */
    private static byte[] brotli() throws IOException {
        Brotli4jLoader.ensureAvailability();
        return Encoder.compress(TEXT.getBytes(ISO_8859_1), Encoder.Parameters.create(5, 10));
    }

    private static void failed(Probe<ByteBuffer> reader, Reason reason) {
        reader.awaitEnd().assertFailed(failure -> failure instanceof ClientException known && known.reason() == reason);
    }

    @Test
    void isLetGoWhereItsScopeEnds() {
        Probe<ByteBuffer> reader = Probe.demanding(1);
        CompletableFuture<String> scope = new CompletableFuture<>();
        var outcome = begin(test.get("/").send(response -> {
            response.body().subscribe(reader);
            return One.from(() -> scope);
        }));
        answer(reader);
        scope.complete("done"); // on this thread, which is not the connection's
        value(outcome);
        failed(reader, Reason.RELEASED);
        until(() -> test.client.heldBytes() == 0);
    }

    /** Who has seen the status need not read it. */
    @Test
    void thatIsEmptyHoldsNothing() throws InterruptedException {
        AtomicReference<Thread> loop = new AtomicReference<>();
        var response = begin(test.get("/").send().doOnValue(_ -> loop.set(Thread.currentThread())));
        RawSocket socket = test.accept();
        socket.request();
        socket.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n").close();
        value(response);
        until(() -> test.client.pool().connections() == 0);
        test.client.shutdown(A_WHILE).await(TestClient.GENEROUS);
        Thread its = Objects.requireNonNull(loop.get());
        assertTrue(its.join(TestClient.GENEROUS), "the loop of a client that is shut down goes on");
    }

    @Test
    void isBoundedByTheTimeOfItsRequest() {
        Probe<ByteBuffer> reader = Probe.demanding(1);
        begin(test.get("/")
                .withTimeout(A_WHILE)
                .send()
                .doOnValue(response -> response.body().subscribe(reader)));
        answer(reader);
        time.advance(A_WHILE.plusSeconds(1));
        failed(reader, Reason.DEADLINE);
    }

    @Test
    void isBoundedByItInItsScope() {
        Probe<ByteBuffer> reader = Probe.demanding(1);
        begin(test.get("/").withTimeout(A_WHILE).send(response -> {
            response.body().subscribe(reader);
            return One.never();
        }));
        answer(reader);
        time.advance(A_WHILE.plusSeconds(1));
        failed(reader, Reason.DEADLINE);
    }

    /** Its reader goes on while what the connection brings for another one is looked at. */
    @Test
    void leavesAloneWhatIsLookedAt() {
        CompletableFuture<Emitter<ByteBuffer>> uploading = new CompletableFuture<>();
        begin(test.post("/up")
                .withBody(Many.<ByteBuffer>emitter(Overflow.buffer(16), uploading::complete))
                .send());
        test.accept(); // another connection of the loop
        Emitter<ByteBuffer> upload = value(uploading);
        test.roundTrip(); // it has been asked for
        Probe<ByteBuffer> reader = Probe.demanding(1);
        begin(test.get("/a").send().doOnValue(response -> response.body().subscribe(reader)));
        RawSocket socket = answer(reader);
        String body = "b".repeat(1_000);
        AtomicReference<String> seen = new AtomicReference<>();
        var looked = begin(test.get("/b")
                .send(response -> response.forEachPiece(piece -> {
                    reader.request(1);
                    upload.next(ByteBuffer.wrap(
                            "x".repeat(3_000).getBytes(ISO_8859_1))); // in the array that was given back last
                    seen.set(ISO_8859_1.decode(piece.duplicate()).toString());
                })));
        socket.request();
        socket.send("HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
        value(looked);
        assertEquals(body, seen.get());
    }

    /** Its line breaks, and what has come can be read. */
    @ParameterizedTest
    @ValueSource(strings = {"gzip", "br"})
    void isReadAsFarAsItHasCome(String coding) throws IOException {
        Probe<ByteBuffer> reader = Probe.demanding(1);
        begin(test.get("/").send().doOnValue(response -> response.body().subscribe(reader)));
        RawSocket socket = answer(coding, coding.equals("br") ? brotli() : gzip(TEXT), 1);
        reader.awaitItems(1);
        socket.close();
        until(() -> test.client.pool().connections() == 0);
        reader.request(Long.MAX_VALUE);
        failed(reader, Reason.CLOSED);
        assertEquals(
                TEXT.length(),
                reader.items().stream().mapToInt(ByteBuffer::remaining).sum());
    }

    @Test
    void thatNobodyReadsLeavesNothingWithItsConnection() {
        var first = begin(test.get("/a").text());
        RawSocket socket = test.accept();
        socket.request();
        socket.send(TestClient.OK);
        value(first); // which was looked at
        CompletableFuture<String> scope = new CompletableFuture<>();
        var second = begin(test.get("/b").send(_ -> One.from(() -> scope)));
        socket.request();
        socket.send(TestClient.OK);
        until(() -> test.client.heldBytes() > 0);
        scope.complete("done"); // on this thread, which is not the connection's
        value(second);
        until(() -> test.client.pool().idle() == 1);
        until(() -> test.client.heldBytes() == 0);
    }

    @Test
    void failsWithItsClient() {
        Probe<ByteBuffer> reader = Probe.demanding(1);
        begin(test.get("/").send().doOnValue(response -> response.body().subscribe(reader)));
        answer(reader);
        test.client.close();
        failed(reader, Reason.SHUT_DOWN);
    }
}
