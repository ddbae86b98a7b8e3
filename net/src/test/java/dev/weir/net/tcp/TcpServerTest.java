package dev.weir.net.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Ending;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.AddressInUseException;
import dev.weir.net.Logged;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawSocket;
import dev.weir.testkit.VirtualTime;
import io.netty.channel.epoll.Epoll;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(NoLeaks.class)
class TcpServerTest {
    private static final Duration GENEROUS = Duration.ofMinutes(2);

    private final CompletableFuture<Ending> ended = new CompletableFuture<>();

    private static TcpServer start(TcpServer.Handler handler) {
        return start(handler, UnaryOperator.identity());
    }

    private static TcpServer start(TcpServer.Handler handler, UnaryOperator<TcpServer.Builder> options) {
        TcpServer.Builder builder =
                TcpServer.builder().bind("127.0.0.1", 0).threads(1).handler(handler);
        return options.apply(builder).start().await(GENEROUS);
    }

    private static One<Void> shout(TcpConnection connection) {
        return connection.sendLines(connection.lines().map(line -> line + "!"));
    }

    /** Answers in a task of the event loop. */
    private static One<Void> shoutLater(TcpConnection connection) {
        return connection.sendLines(connection.lines().map(line -> line + "!").publishOn(ForkJoinPool.commonPool()));
    }

    private static void end(TcpServer server) {
        server.close();
        server.closed().await(GENEROUS);
    }

    @Test
    void cutsLinesHoweverTheyCome() {
        TcpServer server = start(TcpServerTest::shout);
        try (RawSocket socket = RawSocket.connect(server.port())) {
            for (String piece : "one\ntwo\r\n\r\n\u00c3\u00a9\nlast".split("")) {
                socket.send(piece);
            }
            socket.finishSending();
            assertEquals("one!\ntwo!\n!\n\u00c3\u00a9!\nlast!\n", socket.rest());
        }
        end(server);
    }

    @Test
    void keepsTheCarriageReturnsThatEndNoLine() {
        TcpServer server =
                start(connection -> connection.sendLines(connection.lines().map(line -> line.replace('\r', '_'))));
        try (RawSocket socket = RawSocket.connect(server.port())) {
            socket.send("a\rb\r\r\n\r").finishSending();
            assertEquals("a_b_\n_\n", socket.rest());
        }
        end(server);
    }

    @Test
    void sendsTheLinesThatItGets() {
        TcpServer server = start(connection -> connection.sendLines(connection.lines()));
        try (RawSocket socket = RawSocket.connect(server.port())) {
            socket.send("a\rb\r\n\rc\r\r\n\n\r").finishSending();
            assertEquals("a\rb\n\rc\r\r\n\n\r\r\n", socket.rest());
        }
        end(server);
    }

    @Test
    void saysInOneLineWhatThePeerHasDone() throws Exception {
        try (Logged log = Logged.by("dev.weir.net.tcp")) {
            TcpServer server = start(TcpServerTest::shout, builder -> builder.maxLineLength(10));
            try (RawSocket socket = RawSocket.connect(server.port())) {
                socket.send("x".repeat(1000));
                assertEquals("", socket.untilReset());
            }
            LogRecord tooLong = log.next("failed: dev.weir.net.tcp.LineTooLongException");
            assertNull(tooLong.getThrown());
            end(server);
            server = start(
                    connection -> connection.frames(Framer.lengthPrefix(1)).forEach(message -> {}),
                    builder -> builder.maxFrameLength(10));
            try (RawSocket socket = RawSocket.connect(server.port())) {
                socket.send("x");
                assertEquals("", socket.untilReset());
            }
            assertNull(
                    log.next("failed: dev.weir.net.tcp.FrameTooLongException").getThrown());
            end(server);
            server = start(connection -> connection
                    .lines()
                    .first()
                    .then(One.fail(() -> new CompletionException(new IOException("it has gone")))));
            try (RawSocket socket = RawSocket.connect(server.port())) { // which must not fail
                socket.send("x\n");
                assertEquals("", socket.untilReset());
            }
            assertNull(log.next("failed: java.io.IOException: it has gone").getThrown());
            end(server);
        }
    }

    @Test
    void showsWhereAHandlerFailed() throws Exception {
        try (Logged log = Logged.by("dev.weir.net.tcp")) {
            TcpServer server =
                    start(connection -> connection.sendLines(connection.lines().map(line -> {
                        throw new IllegalStateException("test");
                    })));
            try (RawSocket socket = RawSocket.connect(server.port())) {
                socket.send("x\n");
                assertEquals("", socket.untilReset());
            }
            StackTraceElement[] trace = log.next("the handler of the connection from /127.0.0.1:")
                    .getThrown()
                    .getStackTrace();
            assertEquals(TcpServerTest.class.getName(), trace[0].getClassName());
            assertTrue(
                    Arrays.stream(trace).noneMatch(frame -> frame.getClassName().startsWith("io.netty.")),
                    Arrays.toString(trace));
            end(server);
        }
    }

    @Test
    void saysWhatAPortIs() {
        IllegalArgumentException wrong = assertThrows(
                IllegalArgumentException.class, () -> TcpServer.builder().bind("127.0.0.1", 70_000));
        assertEquals("a port is a number from 0 to 65535, not 70000", wrong.getMessage());
    }

    @Test
    void aConnectionWithoutInputEndsQuietly() {
        TcpServer server = start(TcpServerTest::shout);
        try (RawSocket socket = RawSocket.connect(server.port())) {
            socket.finishSending();
            assertEquals("", socket.rest());
        }
        end(server);
    }

    @Test
    void answersWhatCameBeforeThePeerFinishedHoweverLong() {
        TcpServer server = start(connection -> connection.sendLines(connection
                .lines()
                .mapAsync(10, line -> One.timer(Duration.ofMillis(20)).then(One.of(line)))));
        try (RawSocket socket = RawSocket.connect(server.port())) {
            socket.send("1\n2\n3\n").finishSending();
            assertEquals("1\n2\n3\n", socket.rest());
        }
        end(server);
    }

    @Test
    void aLineThatIsTooLongFailsTheInput() {
        AtomicInteger limit = new AtomicInteger();
        TcpServer server = start(
                connection -> connection.sendLines(connection.lines().onErrorResume(failure -> {
                    limit.incrementAndGet();
                    return Many.of("error: " + (failure instanceof LineTooLongException));
                })),
                builder -> builder.maxLineLength(10));
        for (String input : new String[] {"fits______\nlonger_____\nmore\n", "fits______\r\nlonger_____"}) {
            try (RawSocket socket = RawSocket.connect(server.port())) {
                socket.send(input);
                assertEquals("fits______", socket.line());
                assertEquals("error: true", socket.line());
                assertEquals("", socket.rest());
            }
        }
        assertEquals(2, limit.get());
        end(server);
    }

    @Test
    void aLineThatIsTooLongClosesTheConnectionUnlessTheHandlerAnswers() {
        TcpServer server = start(TcpServerTest::shout, builder -> builder.maxLineLength(10));
        try (RawSocket socket = RawSocket.connect(server.port())) {
            socket.send("x".repeat(1000));
            assertEquals("", socket.untilReset());
        }
        try (RawSocket socket = RawSocket.connect(server.port())) {
            socket.send("fine\n");
            assertEquals("fine!", socket.line());
        }
        end(server);
    }

    @Test
    void sendsNoLineThatWouldBeTwo() {
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        TcpServer server = start(connection ->
                connection.lines().first().then(connection.sendLine("one\ntwo")).doOnError(failure::complete));
        try (RawSocket socket = RawSocket.connect(server.port())) {
            assertEquals("", socket.send("x\n").untilReset());
        }
        assertTrue(
                failure.join() instanceof IllegalArgumentException,
                failure.join().toString());
        end(server);
    }

    @Test
    void sendsOneStreamAfterTheOther() {
        TcpServer server = start(connection -> connection
                .sendLine("first")
                .then(connection.send(Many.of(ByteBuffer.wrap(new byte[] {'2', '\n'}))))
                .then(connection.sendLines(Many.of("3", "4"))));
        try (RawSocket socket = RawSocket.connect(server.port())) {
            assertEquals("first\n2\n3\n4\n", socket.rest());
        }
        end(server);
    }

    @Test
    void refusesTwoSendsAtATimeAndTwoReaders() {
        CompletableFuture<String> send = new CompletableFuture<>();
        CompletableFuture<String> read = new CompletableFuture<>();
        TcpServer server = start(connection -> {
            connection.lines().subscribe(line -> {}, failure -> {}, () -> {});
            connection.bytes().subscribe(bytes -> {}, failure -> read.complete(failure.getMessage()), () -> {});
            connection.sendLines(Many.never()).subscribe(done -> {}, failure -> {});
            connection.sendLine("x").subscribe(done -> {}, failure -> send.complete(failure.getMessage()));
            return One.never();
        });
        RawSocket socket = RawSocket.connect(server.port());
        assertTrue(send.join().startsWith("another send is running"), send.join());
        assertTrue(read.join().startsWith("the connection is read by lines() already: "), read.join());
        socket.close();
        end(server);
    }

    @Test
    void itemsFromOtherThreadsKeepTheirOrder() {
        int count = 200_000;
        ExecutorService other = Executors.newSingleThreadExecutor();
        TcpServer server = start(connection ->
                connection.sendLines(Many.range(0, count).publishOn(other).map(i -> "" + i)));
        try (RawSocket socket = RawSocket.connect(server.port())) {
            for (int i = 0; i < count; i++) {
                assertEquals("" + i, socket.line());
            }
            assertNull(socket.line());
        }
        end(server);
        other.shutdown();
    }

    @Test
    void aPeerThatDoesNotReadStopsTheSource() {
        AtomicInteger produced = new AtomicInteger();
        String line = "x".repeat(999);
        Many<String> source = Many.range(0, 20_000).map(i -> {
            produced.incrementAndGet();
            return line;
        });
        TcpServer server = start(connection -> connection.sendLines(
                connection.lines().flatMap(first -> first.equals("go") ? source : Many.of("pong"))));
        try (RawSocket slow = RawSocket.connect(server.port(), 16 * 1024)) {
            slow.send("go\n");
            int stopped = steady(server, produced);
            int bound = (4 * 1024 + 256 + 2 * 64) * 1024; // the kernels', and ours
            assertTrue(stopped > 64 && stopped * 1000 <= bound, stopped + " lines were produced for nobody");
            slow.finishSending();
            for (int i = 0; i < 20_000; i++) {
                assertEquals(line, slow.line());
            }
            assertNull(slow.line());
        }
        end(server);
    }

    @Test
    void aHandlerThatDoesNotReadStopsThePeer() {
        CountDownLatch go = new CountDownLatch(1);
        AtomicInteger sent = new AtomicInteger();
        AtomicInteger read = new AtomicInteger();
        int total = 50_000;
        TcpServer server = start(connection -> connection.sendLines(connection
                .lines()
                .doOnNext(line -> read.addAndGet(line.equals("ping") ? 0 : 1))
                .mapAsync(
                        1,
                        line -> line.equals("ping") || go.getCount() == 0
                                ? One.of("pong")
                                : One.blocking(() -> {
                                    go.await();
                                    return "pong";
                                }))));
        try (RawSocket socket = RawSocket.connect(server.port(), 64 * 1024)) {
            byte[] line = ("x".repeat(999) + "\n").getBytes(java.nio.charset.StandardCharsets.US_ASCII);
            Thread sender = Thread.ofPlatform().start(() -> {
                for (int i = 0; i < total; i++) {
                    socket.send(line);
                    sent.incrementAndGet();
                }
                socket.finishSending();
            });
            int stopped = steady(server, sent);
            assertTrue(stopped < total / 2, stopped + " lines were taken");
            assertTrue(read.get() <= 4, read.get() + " lines were read ahead");
            go.countDown();
            for (int i = 0; i < total; i++) {
                assertEquals("pong", socket.line());
            }
            assertNull(socket.line());
            assertTrue(joined(sender));
        }
        end(server);
    }

    private static boolean joined(Thread thread) {
        try {
            return thread.join(GENEROUS);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Waits until the count no longer changes while the one event loop serves another connection. */
    private static int steady(TcpServer server, AtomicInteger count) {
        int last = -1;
        for (int same = 0; same < 30; same++) {
            try (RawSocket other = RawSocket.connect(server.port())) {
                other.send("ping\n");
                other.line();
            }
            int now = count.get();
            same = now == last ? same : -1;
            last = now;
        }
        return last;
    }

    @Test
    void aPeerThatGoesCancelsTheHandler() {
        CompletableFuture<Ending> end = new CompletableFuture<>();
        TcpServer server = start(connection -> connection
                .sendLines(Many.concat(Many.of("hello"), Many.never()))
                .doFinally(end::complete));
        RawSocket socket = RawSocket.connect(server.port());
        assertEquals("hello", socket.line());
        socket.leave(true);
        assertEquals(Ending.CANCELLED, end.orTimeout(120, TimeUnit.SECONDS).join());
        end(server);
    }

    /** It might still read; what is sent to it then tells. */
    @Test
    void aPeerThatGoesQuietlyIsNoticedWhenSomethingIsSent() {
        CompletableFuture<Ending> end = new CompletableFuture<>();
        TcpServer server = start(connection -> connection
                .sendLines(Many.interval(Duration.ofMillis(1)).map(String::valueOf))
                .doFinally(end::complete));
        RawSocket socket = RawSocket.connect(server.port());
        assertEquals("0", socket.line());
        socket.leave(false);
        assertEquals(Ending.CANCELLED, end.orTimeout(120, TimeUnit.SECONDS).join());
        end(server);
    }

    @Test
    void aPeerThatGoesQuietlyIsGoneAfterAStallWithoutAWord() {
        VirtualTime time = new VirtualTime();
        CompletableFuture<Ending> end = new CompletableFuture<>();
        TcpServer server = start(
                first(connection -> connection
                        .sendLines(Many.concat(Many.of("hello"), Many.never()))
                        .doFinally(end::complete)),
                builder -> builder.clock(time).stallTimeout(Duration.ofSeconds(8)));
        RawSocket socket = RawSocket.connect(server.port());
        assertEquals("hello", socket.line());
        socket.finishSending();
        tick(server);
        for (int second = 0; second < 6; second++) {
            time.advance(Duration.ofSeconds(1));
            tick(server);
        }
        assertFalse(end.isDone());
        for (int second = 0; second < 5; second++) {
            time.advance(Duration.ofSeconds(1));
            tick(server);
        }
        assertEquals("", socket.untilReset());
        assertEquals(Ending.CANCELLED, end.orTimeout(120, TimeUnit.SECONDS).join());
        socket.close();
        end(server);
    }

    /** RFC 9293 section 3.6: whatever the handler has done by then, and though it never reads. */
    @Test
    void aPeerThatHasFinishedMayStillRead() {
        CompletableFuture<String> late = new CompletableFuture<>();
        TcpServer server = start(first(connection -> One.from(late.copy()).flatMap(connection::sendLine)));
        try (RawSocket socket = RawSocket.connect(server.port())) {
            socket.finishSending();
            tick(server);
            tick(server);
            late.complete("what was asked for");
            assertEquals("what was asked for", socket.line());
            assertEquals("", socket.rest());
        }
        end(server);
    }

    @Test
    void aServerThatHasFinishedMayStillRead() {
        CompletableFuture<String> got = new CompletableFuture<>();
        TcpServer server = start(first(connection -> connection
                .finish()
                .then(connection.readLine().doOnValue(got::complete))
                .then(One.ofVoid())));
        TcpConnection connection =
                TcpClient.create().connect("127.0.0.1", server.port()).await(GENEROUS);
        tick(server);
        tick(server);
        connection.sendLine("late").await(GENEROUS);
        assertEquals("late", got.orTimeout(120, TimeUnit.SECONDS).join());
        connection.close();
        end(server);
    }

    @Test
    void aResetFailsTheInput() {
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        TcpServer server = start(connection -> {
            connection.lines().subscribe(line -> {}, failure::complete, () -> {});
            return One.never();
        });
        RawSocket socket = RawSocket.connect(server.port());
        socket.send("half a li");
        while (server.connections() == 0) {
            Thread.onSpinWait();
        }
        socket.leave(true);
        String message = failure.orTimeout(120, TimeUnit.SECONDS).join().getMessage();
        assertTrue(message.matches("the connection with 127.0.0.1:\\d+ was closed: connection reset.*"), message);
        end(server);
    }

    @Test
    void aHandlerThatFailsBreaksTheConnectionOff() {
        List<TcpServer.Handler> bad = List.of(
                connection -> One.fail(() -> new IllegalStateException("test")),
                connection -> {
                    throw new IllegalStateException("test");
                },
                connection -> null);
        for (TcpServer.Handler handler : bad) {
            TcpServer server = start(handler);
            try (RawSocket socket = RawSocket.connect(server.port())) {
                assertEquals("", socket.untilReset());
            } catch (UncheckedIOException reset) {
                assertTrue(reset.getMessage().contains("reset"), "it came as soon as that: " + reset);
            }
            end(server);
        }
    }

    @Test
    void shutdownEndsTheInputAndLetsAnswersFinish() {
        CompletableFuture<String> answer = new CompletableFuture<>();
        CountDownLatch asked = new CountDownLatch(1);
        TcpServer server =
                start(connection -> connection.sendLines(connection.lines().mapAsync(4, line -> {
                    asked.countDown();
                    return One.from(answer);
                })));
        int port = server.port();
        RawSocket busy = RawSocket.connect(port);
        busy.send("question\nhalf a que");
        RawSocket idle = RawSocket.connect(server.port());
        await(asked);
        while (server.connections() < 2) { // the kernel resets those that nobody has accepted
            Thread.onSpinWait();
        }
        CompletableFuture<?> down =
                server.shutdown(Duration.ofMinutes(10)).toCompletionStage().toCompletableFuture();
        assertEquals("", idle.rest());
        answer.complete("answer");
        assertEquals("answer", busy.line());
        assertEquals("", busy.rest());
        busy.close();
        idle.close();
        down.orTimeout(120, TimeUnit.SECONDS).join();
        assertEquals(0, server.connections());
        assertThrows(UncheckedIOException.class, () -> RawSocket.connect(port));
    }

    private static void await(CountDownLatch latch) {
        try {
            assertTrue(latch.await(120, TimeUnit.SECONDS));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void shutdownClosesWhatIsLeftAtTheDeadlineAndTellsSo() throws Exception {
        VirtualTime time = new VirtualTime();
        Logged log = Logged.by("dev.weir.net");
        TcpServer server = start(
                connection -> connection
                        .sendLines(Many.concat(Many.of("hello"), Many.never()))
                        .doFinally(ended::complete),
                builder -> builder.clock(time));
        RawSocket socket = RawSocket.connect(server.port());
        assertEquals("hello", socket.line());
        CompletableFuture<?> down =
                server.shutdown(Duration.ofSeconds(3)).toCompletionStage().toCompletableFuture();
        time.advance(Duration.ofSeconds(3));
        down.orTimeout(120, TimeUnit.SECONDS).join();
        assertEquals(Ending.CANCELLED, ended.join());
        assertEquals("", socket.untilReset());
        assertTrue(
                log.next("shutdown").getMessage().endsWith(" closes after 3000 ms what has not ended: connections: 1"));
        log.close();
        socket.close();
    }

    @Test
    void anIdleConnectionIsClosed() {
        VirtualTime time = new VirtualTime();
        TcpServer server =
                start(TcpServerTest::shoutLater, builder -> builder.clock(time).idleTimeout(Duration.ofSeconds(8)));
        try (RawSocket socket = RawSocket.connect(server.port())) {
            for (int i = 0; i < 3; i++) {
                for (int second = 0; second < 7; second++) {
                    time.advance(Duration.ofSeconds(1));
                    tick(server);
                }
                assertEquals("x!", socket.send("x\n").line());
            }
            for (int second = 0; second < 11; second++) {
                time.advance(Duration.ofSeconds(1));
                tick(server);
            }
            assertEquals("", socket.untilReset());
        }
        end(server);
    }

    /** The handler of the first connection; others answer as {@link #tick} wants it. */
    private static TcpServer.Handler first(TcpServer.Handler handler) {
        AtomicInteger connections = new AtomicInteger();
        return connection -> connections.getAndIncrement() == 0 ? handler.handle(connection) : shoutLater(connection);
    }

    /** Returns when the event loop has run its tasks. */
    private static void tick(TcpServer server) {
        try (RawSocket other = RawSocket.connect(server.port())) {
            assertEquals("1!", other.send("1\n").line());
            assertEquals("2!", other.send("2\n").line());
        }
    }

    @Test
    void acceptingPausesAtTheLimit() {
        TcpServer server = start(TcpServerTest::shout, builder -> builder.maxConnections(2));
        List<RawSocket> open = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            open.add(RawSocket.connect(server.port()));
            assertEquals("x!", open.get(i).send("x\n").line());
        }
        RawSocket waiting = RawSocket.connect(server.port()).send("y\n");
        for (int i = 0; i < 50; i++) {
            assertEquals("x!", open.get(0).send("x\n").line());
            assertEquals(2, server.connections());
        }
        open.get(1).close();
        assertEquals("y!", waiting.line());
        waiting.close();
        open.get(0).close();
        end(server);
    }

    @Test
    void anAddressInUseIsNamed() {
        TcpServer server = start(TcpServerTest::shout);
        AddressInUseException refused = assertThrows(
                AddressInUseException.class,
                () -> start(TcpServerTest::shout, builder -> builder.bind("127.0.0.1", server.port())));
        assertTrue(refused.getMessage().startsWith("address 127.0.0.1:" + server.port() + " is in use"));
        end(server);
    }

    @Test
    void anAddressOfAnotherMachineIsNamed() {
        UncheckedIOException refused = assertThrows(
                UncheckedIOException.class, () -> start(TcpServerTest::shout, builder -> builder.bind("192.0.2.1", 0)));
        String reason = "can't listen on 192.0.2.1:0: cannot assign requested address";
        String advice =
                ": it is no address of this machine; bind one that is, 127.0.0.1 for programs on it only, or 0.0.0.0"
                        + " for all its addresses";
        assertEquals(Epoll.isAvailable() ? reason + advice : reason, refused.getMessage());
    }
}
