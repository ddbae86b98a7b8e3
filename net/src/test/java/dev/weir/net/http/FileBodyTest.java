package dev.weir.net.http;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.One;
import dev.weir.net.Certificate;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawHttp2;
import dev.weir.net.RawSocket;
import dev.weir.net.ServerTls;
import dev.weir.net.http.Observer.Exchanged;
import dev.weir.net.http.Observer.Outcome;
import dev.weir.net.http.filter.Compression;
import dev.weir.testkit.VirtualTime;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Files that are too large to be sent at once, over each wire. */
@ExtendWith(NoLeaks.class)
class FileBodyTest {
    private static final byte[] CONTENT = new byte[1_000_003];
    private static final long HUGE = 64L * 1024 * 1024; // more than any kernel takes of what nobody reads
    private static final String GET = "GET /file HTTP/1.1\r\nHost: a\r\n\r\n";
    private static final String GET_HUGE = "GET /huge HTTP/1.1\r\nHost: a\r\n\r\n";
    private static final int INTERNAL_ERROR = 2;

    @TempDir
    private static Path directory;

    private static Path file;
    private static Certificate certificate;

    private final Path huge = directory.resolve("huge.bin");
    private final BlockingQueue<Exchanged> seen = new LinkedBlockingQueue<>();

    @BeforeAll
    static void write() throws IOException {
        new Random(7).nextBytes(CONTENT);
        file = Files.write(directory.resolve("file.bin"), CONTENT);
        certificate = Certificate.of("first.test", directory);
    }

    private Routes routes() throws IOException {
        resize(HUGE);
        return Routes.create()
                .get("/file", request -> Response.file(file))
                .get(
                        "/text",
                        request -> Response.file(file).map(found -> found.withHeader("Content-Type", "text/plain")))
                .get("/huge", request -> Response.file(huge));
    }

    private TestServer start() throws IOException {
        return start(UnaryOperator.identity());
    }

    private TestServer start(UnaryOperator<HttpServer.Builder> options) throws IOException {
        return TestServer.start(routes(), builder -> options.apply(builder.observe(this::see)));
    }

    private void see(Exchanged exchanged) {
        if (!exchanged.request().target().equals("/test-ping")) {
            seen.add(exchanged);
        }
    }

    private Exchanged next() throws InterruptedException {
        Exchanged next = seen.poll(120, TimeUnit.SECONDS);
        assertTrue(next != null, "no exchange has ended");
        return next;
    }

    private void resize(long size) throws IOException {
        try (RandomAccessFile resized = new RandomAccessFile(huge.toFile(), "rw")) {
            resized.setLength(size);
        }
    }

    /** How many descriptors of the files this process has. */
    private static long open() {
        Path descriptors = Path.of("/proc/self/fd");
        assumeTrue(Files.isDirectory(descriptors));
        try (Stream<Path> all = Files.list(descriptors)) {
            return all.filter(FileBodyTest::isOfOurFiles).count();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static boolean isOfOurFiles(Path descriptor) {
        try {
            Path target = Files.readSymbolicLink(descriptor);
            return target.startsWith(directory) && target.toString().endsWith(".bin");
        } catch (IOException closedMeanwhile) {
            return false;
        }
    }

    @Test
    void comesWhole() throws Exception {
        try (TestServer server = start();
                RawSocket socket = server.connect()) {
            for (int i = 0; i < 3; i++) {
                assertEquals("1000003", socket.send(GET).head().header("content-length"));
                assertArrayEquals(CONTENT, socket.bytes(CONTENT.length));
                Exchanged exchanged = next();
                assertEquals(CONTENT.length, exchanged.bytesOut());
                assertEquals(Outcome.COMPLETED, exchanged.outcome());
            }
            server.roundTrip();
            assertEquals(0, open());
            assertEquals(0, server.server().streams());
        }
    }

    @Test
    void whatWasAskedAheadComesInOrder() throws Exception {
        String none = "GET /none HTTP/1.1\r\nHost: a\r\n\r\n";
        try (TestServer server = start();
                RawSocket socket = server.connect()) {
            socket.send(GET + none + GET + GET + none);
            for (boolean found : new boolean[] {true, false, true, true, false}) {
                if (found) {
                    assertEquals(200, socket.head().status());
                    assertArrayEquals(CONTENT, socket.bytes(CONTENT.length));
                } else {
                    assertEquals(404, socket.reply().status());
                }
            }
        }
    }

    @Test
    void aPartComesAlone() throws Exception {
        try (TestServer server = start();
                RawSocket socket = server.connect()) {
            for (int[] part : new int[][] {{0, 0}, {1, 100}, {70_000, 999_999}, {1_000_002, 1_000_002}}) {
                socket.send("GET /file HTTP/1.1\r\nHost: a\r\nRange: bytes=" + part[0] + "-" + part[1] + "\r\n\r\n");
                assertEquals(206, socket.head().status());
                byte[] expected = Arrays.copyOfRange(CONTENT, part[0], part[1] + 1);
                assertArrayEquals(expected, socket.bytes(expected.length));
            }
            socket.send("GET /file HTTP/1.1\r\nHost: a\r\nRange: bytes=0-9,500000-500009\r\n\r\n");
            int length = Integer.parseInt(socket.head().header("content-length"));
            String parts = new String(socket.bytes(length), StandardCharsets.ISO_8859_1);
            assertTrue(parts.contains(latin1(0, 10)) && parts.contains(latin1(500_000, 500_010)));
        }
    }

    private static String latin1(int from, int to) {
        return new String(CONTENT, from, to - from, StandardCharsets.ISO_8859_1);
    }

    @Test
    void aHeadAndAGoodCopyOpenNothing() throws Exception {
        try (TestServer server = start();
                RawSocket socket = server.connect()) {
            String tag = socket.send(GET.replace("GET", "HEAD")).head().header("etag");
            String again = "GET /file HTTP/1.1\r\nHost: a\r\nIf-None-Match: " + tag + "\r\n\r\n";
            assertEquals(304, socket.send(again).head().status());
            assertEquals(200, socket.send(GET).head().status());
            assertArrayEquals(CONTENT, socket.bytes(CONTENT.length));
        }
    }

    @Test
    void endsWithTheConnectionWhereTheClientWantsThat() throws Exception {
        try (TestServer server = start();
                RawSocket socket = server.connect()) {
            socket.send("GET /file HTTP/1.0\r\n\r\n").head();
            assertEquals(latin1(0, CONTENT.length), socket.rest());
        }
    }

    @ParameterizedTest
    @EnumSource(HttpClient.Version.class)
    void comesOverTls(HttpClient.Version version) throws Exception {
        HttpServer.Builder builder = HttpServer.builder()
                .bind("127.0.0.1", 0)
                .tls(ServerTls.pem(certificate.chain(), certificate.key()))
                .handler(routes());
        try (HttpServer server = builder.start().await(TestServer.GENEROUS);
                HttpClient client = HttpClient.newBuilder()
                        .sslContext(Certificate.client(null, certificate))
                        .version(version)
                        .build()) {
            URI uri = URI.create("https://127.0.0.1:" + server.port() + "/file");
            HttpRequest whole = HttpRequest.newBuilder(uri).build();
            assertArrayEquals(
                    CONTENT,
                    client.send(whole, HttpResponse.BodyHandlers.ofByteArray()).body());
            HttpRequest part = HttpRequest.newBuilder(uri)
                    .header("Range", "bytes=65535-800000")
                    .build();
            assertArrayEquals(
                    Arrays.copyOfRange(CONTENT, 65_535, 800_001),
                    client.send(part, HttpResponse.BodyHandlers.ofByteArray()).body());
        }
    }

    @Test
    void comesOverHttp2() throws Exception {
        try (TestServer server = start();
                RawHttp2 client = RawHttp2.connect(server.port())) {
            client.get(1, "/file");
            assertEquals(
                    new String(CONTENT, StandardCharsets.UTF_8), client.reply(1).body());
            server.roundTrip();
            assertEquals(0, open());
        }
    }

    @Test
    void comesOverAUnixSocket() throws Exception {
        Path socket = directory.resolve("file.sock");
        try (HttpServer server = HttpServer.builder()
                        .bind(socket)
                        .handler(routes())
                        .start()
                        .await(TestServer.GENEROUS);
                SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            assertEquals(0, server.port());
            Channels.newOutputStream(channel).write("GET /file HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
            byte[] all = Channels.newInputStream(channel).readAllBytes();
            assertArrayEquals(CONTENT, Arrays.copyOfRange(all, all.length - CONTENT.length, all.length));
        }
    }

    /** The kernel knows nothing of it. */
    @Test
    void comesOutOfAnArchive() throws Exception {
        Path archive = directory.resolve("files.zip");
        try (FileSystem zip = FileSystems.newFileSystem(archive, Map.of("create", "true"))) {
            Files.write(zip.getPath("/file.bin"), CONTENT);
        }
        try (FileSystem zip = FileSystems.newFileSystem(archive);
                TestServer server = TestServer.start(request -> Response.file(zip.getPath("/file.bin")));
                RawSocket socket = server.connect()) {
            assertEquals(200, socket.send(GET).head().status());
            assertArrayEquals(CONTENT, socket.bytes(CONTENT.length));
            server.roundTrip();
        }
    }

    @Test
    void canBeCoded() throws Exception {
        TestServer compressing =
                TestServer.start(routes().with(Compression.create()), builder -> builder.observe(this::see));
        try (TestServer server = compressing;
                RawSocket socket = server.connect()) {
            socket.send("GET /text HTTP/1.0\r\nAccept-Encoding: gzip\r\n\r\n");
            assertEquals("gzip", socket.head().header("content-encoding"));
            byte[] coded = socket.rest().getBytes(StandardCharsets.ISO_8859_1);
            try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(coded))) {
                assertArrayEquals(CONTENT, in.readAllBytes());
            }
        }
    }

    @Test
    void isLeftWhenTheClientGoes() throws Exception {
        try (TestServer server = start()) {
            for (boolean abruptly : new boolean[] {true, false}) {
                RawSocket socket = RawSocket.connect(server.port(), 16 * 1024);
                assertEquals(200, socket.send(GET_HUGE).head().status());
                assertEquals(1, open());
                socket.leave(abruptly);
                Exchanged exchanged = next();
                assertEquals(Outcome.ABORTED, exchanged.outcome());
                assertTrue(exchanged.bytesOut() < HUGE, "only what was sent counts");
                server.roundTrip();
                assertEquals(0, open());
                assertEquals(0, server.server().streams());
            }
        }
    }

    @Test
    void isLeftWhenTheClientDoesNotRead() throws Exception {
        VirtualTime time = new VirtualTime();
        try (TestServer server = start(builder -> builder.clock(time).stallTimeout(Duration.ofSeconds(30)));
                RawSocket socket = RawSocket.connect(server.port(), 16 * 1024)) {
            socket.send(GET_HUGE).head();
            server.steady(() -> 0); // until the kernel takes no more
            for (int i = 0; i < 29; i++) {
                time.advance(Duration.ofSeconds(1));
                server.roundTrip();
            }
            assertEquals(1, open());
            for (int i = 0; i < 3; i++) {
                time.advance(Duration.ofSeconds(1));
                server.roundTrip();
            }
            assertEquals(Outcome.ABORTED, next().outcome());
            assertTrue(socket.drainToEnd() < HUGE);
            assertEquals(0, open());
        }
    }

    @Test
    void isLeftWhenTheServerCloses() throws Exception {
        try (TestServer server = start();
                RawSocket socket = RawSocket.connect(server.port(), 16 * 1024)) {
            socket.send(GET_HUGE).head();
            server.server().close();
            assertEquals(Outcome.ABORTED, next().outcome());
            server.server().closed().await(TestServer.GENEROUS);
            assertEquals(0, open());
        }
    }

    @Test
    void isLeftWhenAStreamIsReset() throws Exception {
        try (TestServer server = start();
                RawHttp2 client = RawHttp2.connect(server.port())) {
            client.get(1, "/huge").await(RawHttp2.DATA, 1);
            assertEquals(1, open());
            client.reset(1, 8).roundTrip();
            assertEquals(Outcome.ABORTED, next().outcome());
            server.roundTrip();
            assertEquals(0, open());
        }
    }

    /** What is said of the one response that breaks off. */
    private static final class Told extends Handler implements AutoCloseable {
        private final Logger logger = Logger.getLogger("dev.weir.net.http");
        private final CompletableFuture<LogRecord> first = new CompletableFuture<>();

        Told() {
            logger.addHandler(this);
        }

        @Override
        public void publish(LogRecord entry) {
            first.complete(entry);
        }

        String why() {
            return first.orTimeout(120, TimeUnit.SECONDS).join().getThrown().getMessage();
        }

        @Override
        public void flush() {
            // nothing is kept back
        }

        @Override
        public void close() {
            logger.removeHandler(this);
        }
    }

    @ParameterizedTest
    @CsvSource({"0", "10000000"})
    void thatBecomesShorterBreaksOff(long size) throws Exception {
        try (Told told = new Told();
                TestServer server = start();
                RawSocket socket = RawSocket.connect(server.port(), 16 * 1024)) {
            socket.send(GET_HUGE).head();
            resize(size);
            assertTrue(socket.drainToEnd() < HUGE);
            assertEquals(huge + " became shorter while it was sent", told.why());
            assertEquals(Outcome.BROKEN, next().outcome());
            server.roundTrip();
            assertEquals(0, open());
        }
    }

    @Test
    void thatBecomesShorterResetsAStream() throws Exception {
        try (Told told = new Told();
                TestServer server = start();
                RawHttp2 client = RawHttp2.connect(server.port())) {
            client.get(1, "/huge").await(RawHttp2.DATA, 1);
            resize(0);
            client.window(0, 100_000_000).window(1, 100_000_000);
            assertEquals(INTERNAL_ERROR, client.resetOf(1));
            assertEquals(huge + " became shorter while it was sent", told.why());
            assertEquals(Outcome.BROKEN, next().outcome());
            server.roundTrip();
            assertEquals(0, open());
        }
    }

    @Test
    void thatIsGoneWhenItIsToBeSentIsAFailure() throws Exception {
        Path gone = Files.write(directory.resolve("gone.bin"), CONTENT);
        try (Told told = new Told();
                TestServer server =
                        TestServer.start(request -> Response.file(gone).map(response -> {
                            assertTrue(gone.toFile().delete());
                            return response;
                        }));
                RawSocket socket = server.connect()) {
            assertEquals(500, socket.send(GET).reply().status());
            assertEquals(gone.toString(), told.why());
        }
    }

    @Test
    void thatWasReplacedIsNotSentAsFarAsItWasLong() throws Exception {
        Path replaced = Files.write(directory.resolve("replaced.bin"), CONTENT);
        assumeTrue(Files.readAttributes(replaced, BasicFileAttributes.class).fileKey() != null);
        Response kept = Response.file(replaced).await();
        Path next = Files.write(directory.resolve("next.bin"), new byte[2 * CONTENT.length]);
        Files.move(next, replaced, StandardCopyOption.REPLACE_EXISTING);
        try (Told told = new Told();
                TestServer server = TestServer.start(request -> One.of(kept));
                RawSocket socket = server.connect()) {
            assertEquals(500, socket.send(GET).reply().status());
            assertEquals(replaced + " was replaced before it was sent", told.why());
        }
    }
}
