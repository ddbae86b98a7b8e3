package dev.weir.net.http.form;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Context;
import dev.weir.Ending;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawSocket;
import dev.weir.net.RawSocket.Reply;
import dev.weir.net.http.Request;
import dev.weir.net.http.Response;
import dev.weir.net.http.Routes;
import dev.weir.net.http.TestServer;
import dev.weir.testkit.Probe;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(NoLeaks.class)
class MultipartTest {
    private static final String TYPE = "Content-Type: multipart/form-data; boundary=\"B b\"\r\n";

    @TempDir
    static Path folder;

    private static final AtomicInteger PIECES = new AtomicInteger();
    private static CompletableFuture<Ending> ended = new CompletableFuture<>();
    private static CompletableFuture<Many<ByteBuffer>> held = new CompletableFuture<>();
    private static TestServer server;

    @BeforeAll
    static void start() {
        Routes routes = Routes.create()
                .post(
                        "/texts",
                        request -> Multipart.of(request)
                                .parts()
                                .concatMap(part -> part.text()
                                        .map(text -> part.name() + "=" + text)
                                        .toMany())
                                .toList()
                                .map(texts -> Response.text(String.join(" ", texts))))
                .post(
                        "/hops",
                        request -> Multipart.of(request)
                                .parts()
                                .mapAsync(
                                        1,
                                        part -> One.blocking(() ->
                                                part.name() + "=" + part.text().await()))
                                .toList()
                                .map(texts -> Response.text(String.join(" ", texts))))
                .post(
                        "/files",
                        request -> Multipart.of(request)
                                .withMaxBytes(100_000_000)
                                .parts()
                                .filter(Part::isFile)
                                .concatMap(part -> part.saveTo(folder.resolve(part.safeFilename()))
                                        .map(size -> part.safeFilename() + ":" + size + ":" + part.contentType())
                                        .toMany())
                                .toList()
                                .map(files -> Response.text(String.join(" ", files))))
                .post(
                        "/names",
                        request -> Multipart.of(request)
                                .parts()
                                .map(Part::name)
                                .toList()
                                .map(names -> Response.text(String.join(" ", names))))
                .post(
                        "/first",
                        request -> Multipart.of(request)
                                .parts()
                                .filter(part -> part.name().equals("b"))
                                .first()
                                .flatMap(part -> part.text())
                                .map(Response::text))
                .post(
                        "/late",
                        request -> Multipart.of(request)
                                .parts()
                                .toList()
                                .flatMap(parts -> parts.getFirst().text())
                                .map(Response::text))
                .post(
                        "/peek",
                        request -> Multipart.of(request)
                                .parts()
                                .concatMap(part -> part.body().take(1).map(piece -> part.name()))
                                .toList()
                                .map(names -> Response.text(String.join(" ", names))))
                .post(
                        "/held",
                        request -> Multipart.of(request)
                                .parts()
                                .concatMap(part -> {
                                    held.complete(part.body().doOnNext(piece -> PIECES.incrementAndGet()));
                                    return Many.<String>never();
                                })
                                .toList()
                                .map(all -> Response.empty(204)))
                .post(
                        "/fails",
                        request -> Multipart.of(request)
                                .parts()
                                .concatMap(part -> part.body().map(piece -> "x"))
                                .doFinally(ended::complete)
                                .toList()
                                .map(all -> Response.empty(204)))
                .post(
                        "/limits",
                        request -> Multipart.of(request)
                                .withMaxParts(2)
                                .withMaxHeadBytes(100)
                                .withMaxFieldBytes(10)
                                .parts()
                                .concatMap(part -> part.text().toMany())
                                .toList()
                                .map(all -> Response.text(all.toString())));
        server = TestServer.start(routes, builder -> builder.maxBody(100_000));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String field(String name, String value) {
        return "--B b\r\nContent-Disposition: form-data; name=\"" + name + "\"\r\n\r\n" + value + "\r\n";
    }

    private static String file(String name, String content) {
        return "--B b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"" + name
                + "\"\r\nContent-Type: text/plain\r\n\r\n" + content + "\r\n";
    }

    private static String head(String path, long length) {
        return "POST " + path + " HTTP/1.1\r\nHost: a\r\n" + TYPE + "Content-Length: " + length + "\r\n\r\n";
    }

    private static Reply post(String path, String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        try (RawSocket socket = server.connect()) {
            return socket.send(head(path, bytes.length)).send(bytes).reply();
        }
    }

    private static final String THREE = field("a", "1") + field("b", "zwei ä") + field("c", "") + "--B b--\r\n";

    @Test
    void partsComeInOrder() {
        assertEquals("a=1 b=zwei ä c=", post("/texts", THREE).body());
        assertEquals("a=1 b=zwei ä c=", post("/hops", THREE).body());
        assertEquals("", post("/texts", "--B b--\r\n").body());
    }

    @Test
    void piecesMayBeAsSmallAsTheyLike() {
        byte[] bytes = THREE.getBytes(StandardCharsets.UTF_8);
        try (RawSocket socket = server.connect()) {
            socket.send("POST /texts HTTP/1.1\r\nHost: a\r\n" + TYPE + "Transfer-Encoding: chunked\r\n\r\n");
            for (byte one : bytes) {
                socket.send("1\r\n").send(new byte[] {one}).send("\r\n");
            }
            assertEquals("a=1 b=zwei ä c=", socket.send("0\r\n\r\n").reply().body());
            assertEquals(
                    "a=1 b=zwei ä c=",
                    socket.send(head("/texts", bytes.length))
                            .send(bytes)
                            .reply()
                            .body());
        }
    }

    @Test
    void whatNobodyReadsIsSkipped() {
        assertEquals("a b c", post("/names", THREE).body());
        assertEquals("zwei ä", post("/first", THREE).body());
        assertEquals("a b", post("/peek", THREE).body());
        Reply late = post("/late", THREE);
        assertEquals(500, late.status());
    }

    @Test
    void filesAreSavedUnderHarmlessNames() throws IOException {
        String large = new Random(1)
                .ints(3_000_000, ' ', '~')
                .mapToObj(Character::toString)
                .collect(Collectors.joining());
        Reply reply =
                post("/files", field("a", "1") + file("../../large.txt", large) + file("b.txt", "") + "--B b--\r\n");
        assertEquals("large.txt:3000000:text/plain b.txt:0:text/plain", reply.body());
        assertEquals(large, Files.readString(folder.resolve("large.txt")));
        assertEquals(500, post("/files", file("b.txt", "again") + "--B b--\r\n").status());
    }

    /** As browsers send it. */
    @Test
    void aFieldOfNoFileIsNone() {
        Reply reply = post("/files", file("", "") + file("c.txt", "c") + file("", "") + "--B b--\r\n");
        assertEquals("c.txt:1:text/plain", reply.body());
        assertTrue(Files.notExists(folder.resolve("unnamed")));
    }

    @Test
    void aFileThatBreaksOffIsDeleted() {
        try (RawSocket socket = server.connect()) {
            socket.send(head("/files", 100_000))
                    .send(file("half.txt", "x".repeat(50_000)).substring(0, 40_000));
            while (Files.notExists(folder.resolve("half.txt"))) {
                server.roundTrip();
            }
        }
        server.steady(() -> server.server().inFlight());
        assertEquals(0, server.steady(() -> Files.exists(folder.resolve("half.txt")) ? 1 : 0));
    }

    @Test
    void whatIsNotReadStopsTheClient() {
        held = new CompletableFuture<>();
        PIECES.set(0);
        try (RawSocket socket = RawSocket.connect(server.port(), 16 * 1024)) {
            String body = file("big", "x".repeat(80_000)) + "--B b--\r\n";
            socket.send(head("/held", body.length()));
            Thread sender = Thread.ofVirtual().start(() -> socket.send(body));
            Probe<ByteBuffer> probe = Probe.subscribeTo(held.join(), 0);
            assertEquals(0, server.steady(PIECES::get));
            probe.request(1);
            assertEquals(1, server.steady(PIECES::get));
            probe.request(Long.MAX_VALUE);
            probe.awaitEnd();
            probe.assertCompleted();
            assertFalse(sender.isInterrupted());
        }
    }

    @Test
    void aClientThatGoesCancelsWhatRuns() throws Exception {
        ended = new CompletableFuture<>();
        try (RawSocket socket = server.connect()) {
            socket.send(head("/fails", 1000)).send(field("a", "x".repeat(100)).substring(0, 100));
            server.roundTrip();
        }
        assertEquals(Ending.CANCELLED, ended.get(120, TimeUnit.SECONDS));
    }

    @Test
    void limits() {
        assertEquals(
                200,
                post("/limits", field("a", "0123456789") + field("b", "") + "--B b--")
                        .status());
        assertEquals(413, post("/limits", field("a", "0123456789x") + "--B b--").status());
        assertEquals(413, post("/limits", field("a", "").repeat(3) + "--B b--").status());
        assertEquals(
                413, post("/limits", field("a".repeat(100), "") + "--B b--").status());
        assertEquals(
                413, post("/names", file("x", "x".repeat(120_000)) + "--B b--").status());
    }

    @Test
    void whatIsMalformedIsRefused() {
        assertEquals(400, post("/texts", field("a", "1")).status()); // no last boundary
        assertEquals(400, post("/texts", "").status());
        assertEquals(400, post("/texts", "x").status());
        assertEquals(400, post("/texts", "--B b\r\nnonsense\r\n\r\n").status());
        for (String type : new String[] {
            "",
            "Content-Type: text/plain\r\n",
            "Content-Type: multipart/form-data\r\n",
            "Content-Type: multipart/form-data; boundary=\r\n",
            "Content-Type: multipart/form-data; boundary=\"a\r\n",
            "Content-Type: multipart/form-data; boundary=\"a \"\r\n",
            "Content-Type: multipart/form-data; boundary=" + "x".repeat(71) + "\r\n",
            "Content-Type: multipart/form-data; boundary=a\u00e4\r\n",
            "Content-Type: multipart/mixed; boundary=a\r\n"
        }) {
            assertEquals(
                    415,
                    server.ask("POST /texts HTTP/1.1\r\nHost: a\r\n" + type + "Content-Length: 2\r\n\r\nxx")
                            .status(),
                    type);
        }
    }

    @Test
    void garbageDoesNoHarm() {
        Random random = new Random(31);
        byte[] good = (THREE + "epilogue").getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < 300; i++) {
            byte[] bytes = good.clone();
            for (int changes = 1 + random.nextInt(6); changes > 0; changes--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            String path = new String[] {"/texts", "/names", "/first", "/hops"}[random.nextInt(4)];
            try (RawSocket socket = server.connect()) {
                int status = socket.send(head(path, bytes.length))
                        .send(bytes)
                        .reply()
                        .status();
                assertTrue(status == 200 || status == 400 || status == 500, "status " + status);
            }
        }
    }

    @Test
    void aBodyThatWasChangedSeesTheContext() {
        Context.Key<String> user = Context.Key.of("user");
        Many<ByteBuffer> body = Many.deferContextual(context -> Many.of(ByteBuffer.wrap(
                ("--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n" + context.get(user) + "\r\n--b--\r\n")
                        .getBytes(StandardCharsets.UTF_8))));
        Request request = Request.of("POST", "/")
                .withHeader("Content-Type", "multipart/form-data; boundary=b")
                .withBody(body);
        assertEquals(
                List.of("ada"),
                Multipart.of(request)
                        .parts()
                        .concatMap(part -> part.text().toMany())
                        .toList()
                        .withContext(context -> context.with(user, "ada"))
                        .await());
    }
}
