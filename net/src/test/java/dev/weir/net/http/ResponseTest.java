package dev.weir.net.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawHttp2;
import dev.weir.net.RawSocket;
import dev.weir.net.RawSocket.Reply;
import dev.weir.net.http.wire.HttpDate;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(NoLeaks.class)
class ResponseTest {
    private static final byte[] LARGE = new byte[1_000_000];
    private static final AtomicInteger SUBSCRIBED = new AtomicInteger();
    private static TestServer server;

    private static Many<ByteBuffer> parts(String... parts) {
        return Many.of(parts).map(part -> ByteBuffer.wrap(part.getBytes(java.nio.charset.StandardCharsets.UTF_8)));
    }

    @BeforeAll
    static void start() {
        new Random(1).nextBytes(LARGE);
        server = TestServer.start(Routes.create()
                .get("/empty", request -> One.of(Response.empty(204)))
                .get(
                        "/reset",
                        request -> One.of(Response.text("nobody reads it").withStatus(205)))
                .get(
                        "/reset/stream",
                        request -> One.of(
                                Response.stream("text/plain", parts("nor it")).withStatus(205)))
                .get(
                        "/json",
                        request -> One.of(Response.json("{}")
                                .withStatus(201)
                                .withHeader("Location", "/x")
                                .addHeader("Set-Cookie", "a=b")
                                .addHeader("Set-Cookie", "c=d")))
                .get("/large", request -> One.of(Response.bytes("x/y", LARGE)))
                .get("/chunks", request -> One.of(Response.stream("text/plain", parts("one", "", " two"))))
                .get(
                        "/counted",
                        request -> One.of(Response.stream("text/plain", 7, Many.defer(() -> {
                            SUBSCRIBED.incrementAndGet();
                            return parts("one", " two");
                        }))))
                .get("/short", request -> One.of(Response.stream("text/plain", 9, parts("one"))))
                .get("/long", request -> One.of(Response.stream("text/plain", 2, parts("one"))))
                .get(
                        "/breaks",
                        request -> One.of(Response.stream(
                                "text/plain", Many.concat(parts("part"), Many.fail(() -> new IOException("test"))))))
                .get("/tagged", request -> One.of(Response.text("tagged").withHeader("ETag", "\"v1\"")))
                .get(
                        "/dated",
                        request -> One.of(
                                Response.text("dated").withHeader("Last-Modified", "Sun, 06 Nov 1994 08:49:37 GMT")))
                .get("/fails", request -> One.fail(() -> new IllegalStateException("secret")))
                .get("/throws", request -> {
                    throw new IllegalStateException("secret");
                })
                .get("/null", request -> One.ofNull())
                .get("/nothing", request -> null)
                .get("/teapot", request -> One.fail(() -> new HttpException(418, "say \"when\"\n\u2028\u0000")))
                .get(
                        "/foreign",
                        request -> One.blocking(
                                () -> Response.text(Thread.currentThread().getName()))));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    @SuppressWarnings("NullAway") // as nobody checks them
    void bodiesThatAreLeftOutAreRefusedAtOnce() {
        Response response = Response.text("x");
        assertThrows(NullPointerException.class, () -> response.withBody((byte[]) null));
        assertThrows(NullPointerException.class, () -> response.withBody((Many<ByteBuffer>) null));
        for (Response coded : List.of(response, response.withBody(Many.empty()))) {
            Exception refusal = assertThrows(NullPointerException.class, () -> coded.withCoding("x", null));
            assertEquals("coding", refusal.getMessage());
        }
        assertThrows(NullPointerException.class, () -> ServerSentEvent.of(null));
    }

    @Test
    void redirectsSayWhere() {
        for (int status : new int[] {301, 302, 303, 307, 308}) {
            Response redirect = Response.redirect(status, "/orders/1?a=b");
            assertEquals(status, redirect.status());
            assertEquals("/orders/1?a=b", redirect.headers().get("location"));
        }
        assertEquals("/%C3%BC", Response.redirect(303, "/\u00fc").headers().get("location"));
        assertEquals("/e%CC%81", Response.redirect(303, "/e\u0301").headers().get("location")); // which is another one
        assertThrows(IllegalArgumentException.class, () -> Response.redirect(200, "/"));
        assertThrows(IllegalArgumentException.class, () -> Response.redirect(304, "/"));
        for (String wrong : new String[] {"/a b", "/\r\nX: y", "http://", "/%zz", "/\ud83d"}) {
            assertThrows(IllegalArgumentException.class, () -> Response.redirect(303, wrong), wrong);
        }
    }

    @Test
    void writesStatusFieldsAndLength() {
        Reply reply = server.get("/json");
        assertEquals(201, reply.status());
        assertEquals("application/json", reply.header("content-type"));
        assertEquals("2", reply.header("content-length"));
        assertEquals("/x", reply.header("location"));
        assertNotNull(HttpDate.parse(reply.header("date")));
        assertNull(reply.header("connection"));
        Reply empty = server.get("/empty");
        assertEquals(204, empty.status());
        assertNull(empty.header("content-length"));
    }

    /** RFC 9110 section 15.3.6. */
    @Test
    void whatResetsAFormHasNoBodyAndSaysSo() {
        try (RawSocket socket = server.connect();
                RawHttp2 other = RawHttp2.connect(server.port())) {
            int stream = 1;
            for (String target : new String[] {"/reset", "/reset/stream"}) {
                Reply reply = socket.send("GET " + target + " HTTP/1.1\r\nHost: a\r\n\r\n")
                        .reply();
                assertEquals(205, reply.status());
                assertEquals("0", reply.header("content-length"));
                assertNull(reply.header("transfer-encoding"));
                assertEquals("", reply.body());
                RawHttp2.Reply streamed = other.get(stream, target).reply(stream);
                assertEquals(205, streamed.status());
                assertEquals("0", streamed.headers().get("content-length"));
                assertEquals("", streamed.body());
                stream += 2;
            }
        }
    }

    @Test
    void keepsRepeatedFields() throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request =
                    HttpRequest.newBuilder(URI.create(server.url("/json"))).build();
            HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
            assertEquals(java.util.List.of("a=b", "c=d"), response.headers().allValues("set-cookie"));
        }
    }

    @Test
    void sendsLargeBodiesWhole() throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request =
                    HttpRequest.newBuilder(URI.create(server.url("/large"))).build();
            HttpResponse<byte[]> response = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
            org.junit.jupiter.api.Assertions.assertArrayEquals(LARGE, response.body());
        }
    }

    @Test
    void streamsInChunksAndByLength() {
        Reply chunked = server.get("/chunks");
        assertEquals("one two", chunked.body());
        assertEquals("chunked", chunked.header("transfer-encoding"));
        assertNull(chunked.header("content-length"));
        Reply counted = server.get("/counted");
        assertEquals("one two", counted.body());
        assertEquals("7", counted.header("content-length"));
    }

    @Test
    void streamsToOldClientsUntilItCloses() {
        try (RawSocket socket = server.connect()) {
            socket.send("GET /chunks HTTP/1.0\r\n\r\n");
            Reply head = socket.head();
            assertEquals("close", head.header("connection"));
            assertNull(head.header("transfer-encoding"));
            assertEquals("one two", socket.rest());
        }
        try (RawSocket socket = server.connect()) {
            String request = "GET /counted HTTP/1.0\r\nConnection: keep-alive\r\n\r\n";
            assertEquals("keep-alive", socket.send(request).reply().header("connection"));
            assertEquals("one two", socket.send(request).reply().body());
        }
    }

    @Test
    void answersHeadWithoutTheBodyAndDoesNotSubscribeIt() {
        int before = SUBSCRIBED.get();
        try (RawSocket socket = server.connect()) {
            socket.send("HEAD /counted HTTP/1.1\r\nHost: a\r\n\r\nHEAD /chunks HTTP/1.1\r\nHost: a\r\n\r\n"
                    + "HEAD /large HTTP/1.1\r\nHost: a\r\n\r\nGET /json HTTP/1.1\r\nHost: a\r\n\r\n");
            assertEquals("7", socket.head().header("content-length"));
            assertNull(socket.head().header("content-length"));
            assertEquals("1000000", socket.head().header("content-length"));
            assertEquals("{}", socket.reply().body());
        }
        assertEquals(before, SUBSCRIBED.get());
    }

    @Test
    void breaksOffAStreamOfTheWrongLength() {
        try (RawSocket socket = server.connect()) {
            socket.send("GET /short HTTP/1.1\r\nHost: a\r\n\r\n");
            assertEquals("9", socket.head().header("content-length"));
            assertEquals("one", socket.rest());
        }
        try (RawSocket socket = server.connect()) {
            socket.send("GET /long HTTP/1.1\r\nHost: a\r\n\r\n");
            assertEquals("2", socket.head().header("content-length"));
            assertEquals("", socket.rest());
        }
    }

    @Test
    void breaksOffAStreamThatFailsWithoutItsEnd() {
        try (RawSocket socket = server.connect()) {
            socket.send("GET /breaks HTTP/1.1\r\nHost: a\r\n\r\n");
            assertEquals(200, socket.head().status());
            assertEquals("part", socket.chunk());
            assertEquals("", socket.rest());
        }
        try (RawSocket socket = server.connect()) {
            socket.send("GET /breaks HTTP/1.0\r\n\r\n");
            assertEquals(200, socket.head().status());
            assertTrue(socket.drainToEnd() <= 4);
        }
    }

    @Test
    void answersIfNoneMatch() {
        String request = "GET /tagged HTTP/1.1\r\nHost: a\r\nIf-None-Match: ";
        Reply known = server.ask(request + "\"v0\", W/\"v1\"\r\n\r\n");
        assertEquals(304, known.status());
        assertEquals("\"v1\"", known.header("etag"));
        assertNull(known.header("content-type"));
        assertNull(known.header("content-length"));
        assertEquals(304, server.ask(request + "*\r\n\r\n").status());
        assertEquals(200, server.ask(request + "\"v2\"\r\n\r\n").status());
    }

    @Test
    void answersIfModifiedSince() {
        String request = "GET /dated HTTP/1.1\r\nHost: a\r\nIf-Modified-Since: ";
        assertEquals(
                304,
                server.ask(request + "Sun, 06 Nov 1994 08:49:37 GMT\r\n\r\n").status());
        assertEquals(
                304,
                server.ask(request + "Mon, 07 Nov 1994 08:49:37 GMT\r\n\r\n").status());
        assertEquals(
                200,
                server.ask(request + "Sun, 06 Nov 1994 08:49:36 GMT\r\n\r\n").status());
        assertEquals(200, server.ask(request + "yesterday\r\n\r\n").status());
    }

    @Test
    void hidesWhyAHandlerFailed() {
        for (String path : new String[] {"/fails", "/throws", "/null", "/nothing"}) {
            Reply reply = server.get(path);
            assertEquals(500, reply.status(), path);
            assertEquals("application/problem+json", reply.header("content-type"));
            assertFalse(reply.body().contains("secret"), reply.body());
            assertFalse(reply.body().contains("Exception"), reply.body());
        }
    }

    @Test
    void tellsWhatAHandlerWantsKnown() {
        Reply reply = server.get("/teapot");
        assertEquals(418, reply.status());
        assertEquals("{\"status\":418,\"detail\":\"say \\\"when\\\"\\u000a\u2028\\u0000\"}\n", reply.body());
    }

    @Test
    void takesResponsesFromOtherThreads() {
        assertEquals("weir-blocking", server.get("/foreign").body());
    }

    @Test
    void refusesFieldsThatItSetsItselfAndBadStatuses() {
        Response response = Response.text("");
        for (String name : new String[] {"Content-Length", "transfer-encoding", "Connection", "date"}) {
            assertThrows(IllegalArgumentException.class, () -> response.withHeader(name, "1"), name);
            assertThrows(IllegalArgumentException.class, () -> response.addHeader(name, "1"), name);
        }
        assertThrows(IllegalArgumentException.class, () -> response.withStatus(101));
        assertThrows(IllegalArgumentException.class, () -> response.withStatus(600));
        assertThrows(IllegalArgumentException.class, () -> new HttpException(200, ""));
    }
}
