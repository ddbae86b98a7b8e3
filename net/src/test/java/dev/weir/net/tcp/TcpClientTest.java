package dev.weir.net.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Cancellable;
import dev.weir.Context;
import dev.weir.Emitter;
import dev.weir.EventLoopThread;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.Overflow;
import dev.weir.net.Memory;
import dev.weir.net.NoLeaks;
import dev.weir.net.Proxy;
import dev.weir.net.RawServer;
import dev.weir.net.RawSocket;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(NoLeaks.class)
class TcpClientTest {
    private static final Duration GENEROUS = Duration.ofMinutes(2);

    private final TcpClient client = TcpClient.create();
    private TcpServer server;

    @BeforeEach
    void start() {
        server = TcpServer.builder()
                .bind("127.0.0.1", 0)
                .handler(connection -> connection.sendLines(connection.lines().map(line -> "you said " + line)))
                .start()
                .await(GENEROUS);
    }

    @AfterEach
    void stop() {
        server.close();
        server.closed().await(GENEROUS);
    }

    private TcpConnection connect() {
        return client.connect("localhost", server.port()).await(GENEROUS);
    }

    @Test
    void exchangesLines() {
        TcpConnection connection = connect();
        One<List<String>> answers = connection.lines().take(3).toList();
        One<List<String>> exchange =
                One.zip(answers, connection.sendLines(Many.of("a", "b", "c")), (lines, sent) -> lines);
        assertEquals(List.of("you said a", "you said b", "you said c"), exchange.await(GENEROUS));
        connection.close();
        connection.closed().await(GENEROUS);
    }

    @Test
    void whatIsSentSeesTheContext() {
        Context.Key<String> user = Context.Key.of("user");
        Many<String> told = Many.deferContextual(context -> Many.of(String.valueOf(context.get(user))));
        assertEquals(
                "you said ada",
                client.connect(
                                "localhost",
                                server.port(),
                                connection -> connection
                                        .sendLines(told)
                                        .then(connection.lines().first()))
                        .withContext(context -> context.with(user, "ada"))
                        .await(GENEROUS));
    }

    /** As the servers of many protocols do. */
    @Test
    void aServerMaySpeakFirstThroughAProxy() {
        try (RawServer proxy = RawServer.start()) {
            CompletableFuture<String> line = CompletableFuture.supplyAsync(() -> TcpClient.builder()
                    .proxy(Proxy.http("127.0.0.1", proxy.port()))
                    .build()
                    .connect("nowhere.test", 25, TcpConnection::readLine)
                    .await(GENEROUS));
            RawSocket socket = proxy.accept();
            assertEquals("CONNECT nowhere.test:25 HTTP/1.1", socket.request().line());
            socket.send("HTTP/1.1 200 Fine\r\n\r\n220 hello\n");
            assertEquals("220 hello", line.join());
        }
    }

    @Test
    void exchangesBytes() {
        TcpConnection connection = connect();
        connection
                .send(Many.of(ByteBuffer.wrap("x\n".getBytes(StandardCharsets.UTF_8))))
                .await(GENEROUS);
        StringBuilder text = new StringBuilder();
        connection
                .bytes()
                .map(StandardCharsets.UTF_8::decode)
                .takeWhile(piece -> !text.append(piece).toString().endsWith("\n"))
                .toList()
                .await(GENEROUS);
        assertEquals("you said x\n", text.toString());
        connection.close();
        connection.closed().await(GENEROUS);
    }

    /** Also in the moment in which whoever subscribed is not done with that. */
    @Test
    void sessionsRunOnTheEventLoop() {
        for (int i = 0; i < 1_000; i++) {
            assertTrue(client.connect(
                            "127.0.0.1",
                            server.port(),
                            connection -> One.of(Thread.currentThread() instanceof EventLoopThread))
                    .await(GENEROUS));
        }
    }

    @Test
    void closingLetsThePeerFinish() {
        TcpConnection connection = connect();
        connection.sendLine("bye").await(GENEROUS);
        connection.close();
        connection.closed().await(GENEROUS);
        while (server.connections() > 0) {
            Thread.onSpinWait();
        }
    }

    /** Whether the peer has ended by then or not: what it says now is not for who has closed. */
    @Test
    void nobodyReadsWhatHeHasClosed() {
        for (int i = 0; i < 50; i++) {
            TcpConnection connection = connect();
            connection.sendLine("x").then(connection.readLine()).await(GENEROUS);
            connection.close();
            for (One<?> read : List.of(connection.readLine(), connection.lines().toList())) {
                CompletionException closed = assertThrows(CompletionException.class, () -> read.await(GENEROUS));
                assertEquals(
                        "the connection with localhost:" + server.port() + " is closed",
                        closed.getCause().getMessage());
            }
        }
    }

    @Test
    void theServersEndCompletesTheInputAndFailsTheOutput() {
        TcpConnection connection = connect();
        server.close();
        try {
            assertEquals(List.of(), connection.lines().toList().await(GENEROUS));
        } catch (CompletionException reset) {
            assertTrue(reset.getCause() instanceof IOException, reset.toString());
        }
        connection.close();
        connection.closed().await(GENEROUS);
        CompletionException closed = assertThrows(
                CompletionException.class, () -> connection.sendLine("x").await(GENEROUS));
        String with = "the connection with localhost:" + server.port();
        String message = closed.getCause().getMessage(); // with the server's reset, if it was seen before our close
        assertTrue(
                message.equals(with + " is closed") || message.equals(with + " is closed: connection reset by peer"),
                message);
    }

    @Test
    void namesWhomItCanNotReach() throws IOException {
        int free;
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = taken.getLocalPort();
        }
        CompletionException refused = assertThrows(
                CompletionException.class,
                () -> client.connect("127.0.0.1", free).await(GENEROUS));
        String message = refused.getCause().getMessage();
        assertTrue(message.equals("can't connect to 127.0.0.1:" + free + " (connection refused)"), message);
        CompletionException unknown = assertThrows(
                CompletionException.class,
                () -> client.connect("no.such.host.invalid", 1).await(GENEROUS));
        String nobody = unknown.getCause().getMessage();
        assertTrue(nobody.startsWith("can't find host no.such.host.invalid ("), nobody);
    }

    @Test
    void aSessionEndsWithItsConnection() {
        CompletableFuture<TcpConnection> used = new CompletableFuture<>();
        String answer = client.connect("127.0.0.1", server.port(), connection -> {
                    used.complete(connection);
                    return connection.sendLine("a").then(connection.lines().first());
                })
                .await(GENEROUS);
        assertEquals("you said a", answer);
        used.join().closed().await(GENEROUS);
    }

    @Test
    void aSessionThatThrowsEndsWithItsConnection() {
        CompletableFuture<TcpConnection> used = new CompletableFuture<>();
        One<String> refused = client.connect("127.0.0.1", server.port(), connection -> {
            used.complete(connection);
            throw new IOException("not today");
        });
        CompletionException failure = assertThrows(CompletionException.class, () -> refused.await(GENEROUS));
        assertEquals("not today", failure.getCause().getMessage());
        used.join().closed().await(GENEROUS);
    }

    /** Wherever a connection is on its way at that moment: a few of 20,000 were lost once. */
    @Test
    void whatIsCancelledLeavesNothingOpen() {
        Random random = new Random(5);
        for (int i = 0; i < 10_000; i++) {
            One<TcpConnection> wanted = i % 2 == 0
                    ? client.connect("127.0.0.1", server.port(), connection -> One.never())
                    : client.connect("127.0.0.1", server.port());
            Cancellable attempt = wanted.subscribe(TcpConnection::close, failure -> {});
            for (int spins = random.nextInt(4_000); spins > 0; spins--) {
                Thread.onSpinWait();
            }
            attempt.cancel();
        }
        TcpConnection last = connect();
        last.close();
        last.closed().await(GENEROUS);
        while (server.connections() > 0) {
            Thread.onSpinWait();
        }
    }

    /** It is on its way to the zip when the other half fails. */
    @Test
    void whatIsLostBehindIsToldToTheHook() {
        CompletableFuture<Boolean> given = new CompletableFuture<>();
        CompletableFuture<TcpConnection> lost = new CompletableFuture<>();
        One<Boolean> failing = One.from(() -> given).map(now -> {
            throw new IllegalStateException("expected by the test");
        });
        One<TcpConnection> both = One.zip(
                        client.connect("127.0.0.1", server.port()).doOnValue(connection -> given.complete(true)),
                        failing,
                        (connection, other) -> connection)
                .onUndelivered(TcpConnection.class, connection -> {
                    lost.complete(connection);
                    connection.abort();
                });
        assertThrows(IllegalStateException.class, () -> both.await(GENEROUS));
        lost.orTimeout(120, TimeUnit.SECONDS).join().closed().await(GENEROUS);
        while (server.connections() > 0) {
            Thread.onSpinWait();
        }
    }

    /** A client's connections share what an event loop needs once, and have nothing of their own when they are idle. */
    @Test
    void idleConnectionsHoldNoBuffers() {
        int count = 300;
        List<TcpConnection> connections = new ArrayList<>();
        connections.add(connect());
        Memory before = Memory.now();
        for (int i = 0; i < count; i++) {
            TcpConnection connection = connect();
            connections.add(connection);
            connection.sendLine("x").await(GENEROUS);
            assertEquals("you said x", connection.lines().first().await(GENEROUS));
        }
        Memory held = Memory.now().since(before);
        assertTrue(held.total() / count < 12 * 1024, held + " for " + count); // of both sides
        connections.forEach(TcpConnection::close);
    }

    /** Our half is closed, so what comes then goes nowhere. */
    @Test
    void whatIsEmittedAfterClosingIsNotTakenForSent() {
        CompletableFuture<Emitter<String>> source = new CompletableFuture<>();
        CompletableFuture<String> outcome = new CompletableFuture<>();
        try (RawServer raw = RawServer.start()) {
            CompletableFuture<TcpConnection> opened =
                    client.connect("127.0.0.1", raw.port()).toCompletionStage().toCompletableFuture();
            try (RawSocket socket = raw.accept()) {
                TcpConnection connection =
                        opened.orTimeout(120, TimeUnit.SECONDS).join();
                connection
                        .sendLines(Many.<String>emitter(Overflow.buffer(8), source::complete))
                        .subscribe(done -> outcome.complete("all"), failure -> outcome.complete(failure.getMessage()));
                Emitter<String> lines = source.orTimeout(120, TimeUnit.SECONDS).join();
                lines.next("a");
                assertEquals("a", socket.line());
                connection.close();
                assertEquals("", socket.rest()); // our half is closed
                lines.next("b");
                lines.complete();
                String told = outcome.orTimeout(120, TimeUnit.SECONDS).join();
                assertTrue(told.endsWith("was closed before all was sent"), told);
            }
        }
    }
}
