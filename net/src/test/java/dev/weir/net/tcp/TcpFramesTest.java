package dev.weir.net.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawServer;
import dev.weir.net.RawSocket;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages of a connection, and what is read of it bit by bit. */
@ExtendWith(NoLeaks.class)
class TcpFramesTest {
    private static final Duration GENEROUS = Duration.ofMinutes(2);

    private static @Nullable String text(@Nullable ByteBuffer bytes) {
        return bytes == null ? null : StandardCharsets.UTF_8.decode(bytes).toString();
    }

    /** What a client makes of bytes that come each by itself, or all at once. */
    private static <R> R of(
            String bytes, boolean atOnce, UnaryOperator<TcpClient.Builder> options, TcpClient.Session<R> session) {
        try (RawServer server = RawServer.start()) {
            CompletableFuture<R> outcome = begin(server, options, session);
            try (RawSocket socket = server.accept()) {
                if (atOnce) {
                    socket.send(bytes);
                } else {
                    bytes.chars().forEach(each -> socket.send("" + (char) each));
                }
                socket.finishSending();
                return outcome.orTimeout(120, TimeUnit.SECONDS).join();
            }
        }
    }

    private static <R> CompletableFuture<R> begin(
            RawServer server, UnaryOperator<TcpClient.Builder> options, TcpClient.Session<R> session) {
        return options.apply(TcpClient.builder())
                .build()
                .connect("127.0.0.1", server.port(), session)
                .toCompletionStage()
                .toCompletableFuture();
    }

    private static <R> R of(String bytes, boolean atOnce, TcpClient.Session<R> session) {
        return of(bytes, atOnce, UnaryOperator.identity(), session);
    }

    private static <R> Throwable failure(String bytes, TcpClient.Session<R> session) {
        return assertThrows(
                        CompletionException.class,
                        () -> of(bytes, true, builder -> builder.maxFrameLength(10), session))
                .getCause();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void messagesStandBehindTheirLength(boolean atOnce) {
        assertEquals(
                List.of("abc", "", "de"),
                of(
                        "\0\3abc\0\0\0\2de",
                        atOnce,
                        connection -> connection
                                .frames(Framer.lengthPrefix(2))
                                .map(TcpFramesTest::text)
                                .toList()));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void framersMakeWhatTheyWant(boolean atOnce) {
        Framer<Integer> numbers = received -> received.remaining() < 4 ? null : received.getInt();
        assertEquals(
                List.of(1, 258),
                of(
                        "\0\0\0\1\0\0\1\2",
                        atOnce,
                        connection -> connection.frames(numbers).toList()));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatIsReadBitByBitLeavesTheRest(boolean atOnce) {
        String all = of(
                "HEAD\r\nbody\0\1xlast\nmore\nend",
                atOnce,
                connection -> connection
                        .readLine()
                        .flatMap(line -> connection
                                .read(4)
                                .flatMap(body -> connection
                                        .read(Framer.lengthPrefix(2))
                                        .flatMap(framed -> connection
                                                .lines()
                                                .toList()
                                                .map(lines ->
                                                        line + "," + text(body) + "," + text(framed) + "," + lines)))));
        assertEquals("HEAD,body,x,[last, more, end]", all);
    }

    @Test
    void atTheEndThereIsNothing() {
        assertNull(of("", true, connection -> connection.readLine()));
        assertEquals(
                "a,null,null",
                of(
                        "a",
                        true,
                        connection -> connection
                                .readLine()
                                .flatMap(line -> connection
                                        .readLine()
                                        .flatMap(none -> connection.read(3).map(no -> line + "," + none + "," + no)))));
    }

    @Test
    void whatIsCutOffIsAFailure() {
        Throwable cut = failure(
                "\0\3ab",
                connection -> connection.frames(Framer.lengthPrefix(2)).toList());
        assertInstanceOf(EOFException.class, cut);
        assertTrue(cut.getMessage().endsWith(" has sent its last byte, 4 bytes into a message"), cut.getMessage());
        assertInstanceOf(EOFException.class, failure("ab", connection -> connection.read(3)));
    }

    @Test
    void whatIsTooLongIsAFailure() {
        TcpClient.Session<List<ByteBuffer>> session =
                connection -> connection.frames(Framer.lengthPrefix(2)).toList();
        assertInstanceOf(FrameTooLongException.class, failure("\0\20" + "x".repeat(20), session));
        assertInstanceOf(FrameTooLongException.class, failure("\0\11" + "x".repeat(9), session));
        assertInstanceOf(FrameTooLongException.class, failure("x".repeat(20), connection -> connection.read(20)));
        assertInstanceOf(
                FrameTooLongException.class,
                failure(
                        "\u00ff\u00ff\u00ff\u00ff",
                        connection -> connection.frames(Framer.lengthPrefix(4)).toList()));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theBytesOfALengthCountForTheLongestMessage(boolean atOnce) {
        TcpClient.Session<List<String>> session = connection -> connection
                .frames(Framer.lengthPrefix(2))
                .map(message -> Objects.requireNonNull(text(message)))
                .toList();
        UnaryOperator<TcpClient.Builder> ten = builder -> builder.maxFrameLength(10);
        assertEquals(List.of("x".repeat(8)), of("\0\10" + "x".repeat(8), atOnce, ten, session));
        assertInstanceOf(FrameTooLongException.class, failure("\0\11" + "x".repeat(9), session));
    }

    /** The peer sends nothing more, and does not end either. */
    @ParameterizedTest
    @ValueSource(strings = {"\0\11", "\0\11x", "\u00ff\u00ff"})
    void whatIsAnnouncedTooLongIsRefusedAtOnce(String begun) {
        try (RawServer server = RawServer.start()) {
            CompletableFuture<List<ByteBuffer>> outcome = TcpClient.builder()
                    .maxFrameLength(10)
                    .build()
                    .connect(
                            "127.0.0.1",
                            server.port(),
                            connection ->
                                    connection.frames(Framer.lengthPrefix(2)).toList())
                    .toCompletionStage()
                    .toCompletableFuture();
            try (RawSocket socket = server.accept()) {
                socket.send(begun);
                Throwable refused = assertThrows(
                        CompletionException.class,
                        () -> outcome.orTimeout(120, TimeUnit.SECONDS).join());
                assertInstanceOf(FrameTooLongException.class, refused.getCause());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void whatIsEncodedIsFound(int bytes) {
        List<String> messages = List.of("abc", "", "x".repeat(200));
        try (TcpServer server = TcpServer.builder()
                .bind("127.0.0.1", 0)
                .handler(connection -> connection.sendFrames(
                        connection.frames(Framer.lengthPrefix(bytes)), FrameEncoder.lengthPrefix(bytes)))
                .start()
                .await(GENEROUS)) {
            List<@Nullable String> answer = TcpClient.create()
                    .connect(
                            "127.0.0.1",
                            server.port(),
                            connection -> connection
                                    .sendFrames(
                                            Many.from(messages)
                                                    .map(each ->
                                                            ByteBuffer.wrap(each.getBytes(StandardCharsets.UTF_8))),
                                            FrameEncoder.lengthPrefix(bytes))
                                    .then(connection.finish())
                                    .then(connection
                                            .frames(Framer.lengthPrefix(bytes))
                                            .map(each -> Objects.requireNonNull(text(each)))
                                            .toList()))
                    .await(GENEROUS);
            assertEquals(messages, answer);
        }
    }

    @Test
    void whatHasNoRoomForItsLengthIsNotSent() {
        FrameEncoder<ByteBuffer> small = FrameEncoder.lengthPrefix(1);
        assertInstanceOf(
                IllegalArgumentException.class,
                failure(
                        "send\n",
                        connection -> connection
                                .readLine()
                                .flatMap(_ -> connection.sendFrame(ByteBuffer.allocate(256), small))));
    }

    @Test
    void framersThatStandStillAreToldSo() {
        Framer<String> still = received -> "again";
        assertInstanceOf(
                IllegalStateException.class,
                failure("x", connection -> connection.frames(still).toList()));
    }

    @Test
    void twoCanNotReadAtTheSameTime() {
        try (RawServer server = RawServer.start()) {
            CompletableFuture<String> both = begin(
                    server,
                    UnaryOperator.identity(),
                    connection -> One.zip(connection.readLine(), connection.readLine(), (one, other) -> one + other));
            try (RawSocket _ = server.accept()) {
                CompletionException refused = assertThrows(
                        CompletionException.class,
                        () -> both.orTimeout(120, TimeUnit.SECONDS).join());
                assertInstanceOf(IllegalStateException.class, refused.getCause());
            }
        }
    }

    @Test
    void whoeverIsCancelledLetsOthersRead() {
        assertEquals("late", of("late\n", true, connection -> {
            connection.read(100).subscribe(bytes -> {}, failure -> {}).cancel();
            return connection.readLine();
        }));
    }

    @Test
    void whoeverIsCancelledFromAnotherThreadLetsItsOwnNextRead() {
        Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
        assertEquals(
                "late",
                of(
                        "late\n",
                        true,
                        connection -> One.blocking(() -> {
                            for (int i = 0; i < 1_000; i++) {
                                connection
                                        .read(100)
                                        .subscribe(bytes -> {}, failures::add)
                                        .cancel();
                            }
                            return connection.readLine().await(GENEROUS);
                        })));
        failures.removeIf(failure -> failure instanceof EOFException); // the peer was faster
        assertEquals(List.of(), List.copyOf(failures));
    }

    /** Also of a peer that has finished sending when it is answered. */
    @Test
    void aRequestIsAnsweredOnTheSameConnection() {
        CompletableFuture<String> slow = new CompletableFuture<>();
        try (TcpServer server = TcpServer.builder()
                .bind("127.0.0.1", 0)
                .handler(connection -> connection
                        .readLine()
                        .flatMap(question -> One.from(slow).flatMap(answer -> connection.sendLine(question + answer))))
                .start()
                .await(GENEROUS)) {
            One<@Nullable String> answer = TcpClient.create()
                    .connect(
                            "127.0.0.1",
                            server.port(),
                            connection -> connection
                                    .sendLine("ping")
                                    .then(connection.finish())
                                    .then(connection.readLine()));
            CompletableFuture<@Nullable String> got = answer.toCompletionStage().toCompletableFuture();
            try (RawSocket other = RawSocket.connect(server.port())) {
                other.send("raw\n").finishSending();
                while (server.connections() < 2) {
                    Thread.onSpinWait();
                }
                slow.complete("!");
                assertEquals("raw!\n", other.rest());
            }
            assertEquals("ping!", got.orTimeout(120, TimeUnit.SECONDS).join());
        }
    }

    @Test
    void messagesAreSentAsTheyAre() {
        try (TcpServer server = TcpServer.builder()
                .bind("127.0.0.1", 0)
                .handler(connection -> connection.send(connection
                        .frames(Framer.lengthPrefix(1))
                        .map(message -> ByteBuffer.allocate(1 + message.remaining())
                                .put((byte) message.remaining())
                                .put(message)
                                .flip())))
                .start()
                .await(GENEROUS)) {
            String answers = TcpClient.create()
                    .connect(
                            "127.0.0.1",
                            server.port(),
                            connection -> connection
                                    .send(ByteBuffer.wrap(new byte[] {2, 'h', 'i', 1, '!'}))
                                    .then(connection
                                            .frames(Framer.lengthPrefix(1))
                                            .take(2)
                                            .map(TcpFramesTest::text)
                                            .toList()
                                            .map(String::valueOf)))
                    .await(GENEROUS);
            assertEquals("[hi, !]", answers);
        }
        assertThrows(IllegalArgumentException.class, () -> Framer.lengthPrefix(5));
        assertThrows(IllegalArgumentException.class, () -> Framer.fixedLength(0));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatAFramerRefusesIsLeftToBeRead(boolean atOnce) {
        Framer<String> picky = received -> {
            throw new IOException("planned");
        };
        assertEquals(
                "bad line",
                of(
                        "bad line\n",
                        atOnce,
                        connection -> connection.read(picky).onErrorResume(bad -> connection.readLine())));
    }
}
