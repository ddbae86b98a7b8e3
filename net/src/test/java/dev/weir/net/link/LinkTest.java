package dev.weir.net.link;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Cancellable;
import dev.weir.One;
import dev.weir.net.Certificate;
import dev.weir.net.ClientTls;
import dev.weir.net.Logged;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawSocket;
import dev.weir.net.ServerTls;
import dev.weir.net.http.HttpServer;
import dev.weir.net.http.Response;
import dev.weir.net.tcp.TcpClient;
import dev.weir.net.tcp.TcpServer;
import dev.weir.net.websocket.MessageCompression;
import dev.weir.net.websocket.WebSocket;
import dev.weir.net.websocket.WebSocketClient;
import dev.weir.net.websocket.WebSocketOptions;
import java.io.EOFException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.logging.Level;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a protocol of this project has of its connection, whatever that is. */
@ExtendWith(NoLeaks.class)
class LinkTest {
    private static final Duration GENEROUS = Duration.ofMinutes(2);
    private static final Framing FRAMES = Framing.lengthPrefix(3, 10_000_000);
    private static final Links.Server<TcpServer.Builder> SERVERS = Links.of(TcpServer.Builder.class);
    private static final Links.Opener<WebSocket> SOCKETS = Links.of(WebSocket.class);
    private static final Links.Client<TcpClient, SocketAddress> CLIENTS = Links.of(TcpClient.class);
    private static final Links.Client<WebSocketClient, String> SOCKET_CLIENTS = Links.of(WebSocketClient.class);
    private static final byte[] NO_HEAD = {};

    @TempDir
    private static Path folder;

    private static Certificate identity;

    @BeforeAll
    static void makeKeys() {
        identity = Certificate.of("localhost", folder);
    }

    /** What frames go over. */
    enum Way {
        TCP,
        TLS,
        UNIX,
        WEBSOCKET
    }

    /** Keeps what comes. */
    private static class Recorder implements Speaker {
        final BlockingQueue<String> frames = new LinkedBlockingQueue<>();
        final CompletableFuture<Link> link = new CompletableFuture<>();
        final CompletableFuture<String> end = new CompletableFuture<>();

        Speaker on(Link opened) {
            link.complete(opened);
            return this;
        }

        @Override
        public void frame(Frame frame) throws Exception {
            frames.add(frame.text(0, frame.length()));
        }

        @Override
        public void writable() {}

        @Override
        public void look(long now) {}

        @Override
        public void drain() {
            link.join().close();
        }

        @Override
        public void closed(@Nullable Throwable failure) {
            end.complete(String.valueOf(failure));
        }

        String next() throws InterruptedException {
            String frame = frames.poll(120, TimeUnit.SECONDS);
            return frame == null ? "nothing came" : frame;
        }

        void send(String text) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            assertTrue(link.join().post(() -> link.join().send(bytes, bytes.length)));
        }

        String ended() {
            return end.orTimeout(120, TimeUnit.SECONDS).join();
        }
    }

    /** Sends back what comes, with its length before it. */
    private static final class Echo extends Recorder {
        @Override
        public void frame(Frame frame) {
            byte[] head = ByteBuffer.allocate(8).putInt(frame.length()).array();
            link.join().send(head, 4, frame.keep(0, frame.length()));
        }
    }

    /** A server that speaks with everybody alike, and how to get there. */
    private record Place(Object server, Function<Function<Link, Speaker>, One<?>> client) implements AutoCloseable {
        @Override
        public void close() {
            if (server instanceof TcpServer tcp) {
                tcp.close();
            } else {
                ((HttpServer) server).close();
            }
        }
    }

    private static Place start(Way way, Function<Link, Speaker> speaker) {
        if (way == Way.WEBSOCKET) {
            HttpServer server = HttpServer.builder()
                    .bind("127.0.0.1", 0)
                    .handler(request -> WebSocket.accept(request, socket -> SOCKETS.speak(socket, FRAMES, speaker)))
                    .start()
                    .await(GENEROUS);
            return new Place(
                    server,
                    ours -> SOCKET_CLIENTS.speak(
                            WebSocketClient.create(), "ws://127.0.0.1:" + server.port(), FRAMES, ours));
        }
        Path file = folder.resolve("link.sock");
        TcpServer.Builder builder = SERVERS.speak(TcpServer.builder(), FRAMES, speaker);
        builder = way == Way.UNIX ? builder.bind(file) : builder.bind("127.0.0.1", 0);
        TcpClient client = TcpClient.create();
        if (way == Way.TLS) {
            builder = builder.tls(ServerTls.pem(identity.chain(), identity.key()));
            client = TcpClient.builder()
                    .tls(ClientTls.standard().trust(identity.chain()))
                    .build();
        }
        TcpServer server = builder.start().await(GENEROUS);
        TcpClient connecting = client;
        SocketAddress address = way == Way.UNIX
                ? UnixDomainSocketAddress.of(file)
                : InetSocketAddress.createUnresolved("localhost", server.port());
        return new Place(server, ours -> CLIENTS.speak(connecting, address, FRAMES, ours));
    }

    private static CompletableFuture<?> begin(One<?> session) {
        return session.toCompletionStage().toCompletableFuture();
    }

    @Test
    void aProxySaysWhoseWebSocketItIs() {
        Recorder recorder = new Recorder();
        try (HttpServer server = HttpServer.builder()
                        .bind("127.0.0.1", 0)
                        .proxyProtocol("127.0.0.1")
                        .handler(request ->
                                WebSocket.accept(request, socket -> SOCKETS.speak(socket, FRAMES, recorder::on)))
                        .start()
                        .await(GENEROUS);
                RawSocket client = RawSocket.connect(server.port())) {
            client.send(
                    "PROXY TCP4 192.0.2.1 192.0.2.2 56324 443\r\nGET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\n"
                            + "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                            + "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n");
            Link link = recorder.link.orTimeout(120, TimeUnit.SECONDS).join();
            assertEquals(new InetSocketAddress("192.0.2.1", 56324), link.remoteAddress());
        }
    }

    /** Or what it shows would be the bytes of that: whoever speaks may pause and go on, and what came first waits. */
    @Test
    void noFrameComesWithinAnother() throws Exception {
        Recorder server = new Recorder() {
            @Override
            public void frame(Frame frame) throws Exception {
                link.join().pause();
                link.join().resume();
                super.frame(frame);
            }
        };
        Recorder client = new Recorder();
        try (HttpServer http = HttpServer.builder()
                        .bind("127.0.0.1", 0)
                        .threads(1)
                        .handler(request -> request.path().equals("/other")
                                ? One.of(Response.text("other"))
                                : WebSocket.accept(request, socket -> SOCKETS.speak(socket, FRAMES, server::on)))
                        .start()
                        .await(GENEROUS);
                RawSocket other = RawSocket.connect(http.port())) {
            begin(SOCKET_CLIENTS.speak(WebSocketClient.create(), "ws://127.0.0.1:" + http.port(), FRAMES, client::on));
            Link link = server.link.get(120, TimeUnit.SECONDS);
            done(link, link::pause);
            Link ours = client.link.get(120, TimeUnit.SECONDS);
            done(ours, () -> {
                client.send("A");
                client.send("B");
            });
            for (int i = 0; i < 50; i++) { // until the one loop that there is has them
                other.send("GET /other HTTP/1.1\r\nHost: a\r\n\r\n");
                assertEquals("other", other.reply().body());
            }
            done(link, link::resume);
            assertEquals("A", server.next());
            assertEquals("B", server.next());
        }
    }

    private static void done(Link link, Runnable task) throws Exception {
        CompletableFuture<Boolean> done = new CompletableFuture<>();
        link.post(() -> {
            task.run();
            done.complete(true);
        });
        done.get(120, TimeUnit.SECONDS);
    }

    /** Also if the connection has ended. */
    @ParameterizedTest
    @EnumSource(Way.class)
    void theServersEndIsTold(Way way) throws Exception {
        Recorder server = new Recorder();
        Recorder client = new Recorder();
        CompletableFuture<String> told = new CompletableFuture<>();
        CompletableFuture<String> late = new CompletableFuture<>();
        try (Place place = start(way, server::on)) {
            begin(place.client().apply(client::on));
            Link link = server.link.get(120, TimeUnit.SECONDS);
            link.post(link::hold);
            client.link.join().post(client.link.join()::close);
            server.ended();
            CompletableFuture<Boolean> asked = new CompletableFuture<>();
            link.post(() -> {
                link.atShutdown(() -> told.complete("told in vain")).cancel();
                var _ = link.atShutdown(() -> told.complete("told"));
                asked.complete(!told.isDone());
            });
            assertTrue(asked.get(120, TimeUnit.SECONDS));
        }
        Link link = server.link.join();
        assertEquals("told", told.orTimeout(120, TimeUnit.SECONDS).join());
        link.post(() -> {
            var _ = link.atShutdown(() -> late.complete("told at once"));
            link.release();
        });
        assertEquals("told at once", late.orTimeout(120, TimeUnit.SECONDS).join());
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void carriesFrames(Way way) throws Exception {
        Recorder client = new Recorder();
        try (Place place = start(way, link -> new Echo().on(link))) {
            CompletableFuture<?> session = begin(place.client().apply(client::on));
            client.send("one");
            client.send("");
            client.send("three");
            assertEquals("\0\0\0\3one", client.next());
            assertEquals("\0\0\0\0", client.next());
            assertEquals("\0\0\0\5three", client.next());
            session.get(120, TimeUnit.SECONDS); // for which the connection need not end
            client.link.join().post(client.link.join()::close);
            assertEquals("null", client.ended());
        }
    }

    /** Of any length, and in pieces that have nothing to do with them. */
    @ParameterizedTest
    @EnumSource(Way.class)
    void carriesLargeFramesAndMany(Way way) throws Exception {
        Recorder client = new Recorder();
        try (Place place = start(way, link -> new Echo().on(link))) {
            CompletableFuture<?> session = begin(place.client().apply(client::on));
            Link link = client.link.get(120, TimeUnit.SECONDS);
            for (int length = 1; length < 1_000_000; length = length * 5 + 1) {
                String text = "x".repeat(length);
                ByteBuffer body = ByteBuffer.allocateDirect(length).put(text.getBytes(StandardCharsets.UTF_8));
                body.flip();
                link.post(() -> link.send(NO_HEAD, 0, body));
                String answer = client.next();
                assertEquals(length + 4, answer.length());
                assertTrue(answer.endsWith(text));
                assertEquals(length, body.remaining());
            }
            for (int i = 0; i < 2_000; i++) {
                client.send("frame " + i);
            }
            for (int i = 0; i < 2_000; i++) {
                assertTrue(client.next().endsWith("frame " + i));
            }
            link.post(link::close);
            session.get(120, TimeUnit.SECONDS);
            client.ended();
        }
    }

    /** Who changes one all the same sees it: that is how it shows that nobody has copied it. */
    @ParameterizedTest
    @EnumSource(Way.class)
    void largeBodiesOutsideTheHeapGoOutAsTheyAre(Way way) throws Exception {
        Recorder server = new Recorder();
        Recorder client = new Recorder();
        try (Place place = start(way, server::on)) {
            begin(place.client().apply(client::on));
            Link link = server.link.get(120, TimeUnit.SECONDS);
            List<ByteBuffer> bodies = List.of(direct(8 * 1024), direct(8 * 1024 - 1));
            link.post(() -> {
                for (ByteBuffer body : bodies) {
                    link.send(NO_HEAD, 0, body);
                    body.put(0, (byte) '!');
                }
            });
            assertEquals("!" + "x".repeat(8 * 1024 - 1), client.next());
            assertEquals("x".repeat(8 * 1024 - 1), client.next());
            link.post(link::close);
            client.ended();
        }
    }

    private static ByteBuffer direct(int size) {
        ByteBuffer body = ByteBuffer.allocateDirect(size);
        for (int i = 0; i < size; i++) {
            body.put(i, (byte) 'x');
        }
        return body;
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void takesFramesOnDemand(Way way) throws Exception {
        Recorder server = new Recorder();
        Recorder client = new Recorder();
        try (Place place = start(way, server::on)) {
            CompletableFuture<?> session = begin(place.client().apply(client::on));
            Link link = server.link.get(120, TimeUnit.SECONDS);
            CompletableFuture<Void> paused = new CompletableFuture<>();
            link.post(() -> {
                link.pause();
                paused.complete(null);
            });
            paused.get(120, TimeUnit.SECONDS);
            CompletableFuture<Boolean> full = new CompletableFuture<>();
            Link ours = client.link.get(120, TimeUnit.SECONDS);
            fill(ours, full);
            full.get(120, TimeUnit.SECONDS); // the peer reads nothing, so it is stopped
            assertTrue(server.frames.isEmpty());
            link.post(link::resume);
            assertTrue(server.next().length() > 1000);
            ours.post(ours::abort);
            session.get(120, TimeUnit.SECONDS);
            server.ended();
        }
    }

    /** Until the other side, both kernels and our own buffer are full. */
    private static void fill(Link link, CompletableFuture<Boolean> full) {
        byte[] frame = "a lot ".repeat(1000).getBytes(StandardCharsets.UTF_8);
        link.post(() -> {
            if (link.isWritable()) {
                link.send(frame, frame.length);
                CompletableFuture.runAsync(
                        () -> fill(link, full), CompletableFuture.delayedExecutor(0, TimeUnit.MILLISECONDS));
            } else {
                full.complete(true);
            }
        });
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void aSpeakerThatThrowsBreaksTheConnectionOff(Way way) throws Exception {
        Recorder server = new Recorder() {
            @Override
            public void frame(Frame frame) throws Exception {
                throw new ProtocolException("expected by the test");
            }
        };
        Recorder client = new Recorder();
        try (Place place = start(way, server::on)) {
            begin(place.client().apply(client::on));
            client.send("x");
            assertEquals("java.net.ProtocolException: expected by the test", server.ended());
            if (way != Way.UNIX) { // where there is no reset
                assertFalse(client.ended().equals("null"));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void aConnectionIsNoneOfWhoeverAskedForIt(Way way) throws Exception {
        Recorder server = new Recorder();
        Recorder client = new Recorder();
        try (Place place = start(way, server::on)) {
            CompletableFuture<Cancellable> asked = new CompletableFuture<>();
            asked.complete(place.client()
                    .apply(link -> {
                        asked.thenAccept(Cancellable::cancel); // in the very moment in which it is given
                        return client.on(link);
                    })
                    .subscribe(done -> {}, failure -> {}));
            client.send("x");
            assertEquals("x", server.next());
            asked.join().cancel();
            client.send("y");
            assertEquals("y", server.next());
            Link link = client.link.join();
            link.post(link::abort);
            server.ended();
            client.ended();
        }
    }

    /** Where the other side says nothing, which TLS and WebSockets wait for. */
    @ParameterizedTest
    @EnumSource(names = {"TLS", "WEBSOCKET"})
    void whoeverNoLongerWantsAConnectionHasNone(Way way) throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = silent.getLocalPort();
            Function<Link, Speaker> never = link -> {
                throw new AssertionError("nobody wants it");
            };
            TcpClient secure = TcpClient.builder().tls(ClientTls.standard()).build();
            One<?> asked = way == Way.TLS
                    ? CLIENTS.speak(secure, InetSocketAddress.createUnresolved("localhost", port), FRAMES, never)
                    : SOCKET_CLIENTS.speak(WebSocketClient.create(), "ws://localhost:" + port, FRAMES, never);
            Cancellable asking = asked.subscribe(done -> {}, failure -> {});
            try (Socket socket = silent.accept()) {
                assertTrue(socket.getInputStream().read() >= 0); // what they begin with
                asking.cancel();
                assertThrows(
                        SocketException.class, () -> socket.getInputStream().readAllBytes());
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void aSpeakerThatCanNotBeginIsAFailure(Way way) throws Exception {
        Recorder server = new Recorder();
        try (Place place = start(way, server::on)) {
            CompletableFuture<?> session = begin(place.client().apply(link -> {
                throw new IllegalStateException("expected by the test");
            }));
            ExecutionException failure =
                    assertThrows(ExecutionException.class, () -> session.get(120, TimeUnit.SECONDS));
            assertEquals("expected by the test", failure.getCause().getMessage());
            server.ended();
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void speakersEndWhenTheServerShutsDown(Way way) throws Exception {
        Recorder server = new Recorder();
        Recorder client = new Recorder();
        try (Place place = start(way, server::on)) {
            begin(place.client().apply(client::on));
            client.send("x");
            assertEquals("x", server.next());
            One<?> down = place.server() instanceof TcpServer tcp
                    ? tcp.shutdown(GENEROUS)
                    : ((HttpServer) place.server()).shutdown(GENEROUS);
            down.await(GENEROUS);
            assertEquals("null", server.ended());
            assertEquals("null", client.ended());
        }
    }

    /** What the peer does is told to the speaker; what the speaker does wrong to the log. */
    @Test
    void aServerThatSpeaksTellsOfItsOwnFaultsOnly() throws Exception {
        for (String sent : List.of("\0\0\5hell", "\0\0\5hello")) {
            boolean whole = sent.endsWith("o");
            Recorder server = new Recorder() {
                @Override
                public void frame(Frame frame) {
                    throw new IllegalStateException("expected by the test");
                }
            };
            try (Place place = start(Way.TCP, server::on);
                    Logged logged = Logged.by("dev.weir.net.tcp", Level.WARNING);
                    RawSocket socket = RawSocket.connect(((TcpServer) place.server()).port())) {
                socket.send(sent).finishSending();
                server.ended();
                ((TcpServer) place.server()).shutdown(GENEROUS).await(GENEROUS);
                assertEquals(
                        whole ? 1 : 0,
                        logged.messages().size(),
                        () -> logged.messages().toString());
            }
        }
    }

    /** Where there are no halves, too. */
    @Test
    void aFrameThatAPeerHasLeftIsAFailure() throws Exception {
        Recorder server = new Recorder();
        try (Place place = start(Way.UNIX, server::on)) {
            try (SocketChannel peer = SocketChannel.open(UnixDomainSocketAddress.of(folder.resolve("link.sock")))) {
                peer.write(ByteBuffer.wrap("\0\0\5hel".getBytes(StandardCharsets.UTF_8)));
            }
            assertTrue(server.ended().contains("the peer has ended in the middle of a frame"), server::ended);
            long deadline = System.nanoTime() + GENEROUS.toNanos();
            while (((TcpServer) place.server()).heldBytes() > 0) { // it is told before that is let go of
                assertTrue(System.nanoTime() < deadline, "what was left is held");
                Thread.onSpinWait();
            }
        }
    }

    private static String refusedAfter(String bytes, boolean finishes) throws Exception {
        Recorder server = new Recorder();
        try (Place place = start(Way.TCP, server::on);
                RawSocket socket = RawSocket.connect(((TcpServer) place.server()).port())) {
            socket.send(bytes);
            if (finishes) {
                socket.finishSending();
            }
            return server.ended();
        }
    }

    @Test
    void framesThatAreTooLongOrCutOffAreFailures() throws Exception {
        String wrong = refusedAfter("\u00ff\u00ff\u00ff", false);
        assertEquals(
                ProtocolException.class.getName() + ": a frame of 16777215 bytes came, and may have 10000000", wrong);
        assertEquals(
                EOFException.class.getName() + ": the peer has ended in the middle of a frame",
                refusedAfter("\0\0\5hell", true));
        assertEquals("null", refusedAfter("\0\0\5hello", true));
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void aFewBytesThatAreKeptDoNotHoldTheirFrame(Way way) throws Exception {
        CompletableFuture<ByteBuffer> kept = new CompletableFuture<>();
        Recorder server = new Recorder() {
            @Override
            public void frame(Frame frame) {
                kept.complete(frame.keep(10, 5));
            }
        };
        Recorder client = new Recorder();
        try (Place place = start(way, server::on)) {
            begin(place.client().apply(client::on));
            client.link.get(120, TimeUnit.SECONDS);
            client.send("0123456789kept." + "x".repeat(100_000));
            ByteBuffer few = kept.get(120, TimeUnit.SECONDS);
            assertEquals(ByteBuffer.wrap("kept.".getBytes(StandardCharsets.UTF_8)), few);
            int held = few.array().length - few.arrayOffset();
            assertTrue(held <= 10, held + " bytes are held");
        }
    }

    @Test
    void showsNumbersAndBytes() {
        byte[] array = {9, 1, 2, 3, 4, 5, 6, 7, 8, -1, 9};
        Frame frame = new Frame((from, length) -> ByteBuffer.wrap(array, from, length));
        frame.show(array, 1, 9);
        assertEquals(9, frame.length());
        assertEquals(255, frame.octet(8));
        assertEquals(0x0102, frame.int16(0));
        assertEquals(0x020304, frame.int24(1));
        assertEquals(0x060708ff, frame.int32(5));
        assertEquals(0x0102030405060708L, frame.int64(0));
        assertEquals("\2\3", frame.text(1, 2));
        assertTrue(Arrays.equals(new byte[] {7, 8, -1}, frame.copy(6, 3)));
        byte[] into = new byte[4];
        frame.copy(6, 3, into, 1);
        assertArrayEquals(new byte[] {0, 7, 8, -1}, into);
        assertEquals(ByteBuffer.wrap(new byte[] {8}), frame.keep(7, 1));
        assertThrows(IndexOutOfBoundsException.class, () -> frame.octet(9));
        assertThrows(IndexOutOfBoundsException.class, () -> frame.int64(2));
    }

    /** Else what comes would gather here, whatever the speaker wants. */
    @Test
    void whoPausesAtEachFrameIsSentNoMoreThanItTakes() throws Exception {
        Recorder server = new Recorder() {
            @Override
            public void frame(Frame frame) throws Exception {
                link.join().pause();
                super.frame(frame);
            }
        };
        Recorder client = new Recorder();
        try (TcpServer listening = SERVERS.speak(TcpServer.builder(), FRAMES, server::on)
                .bind("127.0.0.1", 0)
                .start()
                .await(GENEROUS)) {
            CompletableFuture<?> session = begin(CLIENTS.speak(
                    TcpClient.create(),
                    InetSocketAddress.createUnresolved("localhost", listening.port()),
                    FRAMES,
                    client::on));
            Link ours = client.link.get(120, TimeUnit.SECONDS);
            CompletableFuture<Boolean> full = new CompletableFuture<>();
            fill(ours, full);
            full.get(120, TimeUnit.SECONDS);
            Link link = server.link.get(120, TimeUnit.SECONDS);
            for (int i = 0; i < 40; i++) {
                assertTrue(server.next().length() > 1000);
                link.post(link::resume);
            }
            assertTrue(server.next().length() > 1000);
            assertTrue(listening.heldBytes() <= 256 * 1024, listening.heldBytes() + " bytes");
            link.post(link::abort);
            session.get(120, TimeUnit.SECONDS);
            server.ended();
        }
    }

    /** What is compressed goes in turns: who waits meanwhile is told when there is room. */
    @Test
    void whoWaitsForACompressedMessageIsToldThatItHasGone() throws Exception {
        int count = 500;
        String text = "a lot ".repeat(1_000);
        byte[] frame = text.getBytes(StandardCharsets.UTF_8);
        WebSocketOptions options = WebSocketOptions.builder()
                .compression(MessageCompression.WITH_CONTEXT)
                .build();
        class Talker extends Recorder {
            private int left = count;

            @Override
            public void frame(Frame asked) {
                writable();
            }

            @Override
            public void writable() {
                for (Link to = link.join(); left > 0 && to.isWritable(); left--) {
                    to.send(frame, frame.length);
                }
            }
        }
        Recorder client = new Recorder();
        try (HttpServer server = HttpServer.builder()
                .bind("127.0.0.1", 0)
                .handler(request ->
                        WebSocket.accept(request, options, socket -> SOCKETS.speak(socket, FRAMES, new Talker()::on)))
                .start()
                .await(GENEROUS)) {
            begin(SOCKET_CLIENTS.speak(
                    WebSocketClient.builder().options(options).build(),
                    "ws://127.0.0.1:" + server.port(),
                    FRAMES,
                    client::on));
            client.link.orTimeout(120, TimeUnit.SECONDS).join();
            client.send("go");
            for (int i = 0; i < count; i++) {
                assertEquals(text, client.next()); // 3 MB, of which some 25 KB are sent
            }
            Link link = client.link.join();
            link.post(link::close);
            client.ended();
        }
    }
}
