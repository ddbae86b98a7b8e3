package dev.weir.net.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.Certificate;
import dev.weir.net.ClientTls;
import dev.weir.net.NoLeaks;
import dev.weir.net.ServerTls;
import dev.weir.testkit.VirtualTime;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(NoLeaks.class)
class TcpFinishTest {
    private static final Duration GENEROUS = Duration.ofMinutes(2);

    private static TcpServer start(TcpServer.Handler handler, UnaryOperator<TcpServer.Builder> options) {
        return options.apply(TcpServer.builder().bind("127.0.0.1", 0).handler(handler))
                .start()
                .await(GENEROUS);
    }

    private static TcpServer start(TcpServer.Handler handler) {
        return start(handler, UnaryOperator.identity());
    }

    private static TcpConnection connect(TcpServer server) {
        return TcpClient.create().connect("127.0.0.1", server.port()).await(GENEROUS);
    }

    private static void end(TcpServer server, TcpConnection connection) {
        connection.close();
        connection.closed().await(GENEROUS);
        server.close();
        server.closed().await(GENEROUS);
    }

    private static Throwable failure(One<?> one) {
        return assertThrows(CompletionException.class, () -> one.await(GENEROUS))
                .getCause();
    }

    /** Answers when the peer has sent all. */
    private static One<Void> count(TcpConnection connection) {
        return connection
                .bytes()
                .map(ByteBuffer::remaining)
                .reduce(() -> 0L, Long::sum)
                .flatMap(sum -> connection.sendLine(sum + " bytes"));
    }

    @Test
    void aServerThatReadsToTheEndAnswers() {
        TcpServer server = start(TcpFinishTest::count);
        TcpConnection connection = connect(server);
        Many<ByteBuffer> pieces = Many.range(0, 100).map(i -> ByteBuffer.wrap(new byte[100_000]));
        connection.send(pieces).then(connection.finish()).await(GENEROUS);
        assertEquals(List.of("10000000 bytes"), connection.lines().toList().await(GENEROUS));
        end(server, connection);
    }

    @Test
    void nothingCanBeSentAfterwards() {
        TcpServer server = start(TcpFinishTest::count);
        TcpConnection connection = connect(server);
        connection.finish().await(GENEROUS);
        String told = "nothing more can be sent: finish() was called";
        assertEquals(
                told,
                assertThrows(
                                IllegalStateException.class,
                                () -> connection.sendLine("late").await(GENEROUS))
                        .getMessage());
        assertEquals(
                told,
                assertThrows(
                                IllegalStateException.class,
                                () -> connection.finish().await(GENEROUS))
                        .getMessage());
        assertEquals("0 bytes", connection.lines().first().await(GENEROUS));
        end(server, connection);
    }

    @Test
    void whatIsStillBeingSentIsNotCutOff() {
        TcpServer server = start(TcpFinishTest::count);
        TcpConnection connection = connect(server);
        var endless = connection.sendLines(Many.never()).subscribe(done -> {}, failure -> {});
        assertThrows(IllegalStateException.class, () -> connection.finish().await(GENEROUS), "another send is running");
        endless.cancel();
        connection.close();
        connection.closed().await(GENEROUS);
        assertInstanceOf(IOException.class, failure(connection.finish()));
        end(server, connection);
    }

    @Test
    void aServerCanFinishFirstAndReadOn() throws Exception {
        CompletableFuture<List<String>> heard = new CompletableFuture<>();
        TcpServer server = start(connection -> connection
                .sendLine("over to you")
                .then(connection.finish())
                .then(connection.lines().toList())
                .map(lines -> {
                    heard.complete(lines);
                    return null;
                }));
        TcpConnection connection = connect(server);
        assertEquals(List.of("over to you"), connection.lines().toList().await(GENEROUS));
        connection.sendLine("thanks").await(GENEROUS);
        connection.close();
        assertEquals(List.of("thanks"), heard.get(120, TimeUnit.SECONDS));
        end(server, connection);
    }

    @Test
    void aServerThatFinishesAndEndsIsHeardToTheEnd() {
        String line = "x".repeat(1000);
        TcpServer server = start(connection ->
                connection.sendLines(Many.range(0, 1000).map(i -> line)).then(connection.finish()));
        TcpConnection connection = connect(server);
        connection.sendLine("nobody reads this").await(GENEROUS);
        assertEquals(1000, connection.lines().count().await(GENEROUS));
        end(server, connection);
    }

    @Test
    void overTlsAGoodbyeEndsBothDirections(@TempDir Path folder) throws Exception {
        Certificate identity = Certificate.of("localhost", folder);
        CompletableFuture<List<String>> heard = new CompletableFuture<>();
        TcpServer server = start(
                connection -> connection.lines().toList().map(lines -> {
                    heard.complete(lines);
                    return null;
                }),
                builder -> builder.tls(ServerTls.pem(identity.chain(), identity.key())));
        TcpConnection connection = TcpClient.builder()
                .tls(ClientTls.standard().trust(identity.chain()))
                .build()
                .connect("localhost", server.port())
                .await(GENEROUS);
        connection.sendLine("hello").then(connection.finish()).await(GENEROUS);
        assertEquals(List.of("hello"), heard.get(120, TimeUnit.SECONDS));
        assertEquals(List.of(), connection.lines().toList().await(GENEROUS));
        end(server, connection);
    }

    /** Nothing waits for the peer then, so it does not stand still. */
    @Test
    void whoHasFinishedMayWaitForLongerThanAStall() {
        VirtualTime time = new VirtualTime();
        CompletableFuture<String> late = new CompletableFuture<>();
        TcpServer server = start(connection -> connection
                .lines()
                .count()
                .flatMap(lines -> One.from(late.copy()))
                .flatMap(connection::sendLine));
        TcpConnection connection = TcpClient.builder()
                .clock(time)
                .stallTimeout(Duration.ofSeconds(8))
                .build()
                .connect("127.0.0.1", server.port())
                .await(GENEROUS);
        connection.sendLine("question").then(connection.finish()).await(GENEROUS);
        for (int second = 0; second < 20; second++) {
            time.advance(Duration.ofSeconds(1));
            assertThrows( // on the event loop, behind the round
                    IllegalStateException.class, () -> connection.finish().await(GENEROUS));
        }
        late.complete("answer");
        assertEquals("answer", connection.readLine().await(GENEROUS));
        end(server, connection);
    }
}
