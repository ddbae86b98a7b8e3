package dev.weir.net.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.One;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawSocket;
import dev.weir.net.RawSocket.Reply;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(NoLeaks.class)
class RequestTest {
    private static TestServer server;

    @BeforeAll
    static void start() {
        server = TestServer.start(
                Routes.create()
                        .get(
                                "/query",
                                request -> One.of(Response.text(
                                        request.queries() + " " + request.query("a") + " " + request.queryAll("b"))))
                        .get(
                                "/about",
                                request -> One.of(Response.text(request.method() + " " + request.path()
                                        + " " + request.target() + " " + request.header("X-A")
                                        + " " + request.headers().all("x-a")
                                        + " "
                                        + request.remoteAddress().getAddress().isLoopbackAddress())))
                        .post("/text", request -> request.text().map(Response::text))
                        .post("/bytes", request -> request.bytes().map(bytes -> Response.text("" + bytes.length)))
                        .post(
                                "/twice",
                                request -> request.text()
                                        .flatMap(first -> request.text())
                                        .map(Response::text)
                                        .onErrorReturn(e -> Response.text(String.valueOf(e.getMessage()))))
                        .post("/unread", request -> One.of(Response.text("unread"))),
                builder -> builder.maxBody(100));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String post(String path, String fields, String body) {
        return "POST " + path + " HTTP/1.1\r\nHost: a\r\n" + fields + "\r\n" + body;
    }

    @Test
    void decodesTheQuery() {
        assertEquals(
                "{a=[1 2, +], b=[, \u20ac], =[x]} 1 2 [, \u20ac]",
                server.get("/query?a=1+2&a=%2B&b&b=%e2%82%ac&=x&").body());
        assertEquals("{} null []", server.get("/query").body());
        assertEquals("{} null []", server.get("/query?").body());
        assertEquals(400, server.get("/query?a=%f").status());
    }

    @Test
    void tellsAboutItself() {
        assertEquals(
                "GET /about /about?x 1 [1, 2] true",
                server.ask("GET /about?x HTTP/1.1\r\nHost: a\r\nx-a: 1\r\nX-A: 2\r\n\r\n")
                        .body());
    }

    @Test
    void gathersTheBody() {
        assertEquals(
                "hello",
                server.ask(post("/text", "Content-Length: 5\r\n", "hello")).body());
        assertEquals("", server.ask(post("/text", "", "")).body());
        String chunks = "1\r\nh\r\n4\r\nello\r\n0\r\n\r\n";
        assertEquals(
                "hello",
                server.ask(post("/text", "Transfer-Encoding: chunked\r\n", chunks))
                        .body());
    }

    @Test
    void readsTextInItsCharset() {
        String type = "Content-Type: text/plain; Charset=\"iso-8859-1\"\r\nContent-Length: 1\r\n";
        assertEquals("\u00e9", server.ask(post("/text", type, "\u00e9")).body());
        String within = "Content-Type: text/plain; title=\"a\\\"; charset=utf-16\"\r\nContent-Length: 1\r\n";
        assertEquals("x", server.ask(post("/text", within, "x")).body());
        String unknown = "Content-Type: text/plain; charset=klingon\r\nContent-Length: 1\r\n";
        assertEquals(415, server.ask(post("/text", unknown, "x")).status());
        String utf8 = new String("\u20ac".getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
        assertEquals(
                "\u20ac",
                server.ask(post("/text", "Content-Length: 3\r\n", utf8)).body());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "identity", "Identity"})
    void readsWhatIsNotCodedWhateverTheFieldSays(String coding) {
        String fields = "Content-Encoding: " + coding + "\r\nContent-Length: 1\r\n";
        assertEquals("x", server.ask(post("/text", fields, "x")).body());
    }

    @Test
    void refusesABodyThatIsTooLargeBeforeItComes() {
        try (RawSocket socket = server.connect()) {
            Reply reply =
                    socket.send(post("/bytes", "Content-Length: 101\r\n", "")).reply();
            assertEquals(413, reply.status());
            assertTrue(reply.body().contains("larger than 100 bytes"), reply.body());
        }
        assertEquals(
                "100",
                server.ask(post("/bytes", "Content-Length: 100\r\n", "x".repeat(100)))
                        .body());
    }

    @Test
    void refusesABodyThatTurnsOutTooLarge() {
        String chunk = "32\r\n" + "x".repeat(50) + "\r\n";
        try (RawSocket socket = server.connect()) {
            String body = chunk + chunk + chunk;
            assertEquals(
                    413,
                    socket.send(post("/bytes", "Transfer-Encoding: chunked\r\n", body))
                            .reply()
                            .status());
        }
        String fits = chunk + chunk + "0\r\n\r\n";
        assertEquals(
                "100",
                server.ask(post("/bytes", "Transfer-Encoding: chunked\r\n", fits))
                        .body());
    }

    @Test
    void givesTheBodyOnce() {
        assertEquals(
                "the request's body is read by text() already: it comes once, so keep what the first one makes of it",
                server.ask(post("/twice", "Content-Length: 1\r\n", "x")).body());
    }

    @Test
    void skipsASmallBodyThatNobodyReads() {
        try (RawSocket socket = server.connect()) {
            socket.send(
                    post("/unread", "Content-Length: 5\r\n", "GET /") + post("/text", "Content-Length: 1\r\n", "2"));
            assertEquals("unread", socket.reply().body());
            assertEquals("2", socket.reply().body());
            socket.send(post("/unread", "Content-Length: 6\r\n", "GET"));
            assertEquals("unread", socket.reply().body());
            socket.send(" / " + post("/text", "Content-Length: 1\r\n", "4"));
            assertEquals("4", socket.reply().body());
        }
    }

    @Test
    void closesWhenALargeBodyIsLeftUnread() {
        try (RawSocket socket = server.connect()) {
            Reply reply = socket.send(post("/unread", "Content-Length: 70000\r\n", "x"))
                    .reply();
            assertEquals("unread", reply.body());
            assertEquals("close", reply.header("connection"));
            assertEquals("", socket.rest());
        }
        try (RawSocket socket = server.connect()) {
            Reply reply = socket.send(post("/unread", "Transfer-Encoding: chunked\r\n", "1\r\nx\r\n"))
                    .reply();
            assertEquals("close", reply.header("connection"));
            assertEquals("", socket.rest());
        }
    }

    @Test
    void givesLeaveToSendTheBodyOnlyWhenItIsRead() {
        try (RawSocket socket = server.connect()) {
            String fields = "Content-Length: 5\r\nExpect: 100-continue\r\n";
            socket.send(post("/text", fields, ""));
            assertEquals("HTTP/1.1 100 Continue", socket.line());
            assertEquals("", socket.line());
            assertEquals("hello", socket.send("hello").reply().body());
            Reply refused = socket.send(post("/unread", fields, "")).reply();
            assertEquals(200, refused.status());
            assertEquals("close", refused.header("connection"));
            assertEquals("", socket.rest());
        }
        try (RawSocket socket = server.connect()) {
            socket.send(post("/bytes", "Content-Length: 101\r\nExpect: 100-continue\r\n", ""));
            assertEquals(413, socket.reply().status());
            assertEquals("", socket.rest());
        }
    }

    @Test
    void answersABodyWithBrokenChunksAndCloses() {
        try (RawSocket socket = server.connect()) {
            Reply reply = socket.send(post("/text", "Transfer-Encoding: chunked\r\n", "5\r\nhello!\r\n0\r\n\r\n"))
                    .reply();
            assertEquals(400, reply.status());
            assertEquals("close", reply.header("connection"));
            assertEquals("", socket.rest());
        }
    }
}
