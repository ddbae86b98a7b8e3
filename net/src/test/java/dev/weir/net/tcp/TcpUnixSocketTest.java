package dev.weir.net.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Ending;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.AddressInUseException;
import dev.weir.net.Certificate;
import dev.weir.net.ClientTls;
import dev.weir.net.Logged;
import dev.weir.net.NoLeaks;
import dev.weir.net.ServerTls;
import dev.weir.testkit.VirtualTime;
import java.io.EOFException;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(NoLeaks.class)
class TcpUnixSocketTest {
    private static final Duration GENEROUS = Duration.ofMinutes(2);

    @TempDir
    private Path directory;

    private Path socket() {
        return directory.resolve("lines.sock");
    }

    private One<TcpServer> server(UnaryOperator<TcpServer.Builder> options) {
        TcpServer.Builder builder = TcpServer.builder()
                .bind(socket())
                .handler(connection -> connection.sendLines(connection.lines().map(line -> line + "!")));
        return options.apply(builder).start();
    }

    private TcpServer start() {
        return server(UnaryOperator.identity()).await(GENEROUS);
    }

    private static List<String> exchange(TcpConnection connection) {
        One<List<String>> answers = connection.lines().take(2).toList();
        List<String> lines = One.zip(answers, connection.sendLines(Many.of("a", "b")), (got, sent) -> got)
                .await(GENEROUS);
        connection.close();
        connection.closed().await(GENEROUS);
        return lines;
    }

    @Test
    void exchangesLines() {
        TcpServer server = start();
        TcpConnection connection = TcpClient.create().connect(socket()).await(GENEROUS);
        assertEquals("localhost/127.0.0.1:0", connection.remoteAddress().toString());
        assertEquals(List.of("a!", "b!"), exchange(connection));
        assertEquals(0, server.port());
        server.close();
        server.closed().await(GENEROUS);
        assertFalse(Files.exists(socket()));
    }

    @Test
    void answersOthers() throws IOException {
        TcpServer server = start();
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket()))) {
            channel.write(ByteBuffer.wrap("one\ntwo\n".getBytes(StandardCharsets.UTF_8)));
            assertEquals(
                    "one!\ntwo!\n",
                    new String(Channels.newInputStream(channel).readNBytes(10), StandardCharsets.UTF_8));
        }
        server.shutdown(GENEROUS).await(GENEROUS);
    }

    @Test
    void speaksTlsThere() {
        Certificate identity = Certificate.of("localhost", directory);
        TcpServer server = server(builder -> builder.tls(ServerTls.pem(identity.chain(), identity.key())))
                .await(GENEROUS);
        TcpConnection connection = TcpClient.builder()
                .tls(ClientTls.standard().trust(identity.chain()))
                .build()
                .connect(socket())
                .await(GENEROUS);
        assertTrue(connection.isSecure());
        assertEquals(List.of("a!", "b!"), exchange(connection));
        server.close();
        server.closed().await(GENEROUS);
    }

    @Test
    void twoServersCanNotHaveOne() {
        TcpServer server = start();
        assertThrows(
                AddressInUseException.class,
                () -> server(UnaryOperator.identity()).await(GENEROUS));
        server.close();
        server.closed().await(GENEROUS);
    }

    @Test
    void namesTheFileWhereNobodyListens() {
        CompletionException refused = assertThrows(
                CompletionException.class,
                () -> TcpClient.create().connect(socket()).await(GENEROUS));
        String message = refused.getCause().getMessage();
        assertTrue(message.equals("can't connect to " + socket() + " (no such file or directory)"), message);
    }

    @Test
    void leavesTheFileOfAnotherServerThatHasTakenItsPlace() throws IOException {
        TcpServer server = start();
        Files.delete(socket());
        TcpServer another = start();
        assertEquals(0, server.port());
        server.close();
        server.closed().await(GENEROUS);
        TcpConnection connection = TcpClient.create().connect(socket()).await(GENEROUS);
        assertEquals(List.of("a!", "b!"), exchange(connection));
        another.close();
        another.closed().await(GENEROUS);
        assertFalse(Files.exists(socket()));
    }

    @Test
    void tellsOfAFileThatHasGone() throws Exception {
        try (Logged told = Logged.by("dev.weir.net", Level.FINE)) {
            TcpServer server = start();
            Files.delete(socket());
            server.close();
            server.closed().await(GENEROUS);
            assertEquals(
                    "the socket can't be removed: java.nio.file.NoSuchFileException: " + socket(),
                    told.next("the socket").getMessage());
        }
    }

    private void leave(String sent) throws IOException {
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket()))) {
            channel.write(ByteBuffer.wrap(sent.getBytes(StandardCharsets.UTF_8)));
        }
    }

    private static void until(BooleanSupplier done) {
        long deadline = System.nanoTime() + GENEROUS.toNanos();
        while (!done.getAsBoolean()) {
            assertTrue(System.nanoTime() < deadline, "it does not come to that");
            Thread.onSpinWait();
        }
    }

    @Test
    void whatAPeerLeavesIsNotHeld() throws Exception {
        CompletableFuture<Throwable> failed = new CompletableFuture<>();
        TcpServer server = server(builder -> builder.handler(connection ->
                        connection.read(8).doOnError(failed::complete).then(One.ofVoid())))
                .await(GENEROUS);
        leave("half");
        assertEquals(
                EOFException.class,
                failed.orTimeout(120, TimeUnit.SECONDS).join().getClass());
        until(() -> server.connections() == 0 && server.heldBytes() == 0);
        server.close();
        server.closed().await(GENEROUS);
    }

    /** As over TCP: until it has been idle for too long, or the server is closed. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whoGoesOnWhenThePeerHasGoneIsEnded(boolean closed) throws Exception {
        VirtualTime time = new VirtualTime();
        CountDownLatch read = new CountDownLatch(1);
        CompletableFuture<Ending> ended = new CompletableFuture<>();
        TcpServer server = server(builder -> builder.clock(time)
                        .idleTimeout(Duration.ofSeconds(10))
                        .handler(connection -> connection
                                .readLine()
                                .doOnValue(line -> read.countDown())
                                .then(One.<Void>never().doFinally(ended::complete))))
                .await(GENEROUS);
        leave("a\n");
        read.await();
        until(() -> server.connections() == 0);
        assertFalse(ended.isDone());
        if (closed) {
            server.close();
        } else {
            until(() -> {
                time.advance(Duration.ofSeconds(1));
                return ended.isDone();
            });
        }
        assertEquals(Ending.CANCELLED, ended.orTimeout(120, TimeUnit.SECONDS).join());
        until(() -> server.heldBytes() == 0);
        server.close();
        server.closed().await(GENEROUS);
    }

    /** There are no halves: what the peer has sent is read, and it gets nothing more. */
    @Test
    void aPeerThatFinishesSendingHasGone() throws Exception {
        CompletableFuture<List<String>> seen = new CompletableFuture<>();
        TcpServer server = server(builder -> builder.handler(connection ->
                        connection.lines().toList().doOnValue(seen::complete).then(connection.sendLine("too late"))))
                .await(GENEROUS);
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket()))) {
            channel.write(ByteBuffer.wrap("one\ntwo\n".getBytes(StandardCharsets.UTF_8)));
            channel.shutdownOutput();
            assertEquals(
                    List.of("one", "two"), seen.orTimeout(120, TimeUnit.SECONDS).join());
            assertEquals(0, Channels.newInputStream(channel).readAllBytes().length);
        }
        server.close();
        server.closed().await(GENEROUS);
    }
}
