package dev.weir.net.http.client;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.One;
import dev.weir.net.RawServer;
import dev.weir.net.RawSocket;
import dev.weir.testkit.VirtualTime;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/** A client on one event loop, and a peer that does as it is told. */
final class TestClient implements AutoCloseable {
    static final Duration GENEROUS = Duration.ofMinutes(2);
    static final Duration LONG =
            Duration.ofDays(36_500); // as fast as a test may move the time on while a machine does nothing else
    static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

    final RawServer server = RawServer.start();
    final HttpClient client;

    private TestClient(HttpClientBuilder builder) {
        client = builder.build();
    }

    static TestClient start() {
        return start(UnaryOperator.identity());
    }

    /** Of whose responses a test may leave the body unread as long as the machine takes. */
    static TestClient start(UnaryOperator<HttpClientBuilder> options) {
        return new TestClient(options.apply(HttpClient.builder().threads(1).unreadTimeout(LONG)));
    }

    static TestClient start(VirtualTime time, UnaryOperator<HttpClientBuilder> options) {
        return new TestClient(options.apply(HttpClient.builder().threads(1).clock(time)));
    }

    /** A client whose limits don't matter, but for those of the options, when the time is moved quickly. */
    static TestClient patient(VirtualTime time, UnaryOperator<HttpClientBuilder> options) {
        return start(
                time,
                builder -> options.apply(builder.connectTimeout(LONG)
                        .headTimeout(LONG)
                        .acquireTimeout(LONG)
                        .idleTimeout(LONG)
                        .maxAge(LONG)));
    }

    ClientRequest get(String target) {
        return client.get(server.url(target));
    }

    ClientRequest post(String target) {
        return client.post(server.url(target));
    }

    RawSocket accept() {
        return server.accept();
    }

    /** Returns when the event loop has done what it had to do before. */
    void roundTrip() {
        CompletableFuture<String> other = begin(get("/round-trip").text());
        try (RawSocket socket = accept()) {
            socket.request();
            socket.send("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok");
            assertEquals("ok", value(other));
        }
    }

    /** Runs it, and gives its outcome when there is one. */
    static <T> CompletableFuture<T> begin(One<T> one) {
        return one.toCompletionStage().toCompletableFuture();
    }

    static <T> T value(CompletableFuture<T> outcome) {
        try {
            return outcome.get(120, TimeUnit.SECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new AssertionError(e);
        }
    }

    static Throwable failure(CompletableFuture<?> outcome) {
        try {
            throw new AssertionError("no failure but " + outcome.get(120, TimeUnit.SECONDS));
        } catch (ExecutionException e) {
            return e.getCause();
        } catch (InterruptedException | TimeoutException e) {
            throw new AssertionError(e);
        }
    }

    static ClientException failure(CompletableFuture<?> outcome, ClientException.Reason reason) {
        Throwable failure = failure(outcome);
        if (!(failure instanceof ClientException known)) {
            throw new AssertionError("another failure", failure);
        }
        assertEquals(reason, known.reason(), known.toString());
        return known;
    }

    static void until(BooleanSupplier condition) {
        long limit = System.nanoTime() + GENEROUS.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > limit) {
                throw new AssertionError("it did not come to that");
            }
            Thread.onSpinWait();
        }
    }

    /** Moves the clock, bit by bit, until the outcome is there. */
    static void advanceUntil(VirtualTime time, Duration step, CompletableFuture<?> outcome) {
        until(() -> {
            time.advance(step);
            return outcome.isDone();
        });
    }

    @Override
    public void close() {
        client.close();
        client.closed().await(GENEROUS);
        server.close();
    }
}
