package dev.weir.net.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Cancellable;
import dev.weir.Ending;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.Certificate;
import dev.weir.net.ClientTls;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawSocket;
import dev.weir.net.ServerTls;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who breaks off is not taken for one who has finished. */
@ExtendWith(NoLeaks.class)
class TcpAbortTest {
    private static final Duration GENEROUS = Duration.ofMinutes(2);

    @TempDir
    private static Path folder;

    private static Certificate identity;

    private final BlockingQueue<Ending> inputs = new LinkedBlockingQueue<>();
    private TcpServer server;

    @BeforeAll
    static void makeKeys() {
        identity = Certificate.of("localhost", folder);
    }

    @AfterEach
    void stop() {
        server.close();
        server.closed().await(GENEROUS);
    }

    private void start(boolean secure, TcpServer.Handler handler) {
        UnaryOperator<TcpServer.Builder> tls =
                builder -> secure ? builder.tls(ServerTls.pem(identity.chain(), identity.key())) : builder;
        server = tls.apply(TcpServer.builder().bind("127.0.0.1", 0).handler(handler))
                .start()
                .await(GENEROUS);
    }

    private <R> One<R> connect(boolean secure, TcpClient.Session<R> session) {
        TcpClient client = secure
                ? TcpClient.builder()
                        .tls(ClientTls.standard().trust(identity.chain()))
                        .build()
                : TcpClient.create();
        return client.connect("localhost", server.port(), session);
    }

    private One<Void> readAll(TcpConnection connection) {
        return connection.lines().doFinally(inputs::add).toList().map(lines -> null);
    }

    private Ending input() throws InterruptedException {
        return inputs.poll(120, TimeUnit.SECONDS);
    }

    private static String failureOf(One<?> one) {
        RuntimeException failure = assertThrows(RuntimeException.class, () -> one.await(GENEROUS));
        return "" + (failure instanceof CompletionException checked ? checked.getCause() : failure);
    }

    private static Many<String> threeAndAFailure() {
        return Many.range(0, 10).map(index -> {
            if (index == 3) {
                throw new IllegalStateException("test");
            }
            return "" + index;
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aHandlerThatFailsMidwayIsNoEndForTheClient(boolean secure) {
        start(secure, connection -> connection.lines().first().then(connection.sendLines(threeAndAFailure())));
        BlockingQueue<String> got = new LinkedBlockingQueue<>();
        String failure = failureOf(connect(
                secure,
                connection -> connection
                        .sendLine("go")
                        .then(connection.lines().doOnNext(got::add).toList())));
        assertTrue(failure.matches("java.io.IOException: the connection with [^ ]+:\\d+ was closed.*"), failure);
        assertEquals(List.of("0", "1", "2"), List.copyOf(got));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aHandlerThatEndsIsAnEnd(boolean secure) {
        start(secure, connection -> connection.sendLines(Many.of("a", "b")));
        assertEquals(
                List.of("a", "b"),
                connect(secure, connection -> connection.lines().toList()).await(GENEROUS));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aSessionThatFailsMidwayIsNoEndForTheServer(boolean secure) throws InterruptedException {
        start(secure, this::readAll);
        String failure = failureOf(connect(secure, connection -> connection.sendLines(threeAndAFailure())));
        assertEquals("java.lang.IllegalStateException: test", failure);
        assertEquals(Ending.CANCELLED, input(), "the handler was given up");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aSessionThatCompletesIsAnEnd(boolean secure) throws InterruptedException {
        start(secure, this::readAll);
        connect(secure, connection -> connection.sendLines(Many.of("a", "b"))).await(GENEROUS);
        assertEquals(Ending.COMPLETED, input());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aSessionThatIsCancelledIsNoEndForTheServer(boolean secure) throws InterruptedException {
        CompletableFuture<Void> began = new CompletableFuture<>();
        start(
                secure,
                connection -> connection
                        .lines()
                        .doOnNext(line -> began.complete(null))
                        .doFinally(inputs::add)
                        .toList()
                        .map(lines -> null));
        Cancellable session = connect(
                        secure, connection -> connection.sendLines(Many.concat(Many.of("a"), Many.never())))
                .subscribe(done -> {}, failure -> {});
        began.orTimeout(120, TimeUnit.SECONDS).join();
        session.cancel();
        assertEquals(Ending.CANCELLED, input());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void abortingIsAFailureForTheClient(boolean secure) {
        CompletableFuture<Ending> handler = new CompletableFuture<>();
        start(
                secure,
                connection -> connection
                        .lines()
                        .first()
                        .then(connection.sendLine("a"))
                        .<Void>then(One.defer(() -> {
                            connection.abort();
                            return One.never();
                        }))
                        .doFinally(handler::complete));
        BlockingQueue<String> got = new LinkedBlockingQueue<>();
        String failure = failureOf(connect(
                secure,
                connection -> connection
                        .sendLine("go")
                        .then(connection.lines().doOnNext(got::add).toList())));
        assertTrue(failure.matches("java.io.IOException: the connection with [^ ]+:\\d+ was closed.*"), failure);
        assertEquals(List.of("a"), List.copyOf(got));
        assertEquals(Ending.CANCELLED, handler.orTimeout(120, TimeUnit.SECONDS).join());
    }

    @Test
    void abortingFailsTheSendThatRuns() throws InterruptedException {
        start(false, this::readAll);
        CompletableFuture<String> sent = new CompletableFuture<>();
        TcpConnection connection =
                TcpClient.create().connect("localhost", server.port()).await(GENEROUS);
        connection
                .sendLines(Many.concat(Many.of("a"), Many.never()))
                .subscribe(done -> sent.complete("all"), failure -> sent.complete(failure.getMessage()));
        connection.abort();
        connection.abort();
        assertEquals(
                "the connection with localhost:" + server.port() + " was closed before all was sent",
                sent.orTimeout(120, TimeUnit.SECONDS).join());
        connection.closed().await(GENEROUS);
        connection.abort();
    }

    @Test
    void whatWaitsForASlowPeerIsSentBeforeTheFailure() {
        int size = 8 * 1024 * 1024;
        start(
                false,
                connection -> connection.send(Many.concat(
                        Many.of(ByteBuffer.wrap(new byte[size])), Many.fail(() -> new IllegalStateException("test")))));
        try (RawSocket socket = RawSocket.connect(server.port())) {
            socket.finishSending();
            assertTrue(socket.untilReset().length() <= size);
        }
    }

    @Test
    void aPeerThatHasFinishedSeesThatTheAnswerIsNotWhole() {
        CompletableFuture<String> failing = new CompletableFuture<>();
        start(
                false,
                connection -> connection.sendLines(
                        Many.concat(Many.of("a"), One.from(failing.copy()).toMany())));
        try (RawSocket socket = RawSocket.connect(server.port())) {
            assertEquals("a", socket.line());
            socket.finishSending();
            failing.completeExceptionally(new IOException("expected by the test"));
            assertEquals("", socket.untilReset());
        }
    }

    @Test
    void aSessionHasToReturnAOne() {
        start(false, this::readAll);
        assertEquals(
                "java.lang.NullPointerException: the session returned null instead of a One",
                failureOf(connect(false, connection -> null)));
        assertEquals("java.io.IOException: not today", failureOf(connect(false, connection -> {
            throw new IOException("not today");
        })));
    }
}
