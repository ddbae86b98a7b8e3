package dev.weir.net.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Cancellable;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.Certificate;
import dev.weir.net.ClientTls;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawSocket;
import dev.weir.net.ServerTls;
import dev.weir.testkit.VirtualTime;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(NoLeaks.class)
class TcpTlsTest {
    private static final Duration GENEROUS = Duration.ofMinutes(2);

    @TempDir
    private static Path folder;

    private static Certificate identity;
    private static Certificate user;

    @BeforeAll
    static void makeKeys() {
        identity = Certificate.of("localhost", folder);
        user = Certificate.of("user.test", folder);
    }

    private static ServerTls secrets() {
        return ServerTls.pem(identity.chain(), identity.key());
    }

    private static ClientTls trusting() {
        return ClientTls.standard().trust(identity.chain());
    }

    private static TcpServer start(TcpServer.Handler handler, UnaryOperator<TcpServer.Builder> options) {
        TcpServer.Builder builder =
                TcpServer.builder().bind("127.0.0.1", 0).tls(secrets()).handler(handler);
        return options.apply(builder).start().await(GENEROUS);
    }

    private static TcpServer start(TcpServer.Handler handler) {
        return start(handler, UnaryOperator.identity());
    }

    private static One<Void> shout(TcpConnection connection) {
        return connection.sendLines(connection.lines().map(line -> line + "!"));
    }

    private static void end(TcpServer server) {
        server.close();
        server.closed().await(GENEROUS);
    }

    private static SSLSocket foreign(Socket plain) throws IOException {
        return (SSLSocket) Certificate.client(null, identity)
                .getSocketFactory()
                .createSocket(plain, "localhost", plain.getPort(), true);
    }

    private static String failure(One<?> one) {
        CompletionException failure = assertThrows(CompletionException.class, () -> one.await(GENEROUS));
        assertTrue(failure.getCause() instanceof IOException, failure.toString());
        return failure.getCause().getMessage();
    }

    @Test
    void serversThatWantAnotherCertificateSaySo() {
        TcpServer server = start(
                connection -> shout(connection),
                builder -> builder.tls(secrets().requireClients(user.chain())));
        TcpClient client = TcpClient.builder().tls(trusting()).build();
        String told = failure(client.connect("localhost", server.port())
                .flatMap(connection -> connection.lines().first()));
        assertTrue(told.startsWith("no secure connection to localhost"), told);
        assertTrue(
                told.endsWith(" asks for a certificate that it trusts: show one with"
                        + " ClientTls.standard().certificate(chain, key) (certificate_required)"),
                told);
        end(server);
    }

    @Test
    void aGoodbyeEndsTheInput() throws IOException {
        CompletableFuture<List<String>> received = new CompletableFuture<>();
        TcpServer server = start(connection ->
                connection.lines().toList().doOnValue(received::complete).map(lines -> null));
        try (SSLSocket socket = foreign(new Socket(InetAddress.getLoopbackAddress(), server.port()))) {
            socket.getOutputStream().write("one\ntwo".getBytes(StandardCharsets.UTF_8));
            socket.shutdownOutput();
            assertEquals(
                    List.of("one", "two"),
                    received.orTimeout(120, TimeUnit.SECONDS).join());
        }
        end(server);
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void speaksBothVersions(String version) throws IOException {
        TcpServer server = start(connection -> shout(connection));
        try (SSLSocket socket = foreign(new Socket(InetAddress.getLoopbackAddress(), server.port()))) {
            socket.setEnabledProtocols(new String[] {version});
            socket.getOutputStream().write("hello\n".getBytes(StandardCharsets.UTF_8));
            assertEquals("hello!\n", new String(socket.getInputStream().readNBytes(7), StandardCharsets.UTF_8));
            assertEquals(version, socket.getSession().getProtocol());
        }
        end(server);
    }

    @Test
    void bothSidesKnowWhoTheOtherIs() {
        CompletableFuture<TcpConnection> seen = new CompletableFuture<>();
        TcpServer server = start(
                connection -> {
                    seen.complete(connection);
                    return shout(connection);
                },
                builder -> builder.tls(secrets().requireClients(user.chain())));
        TcpConnection connection = TcpClient.builder()
                .tls(trusting().certificate(user.chain(), user.key()))
                .build()
                .connect("localhost", server.port())
                .await(GENEROUS);
        One<List<String>> answer = connection.lines().take(1).toList();
        assertEquals(
                List.of("x!"),
                One.zip(answer, connection.sendLine("x"), (lines, sent) -> lines)
                        .await(GENEROUS));
        assertTrue(connection.isSecure());
        assertEquals(List.of(identity.certificate()), connection.peerCertificates());
        assertTrue(seen.orTimeout(120, TimeUnit.SECONDS).join().isSecure());
        assertEquals(
                List.of(user.certificate()),
                seen.orTimeout(120, TimeUnit.SECONDS).join().peerCertificates());
        connection.close();
        connection.closed().await(GENEROUS);
        end(server);
    }

    @Test
    void keepsThePaceWithMuch() {
        TcpServer server = start(connection -> connection.send(connection.bytes()));
        int pieces = 300;
        TcpConnection connection = TcpClient.builder()
                .tls(trusting())
                .build()
                .connect("localhost", server.port())
                .await(GENEROUS);
        One<Long> received = connection
                .bytes()
                .scan(() -> 0L, (sum, piece) -> sum + piece.remaining())
                .filter(sum -> sum == pieces * 10_000L)
                .first();
        One<Void> sent = connection.send(Many.range(0, pieces).map(index -> ByteBuffer.allocate(10_000)));
        assertEquals(
                pieces * 10_000L, One.zip(received, sent, (sum, done) -> sum).await(GENEROUS));
        connection.close();
        connection.closed().await(GENEROUS);
        end(server);
    }

    @Test
    void aPeerThatIsCutOffHasNotFinished() throws IOException {
        CompletableFuture<String> outcome = new CompletableFuture<>();
        TcpServer server = start(connection -> connection
                .lines()
                .doFinally(ending -> outcome.complete(ending.toString().toLowerCase(Locale.ROOT)))
                .toList()
                .map(lines -> null));
        try (Socket plain = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            SSLSocket socket = foreign(plain);
            socket.getOutputStream().write("all\n".getBytes(StandardCharsets.UTF_8));
            plain.shutdownOutput();
            assertEquals("cancelled", outcome.orTimeout(120, TimeUnit.SECONDS).join());
        }
        end(server);
    }

    @Test
    void theClientSaysWhomItDoesNotTrust() {
        TcpServer server = start(TcpTlsTest::shout);
        String message =
                failure(TcpClient.builder().tls(ClientTls.standard()).build().connect("localhost", server.port()));
        assertTrue(message.startsWith("no secure connection to localhost:" + server.port() + ": "), message);
        assertTrue(message.contains(" is not trusted: "), message);
        end(server);
    }

    @Test
    void theClientSaysThatTheServerHasNoTls() {
        TcpServer server = TcpServer.builder()
                .bind("127.0.0.1", 0)
                .handler(connection -> connection.sendLine("welcome").then(One.never()))
                .start()
                .await(GENEROUS);
        String message = failure(TcpClient.builder().tls(trusting()).build().connect("localhost", server.port()));
        assertTrue(message.endsWith("does not speak TLS on this port"), message);
        end(server);
    }

    @Test
    void theClientDoesNotWaitForever() throws IOException {
        VirtualTime time = new VirtualTime();
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CompletableFuture<String> message = new CompletableFuture<>();
            TcpClient.builder()
                    .tls(trusting())
                    .clock(time)
                    .build()
                    .connect("localhost", silent.getLocalPort())
                    .subscribe(connection -> message.complete("connected"), failure -> message.complete("" + failure));
            try (Socket accepted = silent.accept()) {
                assertEquals(22, accepted.getInputStream().read(), "a record of the handshake");
                while (!message.isDone()) {
                    time.advance(Duration.ofSeconds(1));
                    Thread.onSpinWait();
                }
            }
            assertTrue(message.join().endsWith("within 10 s (setting: handshakeTimeout)"), message.join());
        }
    }

    @Test
    void theServerDoesNotWaitForever() {
        VirtualTime time = new VirtualTime();
        TcpServer server = start(TcpTlsTest::shout, builder -> builder.clock(time));
        try (RawSocket socket = RawSocket.connect(server.port())) {
            while (server.connections() == 0) {
                Thread.onSpinWait();
            }
            while (server.connections() > 0) {
                time.advance(Duration.ofSeconds(1));
                Thread.onSpinWait();
            }
            assertEquals("", socket.rest());
        }
        end(server);
    }

    @Test
    void whoGoesInTheHandshakeLeavesNothing() {
        TcpServer server = start(TcpTlsTest::shout);
        try (RawSocket socket = RawSocket.connect(server.port())) {
            socket.send("\u0016\u0003").finishSending();
            assertEquals("", socket.rest());
        }
        TcpClient client = TcpClient.builder().tls(trusting()).build();
        for (int i = 0; i < 50; i++) {
            Cancellable attempt =
                    client.connect("localhost", server.port()).subscribe(TcpConnection::close, failure -> {});
            for (int spin = 0; spin < i * 2_000; spin++) {
                Thread.onSpinWait();
            }
            attempt.cancel();
        }
        while (server.connections() > 0) {
            Thread.onSpinWait();
        }
        end(server);
    }

    @Test
    void takesANewCertificate() {
        TcpServer server = start(TcpTlsTest::shout);
        Certificate newer = Certificate.of("localhost", folder);
        server.reloadTls(ServerTls.pem(newer.chain(), newer.key())).await(GENEROUS);
        TcpConnection connection = TcpClient.builder()
                .tls(ClientTls.standard().trust(newer.chain()))
                .build()
                .connect("localhost", server.port())
                .await(GENEROUS);
        assertEquals(List.of(newer.certificate()), connection.peerCertificates());
        connection.close();
        connection.closed().await(GENEROUS);
        end(server);
    }

    @Test
    void withoutTlsThereIsNothingToReload() {
        TcpServer server = TcpServer.builder()
                .bind("127.0.0.1", 0)
                .handler(TcpTlsTest::shout)
                .start()
                .await(GENEROUS);
        assertThrows(IllegalStateException.class, () -> server.reloadTls(secrets()));
        TcpConnection connection =
                TcpClient.create().connect("localhost", server.port()).await(GENEROUS);
        assertFalse(connection.isSecure());
        assertEquals(List.of(), connection.peerCertificates());
        connection.close();
        connection.closed().await(GENEROUS);
        end(server);
    }

    @Test
    void whatIsSentAfterTheGoodbyeFails() throws IOException {
        CompletableFuture<String> outcome = new CompletableFuture<>();
        TcpServer server = start(connection -> connection
                .lines()
                .toList()
                .then(connection.sendLine("late"))
                .doOnError(failure -> outcome.complete(failure.getMessage()))
                .doOnValue(done -> outcome.complete("sent")));
        try (SSLSocket socket = foreign(new Socket(InetAddress.getLoopbackAddress(), server.port()))) {
            socket.getOutputStream().write("one\n".getBytes(StandardCharsets.UTF_8));
            socket.shutdownOutput();
            String told = outcome.orTimeout(120, TimeUnit.SECONDS).join();
            assertTrue(told.endsWith("was closed before all was sent"), told);
        }
        end(server);
    }
}
