package dev.weir.net.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Cancellable;
import dev.weir.Ending;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.AddressInUseException;
import dev.weir.net.Logged;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawSocket;
import dev.weir.testkit.VirtualTime;
import io.netty.channel.SingleThreadEventLoop;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(NoLeaks.class)
class ShutdownTest {
    private static final Duration LONG = Duration.ofMinutes(10);

    private final CompletableFuture<Response> answer = new CompletableFuture<>();
    private final CompletableFuture<Ending> ended = new CompletableFuture<>();

    private HttpServer start() {
        Routes routes = Routes.create()
                .get("/quick", request -> One.of(Response.text("quick")))
                .get(
                        "/loop",
                        request -> One.of(Response.text(Thread.currentThread().getName())))
                .get("/slow", request -> One.from(answer))
                .get(
                        "/events",
                        request -> One.of(
                                Response.sse(Many.<ServerSentEvent>never().doFinally(ended::complete))))
                .get(
                        "/endless",
                        request -> One.of(
                                Response.stream("x/y", Many.<ByteBuffer>never().doFinally(ended::complete))));
        return HttpServer.builder()
                .bind("127.0.0.1", 0)
                .handler(routes)
                .threads(2)
                .start()
                .await(TestServer.GENEROUS);
    }

    private static RawSocket ask(HttpServer server, String path) {
        return RawSocket.connect(server.port()).send("GET " + path + " HTTP/1.1\r\nHost: a\r\n\r\n");
    }

    private static CompletableFuture<?> begin(One<?> one) {
        return one.toCompletionStage().toCompletableFuture().orTimeout(120, TimeUnit.SECONDS);
    }

    @Test
    void nothingHappensUntilItIsAskedFor() {
        try (HttpServer server = start()) {
            One<?> shutdown = server.shutdown(LONG);
            assertNotNull(shutdown);
            try (RawSocket socket = ask(server, "/quick")) {
                assertEquals("quick", socket.reply().body());
            }
        }
    }

    @Test
    void anEventStreamThatBeginsAfterwardsEndsAtOnce() {
        HttpServer server = start();
        RawSocket slow = ask(server, "/slow");
        while (server.inFlight() == 0) {
            Thread.onSpinWait();
        }
        CompletableFuture<?> down = begin(server.shutdown(LONG));
        answer.complete(Response.sse(Many.never()));
        assertEquals(200, slow.head().status());
        assertEquals("", slow.chunk());
        assertEquals("", slow.rest());
        down.join();
    }

    @Test
    void idleConnectionsAndEventStreamsEndAndRunningRequestsAreFinished() {
        HttpServer server = start();
        int port = server.port();
        RawSocket idle = ask(server, "/quick");
        assertEquals("quick", idle.reply().body());
        RawSocket events = ask(server, "/events");
        assertEquals(200, events.head().status());
        RawSocket slow = ask(server, "/slow");
        while (server.inFlight() == 0) {
            Thread.onSpinWait();
        }
        CompletableFuture<?> down = begin(server.shutdown(LONG));
        assertEquals("", idle.rest());
        assertEquals("", events.chunk(), "the stream has its proper end");
        assertEquals("", events.rest());
        assertEquals(Ending.CANCELLED, ended.join());
        assertFalse(down.isDone());

        answer.complete(Response.text("finished"));
        RawSocket.Reply reply = slow.reply();
        assertEquals("finished", reply.body());
        assertEquals("close", reply.header("connection"));
        assertEquals("", slow.rest());
        down.join();
        begin(server.closed()).join();
        assertEquals(0, server.connections());
        assertThrows(UncheckedIOException.class, () -> RawSocket.connect(port));
        begin(server.shutdown(LONG)).join();
    }

    @Test
    void whatIsLeftIsClosedAtTheDeadline() {
        VirtualTime time = new VirtualTime();
        CompletableFuture<Executor> asked = new CompletableFuture<>();
        Handler never = request -> {
            asked.complete(request.eventLoop());
            return One.<Response>never().doFinally(ended::complete);
        };
        TestServer server = TestServer.start(never, builder -> builder.clock(time));
        RawSocket socket = server.connect();
        socket.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
        Executor loop = asked.orTimeout(120, TimeUnit.SECONDS).join();
        CompletableFuture<?> down = begin(server.server().shutdown(Duration.ofSeconds(3)));
        time.advance(Duration.ofMillis(2999));
        for (int turn = 0; turn < 3; turn++) { // closing would take two
            CompletableFuture.runAsync(() -> {}, loop)
                    .orTimeout(120, TimeUnit.SECONDS)
                    .join();
        }
        assertFalse(ended.isDone());
        assertFalse(down.isDone());
        time.advance(Duration.ofMillis(1));
        down.join();
        assertEquals(Ending.CANCELLED, ended.join());
        assertEquals(0, socket.drainToEnd());
    }

    @Test
    void whatTheDeadlineCutsOffIsTold() throws Exception {
        VirtualTime time = new VirtualTime();
        try (Logged log = Logged.by("dev.weir.net")) {
            Handler handler = request ->
                    request.path().equals("/stream") ? One.of(Response.stream("x/y", Many.never())) : One.never();
            TestServer server = TestServer.start(handler, builder -> builder.clock(time));
            int port = server.port();
            RawSocket streaming = server.connect();
            assertEquals(
                    200,
                    streaming
                            .send("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n")
                            .head()
                            .status());
            RawSocket waiting = server.connect().send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
            while (server.server().inFlight() == 0) {
                Thread.onSpinWait();
            }
            CompletableFuture<?> down = begin(server.server().shutdown(Duration.ofSeconds(3)));
            time.advance(Duration.ofSeconds(3));
            down.join();
            assertEquals(
                    "the shutdown of the server at 127.0.0.1:" + port + " closes after 3000 ms what has not ended:"
                            + " connections: 2, requests in flight: 1, responses that stream: 1",
                    log.next("shutdown").getMessage());
            streaming.drainToEnd();
            waiting.drainToEnd();
        }
    }

    @Test
    void aShutdownThatCutsNothingOffIsNoNews() {
        try (Logged log = Logged.by("dev.weir.net")) {
            HttpServer server = start();
            RawSocket idle = ask(server, "/quick");
            assertEquals("quick", idle.reply().body());
            begin(server.shutdown(Duration.ZERO)).join();
            assertEquals("", idle.rest());
            assertEquals(java.util.List.of(), log.messages());
        }
    }

    @Test
    void aDeadlineOfZeroDoesNotWait() {
        HttpServer server = start();
        RawSocket endless = ask(server, "/endless");
        assertEquals(200, endless.head().status());
        begin(server.shutdown(Duration.ZERO)).join();
        assertEquals(Ending.CANCELLED, ended.join());
        endless.drainToEnd();
    }

    @Test
    void closingEndsEverythingAtOnce() {
        HttpServer server = start();
        RawSocket endless = ask(server, "/endless");
        assertEquals(200, endless.head().status());
        server.close();
        server.close();
        begin(server.closed()).join();
        assertEquals(Ending.CANCELLED, ended.join());
    }

    @Test
    void theLoopsThreadsEndWithTheirServer() {
        HttpServer server = start();
        String name;
        try (RawSocket socket = ask(server, "/loop")) {
            name = socket.reply().body();
        }
        begin(server.shutdown(LONG)).join();
        String prefix = name.substring(0, name.lastIndexOf('-') + 1);
        threads(prefix).forEach(thread -> {
            try {
                assertTrue(thread.join(TestServer.GENEROUS));
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
    }

    private static java.util.stream.Stream<Thread> threads(String prefix) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith(prefix));
    }

    @Test
    void anAddressInUseIsNamed() {
        try (HttpServer server = start()) {
            One<HttpServer> second = HttpServer.builder()
                    .bind("127.0.0.1", server.port())
                    .handler(request -> One.never())
                    .start();
            AddressInUseException refused =
                    assertThrows(AddressInUseException.class, () -> second.await(TestServer.GENEROUS));
            String address = "address 127.0.0.1:" + server.port() + " is in use";
            assertTrue(refused.getMessage().startsWith(address), refused.getMessage());
        }
    }

    @Test
    void aHostThatIsNotOursIsNamed() {
        One<HttpServer> elsewhere = HttpServer.builder()
                .bind("192.0.2.1", 0)
                .handler(request -> One.never())
                .start();
        UncheckedIOException refused =
                assertThrows(UncheckedIOException.class, () -> elsewhere.await(TestServer.GENEROUS));
        assertTrue(refused.getMessage().startsWith("can't listen on 192.0.2.1:0: "), refused.getMessage());
    }

    /** What only the closing ends is not ended by a deadline. */
    @Test
    void anOldClientDoesNotTakeWhatWasCutOffForTheWhole() throws IOException {
        Many<ByteBuffer> part =
                Many.concat(Many.of(ByteBuffer.wrap("part".getBytes(StandardCharsets.US_ASCII))), Many.never());
        TestServer server = TestServer.start(request -> One.of(Response.stream("x/y", part)));
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.getOutputStream().write("GET / HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            StringBuilder got = new StringBuilder();
            while (!got.toString().endsWith("part")) {
                got.append((char) socket.getInputStream().read());
            }
            begin(server.server().shutdown(Duration.ZERO)).join();
            assertThrows(IOException.class, () -> socket.getInputStream().read());
        }
    }

    @Test
    void aServerThatNobodyWaitsForAnyMoreDoesNotStay() throws Exception {
        CompletableFuture<Executor> at = new CompletableFuture<>();
        CountDownLatch busy = new CountDownLatch(1);
        HttpServer.Builder builder = HttpServer.builder()
                .bind("127.0.0.1", 0)
                .threads(1) // the same loop for all that it starts
                .stuckAfter(Duration.ZERO)
                .handler(request -> {
                    at.complete(request.eventLoop());
                    busy.await();
                    return One.of(Response.empty(204));
                });
        HttpServer first = builder.start().await(TestServer.GENEROUS);
        try (RawSocket socket = ask(first, "/")) {
            SingleThreadEventLoop loop = (SingleThreadEventLoop) at.get();
            int before = loop.pendingTasks();
            Cancellable starting = builder.start().subscribe(server -> {}, failure -> {});
            while (loop.pendingTasks() == before) {
                Thread.onSpinWait();
            }
            starting.cancel();
            busy.countDown();
            assertEquals(204, socket.head().status());
            first.close();
            first.closed().await(TestServer.GENEROUS);
            assertTrue(loop.terminationFuture().await(60, TimeUnit.SECONDS), "the other one keeps the loop");
        }
    }

    /** It counts as gone, and must not take what it has got for the whole. */
    @Test
    void anOldClientThatHasFinishedSendingSeesThatMoreWouldHaveCome() throws IOException {
        Many<ByteBuffer> part =
                Many.concat(Many.of(ByteBuffer.wrap("part".getBytes(StandardCharsets.US_ASCII))), Many.never());
        try (TestServer server = TestServer.start(request -> One.of(Response.stream("x/y", part)));
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.getOutputStream().write("GET / HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            StringBuilder got = new StringBuilder();
            while (!got.toString().endsWith("part")) {
                got.append((char) socket.getInputStream().read());
            }
            socket.shutdownOutput();
            assertThrows(IOException.class, () -> socket.getInputStream().read());
        }
    }

    @Test
    void anOldClientHasAllOfAStreamThatEnds() throws IOException {
        byte[] large = new byte[1_000_000];
        Many<ByteBuffer> whole = Many.range(0, 8).map(i -> ByteBuffer.wrap(large));
        try (TestServer server = TestServer.start(request -> One.of(Response.stream("x/y", whole)));
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.getOutputStream().write("GET / HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertTrue(socket.getInputStream().readAllBytes().length > 8 * large.length);
        }
    }

    /** All was handed over, and most of it waits. */
    @Test
    void anOldClientThatFinishesSendingBeforeTheRestHasGoneSeesNoEarlyEnd() throws Exception {
        byte[] large = new byte[32 << 20]; // more than two kernels hold
        CountDownLatch made = new CountDownLatch(1);
        Many<ByteBuffer> whole = Many.<ByteBuffer>generate(out -> {
                    out.emit(ByteBuffer.wrap(new byte[1]));
                    out.emit(ByteBuffer.wrap(large));
                })
                .doFinally(end -> made.countDown());
        try (TestServer server = TestServer.start(request -> One.of(Response.stream("x/y", whole)));
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.getOutputStream().write("GET / HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertTrue(made.await(120, TimeUnit.SECONDS));
            server.roundTrip(); // the loop has ended the response by then
            socket.shutdownOutput();
            int got;
            try {
                got = socket.getInputStream().readAllBytes().length;
            } catch (IOException seen) {
                return;
            }
            assertTrue(got > large.length, () -> "took " + got + " bytes for the whole");
        }
    }
}
