package dev.weir.net.http.client;

import static dev.weir.net.http.client.TestClient.begin;
import static dev.weir.net.http.client.TestClient.failure;
import static dev.weir.net.http.client.TestClient.until;
import static dev.weir.net.http.client.TestClient.value;

import dev.weir.One;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawSocket;
import dev.weir.net.http.client.ClientException.Reason;
import dev.weir.testkit.VirtualTime;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.zip.GZIPOutputStream;
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

    /** Asks for one piece, and no more. */
    private static final class Slow implements Flow.Subscriber<ByteBuffer> {
        final CompletableFuture<ByteBuffer> first = new CompletableFuture<>();
        final CompletableFuture<Void> end = new CompletableFuture<>();

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(1);
        }

        @Override
        public void onNext(ByteBuffer piece) {
            first.complete(piece);
        }

        @Override
        public void onError(Throwable failure) {
            end.completeExceptionally(failure);
        }

        @Override
        public void onComplete() {
            end.complete(null);
        }
    }

    /** Answers, and sees all of it off the connection. */
    private void answer(Slow reader) {
        RawSocket socket = test.accept();
        socket.request();
        byte[] body = gzip("It is long, and it says the same again. ".repeat(5_000));
        socket.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: " + body.length + "\r\n\r\n");
        socket.send(body);
        value(reader.first);
        until(() -> test.client.pool().idle() == 1);
    }

    private static byte[] gzip(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    @Test
    void isLetGoWhereItsScopeEnds() {
        Slow reader = new Slow();
        CompletableFuture<String> scope = new CompletableFuture<>();
        var outcome = begin(test.get("/").send(response -> {
            response.body().subscribe(reader);
            return One.from(() -> scope);
        }));
        answer(reader);
        scope.complete("done"); // on this thread, which is not the connection's
        value(outcome);
        failure(reader.end, Reason.RELEASED);
        until(() -> test.client.heldBytes() == 0);
    }

    @Test
    void isBoundedByTheTimeOfItsRequest() {
        Slow reader = new Slow();
        begin(test.get("/")
                .withTimeout(A_WHILE)
                .send()
                .doOnValue(response -> response.body().subscribe(reader)));
        answer(reader);
        time.advance(A_WHILE.plusSeconds(1));
        failure(reader.end, Reason.DEADLINE);
    }

    @Test
    void isBoundedByItInItsScope() {
        Slow reader = new Slow();
        begin(test.get("/").withTimeout(A_WHILE).send(response -> {
            response.body().subscribe(reader);
            return One.never();
        }));
        answer(reader);
        time.advance(A_WHILE.plusSeconds(1));
        failure(reader.end, Reason.DEADLINE);
    }

    @Test
    void failsWithItsClient() {
        Slow reader = new Slow();
        begin(test.get("/").send().doOnValue(response -> response.body().subscribe(reader)));
        answer(reader);
        test.client.close();
        failure(reader.end, Reason.SHUT_DOWN);
    }
}
