package dev.weir.net.http.client;

import static dev.weir.net.Gzip.gzip;
import static dev.weir.net.http.client.TestClient.begin;
import static dev.weir.net.http.client.TestClient.until;
import static dev.weir.net.http.client.TestClient.value;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.One;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawSocket;
import dev.weir.net.http.client.ClientException.Reason;
import dev.weir.testkit.Probe;
import dev.weir.testkit.VirtualTime;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A response that has come, and gone off its connection, and is not inflated yet as its reader asks for no more. */
@ExtendWith(NoLeaks.class)
class HeldResponseTest {
    private static final Duration A_WHILE = Duration.ofSeconds(5);

    private final VirtualTime time = new VirtualTime();
    private final TestClient test = TestClient.start(time, builder -> builder);

    @AfterEach
    void close() {
        test.close();
    }

    /** Answers, and sees all of it off the connection. */
    private void answer(Probe<ByteBuffer> reader) {
        RawSocket socket = test.accept();
        socket.request();
        byte[] body = gzip("It is long, and it says the same again. ".repeat(5_000));
        socket.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: " + body.length + "\r\n\r\n");
        socket.send(body);
        reader.awaitItems(1);
        until(() -> test.client.pool().idle() == 1);
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

    @Test
    void failsWithItsClient() {
        Probe<ByteBuffer> reader = Probe.demanding(1);
        begin(test.get("/").send().doOnValue(response -> response.body().subscribe(reader)));
        answer(reader);
        test.client.close();
        failed(reader, Reason.SHUT_DOWN);
    }
}
