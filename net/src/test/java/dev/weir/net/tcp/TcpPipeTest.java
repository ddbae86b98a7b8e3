package dev.weir.net.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Ending;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.NoLeaks;
import dev.weir.testkit.VirtualTime;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Handlers without a server: what arrives and what is seen is what it would be over a socket. */
@ExtendWith(NoLeaks.class)
class TcpPipeTest {
    private static final Duration GENEROUS = Duration.ofMinutes(2);
    private static final TcpServer.Handler ECHO =
            connection -> connection.sendLines(connection.lines().map(line -> "you said " + line));

    private final TcpClient client = TcpClient.create();

    @Test
    void aHandlerIsToldAndAnswers() {
        assertEquals(
                List.of("you said a", "you said b"),
                client.connect(
                                ECHO,
                                connection -> connection
                                        .sendLines(Many.of("a", "b"))
                                        .then(connection.finish())
                                        .then(connection.lines().toList()))
                        .await(GENEROUS));
        assertEquals(
                "127.0.0.1 0 false",
                client.connect(
                                connection -> connection.sendLine(
                                        connection.remoteAddress().getAddress().getHostAddress() + " "
                                                + connection.remoteAddress().getPort() + " " + connection.isSecure()),
                                TcpConnection::readLine)
                        .await(GENEROUS));
    }

    @Test
    void itIsTheHandlersFailureThatIsTold() {
        IllegalStateException failure = assertThrows(
                IllegalStateException.class,
                () -> client.connect(
                                connection -> connection.readLine().map(line -> {
                                    throw new IllegalStateException("no " + line);
                                }),
                                connection -> connection
                                        .sendLine("x")
                                        .then(connection.lines().count()))
                        .await(GENEROUS));
        assertEquals("no x", failure.getMessage());
        assertEquals(
                "thrown",
                assertThrows(
                                IllegalStateException.class,
                                () -> client.connect(
                                                connection -> {
                                                    throw new IllegalStateException("thrown");
                                                },
                                                connection -> connection.lines().count())
                                        .await(GENEROUS))
                        .getMessage());
    }

    /** Else the handler would have a connection with nobody at its other end. */
    @Test
    void whoLeavesAsItOpensIsNoticed() {
        List<CompletableFuture<Ending>> ends = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            CompletableFuture<Ending> end = new CompletableFuture<>();
            ends.add(end);
            client.connect(
                            connection ->
                                    One.ofVoid().delayUntil(none -> One.never()).doFinally(end::complete),
                            connection -> One.never())
                    .subscribe(never -> {}, failure -> {})
                    .cancel();
        }
        for (CompletableFuture<Ending> end : ends) {
            assertEquals(Ending.CANCELLED, end.orTimeout(60, TimeUnit.SECONDS).join());
        }
    }

    @Test
    void whoBreaksOffIsNoticed() {
        CompletableFuture<Ending> seen = new CompletableFuture<>();
        assertEquals(
                "done",
                client.connect(
                                connection -> connection
                                        .lines()
                                        .count()
                                        .doFinally(seen::complete)
                                        .then(One.ofVoid()),
                                connection -> {
                                    connection.abort();
                                    return connection.closed().thenReturn("done");
                                })
                        .await(GENEROUS));
        assertEquals(Ending.CANCELLED, seen.orTimeout(120, TimeUnit.SECONDS).join());
    }

    @Test
    void aSlowReaderStopsTheSource() {
        AtomicInteger made = new AtomicInteger();
        int total = 4_000;
        Many<ByteBuffer> much = Many.range(0, total).map(i -> {
            made.incrementAndGet();
            return ByteBuffer.allocate(1024);
        });
        int before = client.connect(
                        connection -> connection.send(much),
                        connection -> connection.read(1024).then(One.defer(() -> {
                            int first = made.get();
                            return connection
                                    .bytes()
                                    .reduce(() -> 1024, (sum, piece) -> sum + piece.remaining())
                                    .map(sum -> sum == total * 1024 ? first : -1);
                        })))
                .await(GENEROUS);
        assertTrue(before > 0 && before < total / 2, before + " were made for who had read one");
        assertEquals(total, made.get());
    }

    @Test
    void timeIsTheClients() {
        VirtualTime time = new VirtualTime();
        TcpClient timed = TcpClient.builder()
                .clock(time)
                .idleTimeout(Duration.ofMinutes(1))
                .build();
        CompletableFuture<Object> outcome = new CompletableFuture<>();
        CompletableFuture<Void> begun = new CompletableFuture<>();
        timed.connect(connection -> One.never(), connection -> {
                    begun.complete(null);
                    return connection.lines().count();
                })
                .subscribe(outcome::complete, outcome::complete);
        begun.join();
        while (!outcome.isDone()) {
            time.advance(Duration.ofSeconds(1));
        }
        assertTrue(outcome.join() instanceof IOException, outcome.join().toString());
    }

    @Test
    void whoIsCancelledLeavesNothing() {
        CompletableFuture<TcpConnection> begun = new CompletableFuture<>();
        CompletableFuture<Void> over = new CompletableFuture<>();
        var session = client.connect(
                        connection -> One.<Void>never().doFinally(ending -> over.complete(null)), connection -> {
                            begun.complete(connection);
                            return One.never();
                        })
                .subscribe(value -> {}, failure -> {});
        TcpConnection connection = begun.join();
        session.cancel();
        connection.closed().await(GENEROUS);
        over.orTimeout(120, TimeUnit.SECONDS).join();
    }
}
