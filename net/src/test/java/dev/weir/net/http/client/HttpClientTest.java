package dev.weir.net.http.client;

import static dev.weir.net.http.client.TestClient.begin;
import static dev.weir.net.http.client.TestClient.failure;
import static dev.weir.net.http.client.TestClient.value;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Context;
import dev.weir.Items;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.Logged;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawSocket;
import dev.weir.net.http.Response;
import dev.weir.net.http.Routes;
import dev.weir.net.http.TestServer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.logging.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What users do every day, against our own server. */
@ExtendWith(NoLeaks.class)
class HttpClientTest {
    private static final Duration GENEROUS = Duration.ofMinutes(2);
    private static final Routes ROUTES = Routes.create()
            .get("/hello", request -> One.of(Response.text("hello " + request.query("name"))))
            .get("/none", request -> One.of(Response.empty(204)))
            .get("/missing", request -> One.of(Response.problem(404, "there is none")))
            .get("/agent", request -> One.of(Response.text(request.header("user-agent"))))
            .get(
                    "/latin",
                    request -> One.of(Response.bytes(
                            "text/plain; charset=iso-8859-1", "gr\u00fc\u00df".getBytes(StandardCharsets.ISO_8859_1))))
            .get(
                    "/stream",
                    request -> One.of(
                            Response.stream("text/plain", Many.range(0, 1000).map(i -> buffer(i + ",")))))
            .post("/echo", request -> One.of(Response.stream(type(request), request.body())))
            .post(
                    "/length",
                    request -> request.bytes()
                            .map(bytes -> Response.text(bytes.length + " " + request.header("content-length"))));

    private final TestServer server = TestServer.start(ROUTES);
    private final HttpClient client = HttpClient.builder().threads(1).build();

    private static String type(dev.weir.net.http.Request request) {
        String type = request.header("content-type");
        return type == null ? "none/none" : type;
    }

    private static ByteBuffer buffer(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    private String url(String target) {
        return server.url(target);
    }

    @AfterEach
    void close() {
        client.close();
        client.closed().await(GENEROUS);
        server.close();
    }

    @Test
    void bodiesSeeTheContext(@TempDir Path folder) throws IOException {
        Context.Key<String> user = Context.Key.of("user");
        Many<ByteBuffer> told = Many.deferContextual(context -> Many.of(buffer("of " + context.get(user))));
        Path file = folder.resolve("saved");
        long size = client.post(url("/echo"))
                .withBody(told)
                .send()
                .flatMap(response ->
                        response.withBody(response.body().concatWith(told)).saveTo(file))
                .withContext(context -> context.with(user, "ada"))
                .await(GENEROUS);
        assertEquals(12, size);
        assertEquals("of adaof ada", Files.readString(file));
    }

    @Test
    void requestsAndResponsesTellTheirFields() {
        ClientRequest request = client.get(url("/hello")).withHeader("X-A", "1").addHeader("X-A", "2");
        assertEquals("1", request.header("x-a"));
        assertNull(request.header("x-b"));
        assertEquals("text/plain; charset=utf-8", Response.text("x").header("content-type"));
        assertNull(Response.text("x").header("etag"));
    }

    @Test
    void savesBodiesInFiles(@TempDir Path folder) throws IOException {
        try (TestClient test = TestClient.start()) {
            Path file = folder.resolve("new");
            var saved = begin(test.get("/").saveTo(file));
            RawSocket socket = test.accept();
            socket.request();
            socket.send("HTTP/1.1 200 OK\r\nContent-Length: 200000\r\n\r\n" + "x".repeat(200_000));
            assertEquals(200_000, value(saved));
            assertEquals("x".repeat(200_000), Files.readString(file));
            var again = begin(test.get("/").saveTo(file));
            socket.request();
            socket.send(TestClient.OK);
            assertTrue(failure(again) instanceof FileAlreadyExistsException);
            Path part = folder.resolve("part");
            var broken = begin(test.get("/").saveTo(part));
            socket.request();
            socket.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nxx").close();
            failure(broken);
            assertFalse(Files.exists(part));
            var missing = begin(test.get("/").saveTo(part));
            RawSocket next = test.accept();
            next.request();
            next.send("HTTP/1.1 404 No\r\nContent-Length: 2\r\n\r\nno");
            assertTrue(failure(missing) instanceof StatusException status && status.status() == 404);
            assertFalse(Files.exists(part));
        }
    }

    /** It was told of in the log, as a failure that nobody can receive. */
    @Test
    void aBodyThatCannotBeSavedIsLetGo(@TempDir Path folder) throws IOException {
        Path there = Files.createFile(folder.resolve("there"));
        try (TestClient test = TestClient.start()) {
            var saved = begin(test.get("/").send().flatMap(response -> response.saveTo(there)));
            RawSocket socket = test.accept();
            socket.request();
            socket.send(TestClient.OK);
            assertTrue(failure(saved) instanceof FileAlreadyExistsException);
            TestClient.until(() -> test.client.pool().idle() == 1);
        }
    }

    @Test
    void aDownloadThatIsCancelledEndsWithoutAWord(@TempDir Path folder) throws InterruptedException {
        try (TestClient test = TestClient.start();
                Logged log = Logged.by("dev.weir", Level.FINE)) {
            Path file = folder.resolve("part");
            var saved = test.get("/").saveTo(file).subscribe(bytes -> {}, failure -> {});
            RawSocket socket = test.accept();
            socket.request();
            socket.send("HTTP/1.1 200 OK\r\nContent-Length: 200000\r\n\r\n" + "x".repeat(100_000));
            TestClient.until(() -> Files.exists(file));
            saved.cancel();
            assertEquals(Level.FINE, log.next(file + " is not wanted any more").getLevel());
            assertFalse(Files.exists(file));
            assertEquals(List.of(), log.messages());
        }
    }

    /** The end of the scope comes to a reader who has gone just now, and of whom that is not known yet. */
    @Test
    void aReaderThatGoesAsTheScopeEndsIsNotTold() {
        try (TestClient test = TestClient.start();
                Logged log = Logged.by("dev.weir", Level.INFO)) {
            var answer = begin(test.get("/").send());
            RawSocket socket = test.accept();
            socket.request();
            socket.send("HTTP/1.1 200 OK\r\nContent-Length: 200000\r\n\r\n" + "x".repeat(100));
            ClientResponse response = value(answer);
            Items<ByteBuffer> pieces = response.body().iterate();
            assertEquals(100, pieces.iterator().next().remaining());
            CompletableFuture<Void> held = new CompletableFuture<>();
            response.eventLoop().execute(held::join);
            response.drop();
            pieces.close();
            held.complete(null);
            socket.drainToEnd();
            assertEquals(List.of(), log.messages());
        }
    }

    /** Nothing else would end it: the response is not that of a scope. */
    @Test
    void aDownloadThatIsCancelledLetsItsConnectionGo(@TempDir Path folder) {
        try (TestClient test = TestClient.start()) {
            Path file = folder.resolve("part");
            var saved = test.get("/")
                    .send()
                    .flatMap(response -> response.saveTo(file))
                    .subscribe(b -> {}, f -> {});
            RawSocket socket = test.accept();
            socket.request();
            socket.send("HTTP/1.1 200 OK\r\nContent-Length: 200000\r\n\r\n" + "x".repeat(100_000));
            TestClient.until(() -> Files.exists(file));
            saved.cancel();
            socket.drainToEnd(); // there is one
            TestClient.until(() -> !Files.exists(file));
        }
    }

    @Test
    void responsesSayTheirProtocol() {
        try (TestClient test = TestClient.start()) {
            for (String version : new String[] {"HTTP/1.1", "HTTP/1.0"}) {
                var protocol = begin(test.get("/").send(response -> One.of(response.protocol())));
                RawSocket socket = test.accept();
                socket.request();
                socket.send(version + " 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
                assertEquals(version, value(protocol));
            }
        }
    }

    @Test
    void getsText() {
        assertEquals("hello you", client.get(url("/hello?name=you")).text().await(GENEROUS));
        assertEquals(
                "hello a b&c",
                client.get(url("/hello")).addQuery("name", "a b&c").text().await(GENEROUS));
        assertEquals("gr\u00fc\u00df", client.get(url("/latin")).text().await(GENEROUS));
        assertEquals("weir", client.get(url("/agent")).text().await(GENEROUS));
        assertEquals(
                "me",
                client.get(url("/agent")).withHeader("User-Agent", "me").text().await(GENEROUS));
    }

    /** RFC 9112 section 3.2.4. */
    @Test
    void optionsWithoutAPathAreOfTheServer() {
        try (TestClient test = TestClient.start()) {
            for (String[] each : new String[][] {{"", "*"}, {"#a", "*"}, {"/", "/"}, {"/*", "/*"}, {"?a", "/?a"}}) {
                var text = begin(
                        test.client.request("OPTIONS", test.server.url(each[0])).text());
                RawSocket socket = test.accept();
                assertEquals(
                        "OPTIONS " + each[1] + " HTTP/1.1", socket.request().line());
                socket.send("HTTP/1.1 200 Fine\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
                assertEquals("", value(text));
            }
            var text = begin(test.client.get(test.server.url("")).text());
            RawSocket socket = test.accept();
            assertEquals("GET / HTTP/1.1", socket.request().line());
            socket.send(TestClient.OK);
            assertEquals("ok", value(text));
        }
    }

    @Test
    void reusesItsConnection() {
        for (int i = 0; i < 10; i++) {
            assertEquals(
                    "hello " + i, client.get(url("/hello?name=" + i)).text().await(GENEROUS));
        }
        assertEquals(1, client.pool().opened());
        assertEquals(9, client.pool().reused());
    }

    @Test
    void aRequestCanBeSentManyTimes() {
        One<String> hello = client.get(url("/hello?name=x")).text();
        assertEquals("hello x", hello.await(GENEROUS));
        assertEquals("hello x", hello.await(GENEROUS));
    }

    @Test
    void responsesHaveStatusHeadersAndBody() {
        String seen = client.get(url("/missing"))
                .send(response -> response.text()
                        .map(text -> response.status() + " " + response.isOk() + " " + response.header("Content-Type")
                                + " " + response.uri() + " " + text))
                .await(GENEROUS);
        assertEquals(
                "404 false application/problem+json " + url("/missing")
                        + " {\"status\":404,\"title\":\"Not Found\",\"detail\":\"there is none\"}\n",
                seen);
    }

    @Test
    void textOfAFailureIsAFailure() {
        One<String> text = client.get(url("/missing")).text();
        StatusException failure = assertThrows(StatusException.class, () -> text.await(GENEROUS));
        assertEquals(404, failure.status());
        assertTrue(failure.body().contains("there is none"), failure.body());
        assertTrue(failure.getMessage().startsWith("GET " + url("/missing") + ": the server answered 404: {"));
    }

    /** They have no array that can be seen. */
    @Test
    void textOfAFailureMayBeOfAnyBuffers() {
        Many<ByteBuffer> pieces = Many.of(
                ByteBuffer.wrap("no such ".getBytes(StandardCharsets.UTF_8)).asReadOnlyBuffer(),
                ByteBuffer.allocateDirect(5).put(0, "thing".getBytes(StandardCharsets.UTF_8)));
        HttpClient changing = HttpClient.builder()
                .filter((request, next) -> next.apply(request).map(response -> response.withBody(pieces)))
                .build();
        One<String> text = changing.get(url("/missing")).text();
        StatusException failure = assertThrows(StatusException.class, () -> text.await(GENEROUS));
        assertEquals("no such thing", failure.body());
    }

    @Test
    void aResponseWithoutBodyIsEmpty() {
        assertArrayEquals(new byte[0], client.get(url("/none")).bytes().await(GENEROUS));
        int status = client.head(url("/hello"))
                .send(response -> One.of(response.status()))
                .await(GENEROUS);
        assertEquals(200, status);
        assertEquals(1, client.pool().opened());
    }

    @Test
    void streamsCome() {
        long bytes = client.get(url("/stream"))
                .send(response -> response.body().map(ByteBuffer::remaining).reduce(() -> 0L, Long::sum))
                .await(GENEROUS);
        assertEquals(3890, bytes);
    }

    @Test
    void sendsTextBytesFormsAndStreams() {
        assertEquals("what", client.post(url("/echo")).withBody("what").text().await(GENEROUS));
        assertEquals(
                "3 3", client.post(url("/length")).withBody(new byte[3]).text().await(GENEROUS));
        assertEquals("0 0", client.post(url("/length")).text().await(GENEROUS));
        assertEquals(
                "200000 200000",
                client.post(url("/length")).withBody(new byte[200_000]).text().await(GENEROUS));
        Map<String, String> form = new LinkedHashMap<>();
        form.put("a b", "1&2");
        form.put("\u00fc", "=");
        assertEquals(
                "a+b=1%262&%C3%BC=%3D",
                client.post(url("/echo")).withForm(form).text().await(GENEROUS));
        Many<ByteBuffer> pieces = Many.of(buffer("one "), buffer(""), buffer("two"));
        assertEquals(
                "one two", client.post(url("/echo")).withBody(pieces).text().await(GENEROUS));
        assertEquals(
                "7 7", client.post(url("/length")).withBody(7, pieces).text().await(GENEROUS));
        assertEquals(
                "7 null", client.post(url("/length")).withBody(pieces).text().await(GENEROUS));
    }

    @Test
    void typesAreSetWithTheBody() {
        assertEquals(
                "text/plain; charset=utf-8", typeOf(client.post(url("/echo")).withBody("x")));
        assertEquals("application/json", typeOf(client.post(url("/echo")).withJson("{}")));
        assertEquals(
                "a/b",
                typeOf(client.post(url("/echo"))
                        .withHeader("Content-Type", "a/b")
                        .withBody("x")));
        assertEquals(
                "application/x-www-form-urlencoded",
                typeOf(client.post(url("/echo")).withForm(Map.of("a", "b"))));
        assertEquals("none/none", typeOf(client.post(url("/echo")).withBody(new byte[1])));
    }

    private static String typeOf(ClientRequest request) {
        return request.send(response -> One.of(response.header("content-type"))).await(GENEROUS);
    }

    @Test
    void anUnreadResponseFreesItsConnectionWithItsScope() {
        for (int i = 0; i < 3; i++) {
            int status = client.get(url("/stream"))
                    .send(response -> One.of(response.status()))
                    .await(GENEROUS);
            assertEquals(200, status);
        }
        while (client.pool().active() > 0) {
            Thread.onSpinWait();
        }
        assertEquals("hello x", client.get(url("/hello?name=x")).text().await(GENEROUS));
    }

    @Test
    void aBodyCanBeReadOnceAndInItsScopeOnly() {
        One<ClientResponse> leaked = client.get(url("/stream")).send(One::of);
        ClientException released =
                assertThrows(ClientException.class, () -> sneaky(leaked.flatMap(ClientResponse::text)));
        assertEquals(ClientException.Reason.RELEASED, released.reason());
        One<String> twice =
                client.get(url("/hello")).send(response -> response.text().flatMap(first -> response.text()));
        assertThrows(IllegalStateException.class, () -> twice.await(GENEROUS));
    }

    private static <T> T sneaky(One<T> one) throws Throwable {
        try {
            return one.await(GENEROUS);
        } catch (RuntimeException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }

    @Test
    void manyRequestsAtOnceShareTheConnections() {
        List<String> answers = One.all(java.util.stream.IntStream.range(0, 200)
                        .mapToObj(i -> client.get(url("/hello?name=" + i)).text())
                        .toList())
                .await(GENEROUS);
        assertEquals("hello 199", answers.get(199));
        assertTrue(client.pool().opened() <= 64, client.pool().toString());
        assertEquals(0, client.pool().waiting());
    }

    @Test
    void nothingIsSentUntilItIsAskedFor() {
        One<String> text = client.get(url("/hello")).text();
        assertEquals(new PoolStats(0, 0, 0, 0, 0, 0), client.pool());
        assertNull(null);
        assertFalse(text == null);
    }
}
