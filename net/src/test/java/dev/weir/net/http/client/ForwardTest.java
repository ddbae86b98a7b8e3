package dev.weir.net.http.client;

import static dev.weir.net.Gzip.gzip;
import static dev.weir.net.http.client.TestClient.begin;
import static dev.weir.net.http.client.TestClient.until;
import static dev.weir.net.http.client.TestClient.value;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.net.NoLeaks;
import dev.weir.net.RawSocket;
import dev.weir.net.http.Handler;
import dev.weir.net.http.TestServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a server in front asks the one behind, and what it answers, byte by byte on both sides. */
@ExtendWith(NoLeaks.class)
class ForwardTest {
    private final CookieJar jar = CookieJar.create();
    private final TestClient behind = TestClient.start(builder -> builder.cookies(jar));
    private final TestServer front = TestServer.start(passing(UnaryOperator.identity()));

    private Handler passing(UnaryOperator<ClientRequest> change) {
        return request -> change.apply(behind.client.forward(request, behind.server.url(request.target())))
                .send()
                .map(ClientResponse::forward);
    }

    @AfterEach
    void close() {
        front.close();
        behind.close();
    }

    /** Else a client could take away what a filter has added, such as who it is. */
    @Test
    void whatIsNotOfTheClientIsNotOfItsConnection() {
        Handler handler = passing(UnaryOperator.identity());
        try (TestServer adding = TestServer.start(request ->
                        handler.handle(request.withHeader("X-User", "ada").withHeader("X-Mine", "ours")));
                RawSocket user = adding.asking("GET / HTTP/1.1\n"
                        + "Host: front\n"
                        + "Connection: close, X-User, X-Mine, X-Hop\n"
                        + "X-Mine: theirs\n"
                        + "X-Hop: 1")) {
            RawSocket socket = behind.accept();
            RawSocket.Asked head = socket.requestHead();
            assertEquals("ada", head.header("x-user"));
            assertEquals("ours", head.header("x-mine"));
            assertNull(head.header("x-hop"));
            socket.send("HTTP/1.1 204 No\r\n\r\n");
            assertEquals(204, user.head().status());
        }
    }

    @Test
    void requestsLoseWhatIsOfTheirConnection() {
        try (RawSocket user = front.asking(
                "PATCH /a%2Fb?q=a|b HTTP/1.1\nHost: front\nConnection: keep-alive, X-Hop ,te\nX-Hop: 1\nTE: trailers\n"
                        + "Keep-Alive: 5\nProxy-Authorization: secret\nUpgrade: h2c\nTrailer: X-T\nX-A: 1\nX-A: 2\n"
                        + "Via: 1.0 other\nContent-Length: 3\nContent-Type: a/b")) {
            RawSocket socket = behind.accept();
            RawSocket.Asked head = socket.requestHead();
            user.send("abc");
            assertEquals("abc", new String(socket.bytes(3), StandardCharsets.US_ASCII));
            assertEquals("PATCH /a%2Fb?q=a%7Cb HTTP/1.1", head.line());
            for (String dropped :
                    new String[] {"x-hop", "keep-alive", "proxy-authorization", "upgrade", "trailer", "user-agent"}) {
                assertEquals(null, head.header(dropped), dropped);
            }
            assertEquals("127.0.0.1:" + behind.server.port(), head.header("host"));
            assertEquals("3", head.header("content-length"));
            assertEquals("a/b", head.header("content-type"));
            assertEquals("trailers", head.header("te"));
            assertEquals("TE", head.header("connection"));
            assertEquals("identity", head.header("accept-encoding"));
            assertTrue(head.header("via").endsWith("1.1 weir"), head.header("via"));
            assertTrue(head.header("x-a").endsWith("2"), head.header("x-a"));
            socket.send("HTTP/1.1 204 No\r\n\r\n");
            assertEquals(204, user.head().status());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/a..b/.c/d..//...;d?/../, /a..b/.c/d..//...;d?/../",
        "http://front/a?b, /a?b",
        "http://front?b, /?b",
        "'/a[1]?q=100%&r=[x]%zz%41%4', '/a%5B1%5D?q=100%25&r=[x]%25zz%41%254'",
        "'/{a}?\"<>\\^`{|}', '/%7Ba%7D?%22%3C%3E%5C%5E%60%7B%7C%7D'",
        "//other/@x?http://a/[, //other/@x?http://a/[",
    })
    void targetsGoOnAsTheyAre(String sent, String got) {
        try (RawSocket user = front.asking("GET " + sent + " HTTP/1.1\nHost: front")) {
            RawSocket socket = behind.accept();
            assertEquals("GET " + got + " HTTP/1.1", socket.request().line());
            socket.send(TestClient.OK);
            assertEquals("ok", user.reply().body());
        }
    }

    /** Or whoever asks would get behind the filters of other routes. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/pub/../admin",
                "/pub/..",
                "/./admin",
                "/pub/%2e%2E/admin?a",
                "/pub/.%2e;a/admin",
                "/pub/x%2f..%2Fadmin",
                "/pub/..\\admin",
                "/pub/x%5c%2e%2e%3b/admin",
                "http://front/../admin"
            })
    void aPathThatMayLeadElsewhereIsNotPassedOn(String sent) {
        try (RawSocket user = front.asking("GET " + sent + " HTTP/1.1\nHost: front")) {
            assertEquals(400, user.reply().status());
        }
    }

    @Test
    void responsesLoseWhatIsOfTheirConnection() {
        try (RawSocket user = front.asking("GET / HTTP/1.1\nHost: front")) {
            RawSocket socket = behind.accept();
            RawSocket.Asked head = socket.request();
            assertEquals(null, head.header("content-length"));
            assertEquals(null, head.header("transfer-encoding"));
            socket.send("HTTP/1.1 404 Not\r\nConnection: X-Hop, close\r\nX-Hop: 1\r\nKeep-Alive: 5\r\n"
                    + "Date: Thu, 01 Jan 1970 00:00:00 GMT\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\nServer: x\r\n"
                    + "Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n");
            RawSocket.Reply reply = user.reply();
            assertEquals(404, reply.status());
            assertEquals("ok", reply.body());
            assertEquals("chunked", reply.header("transfer-encoding"));
            assertEquals("x", reply.header("server"));
            for (String dropped : new String[] {"connection", "x-hop", "keep-alive", "content-type"}) {
                assertEquals(null, reply.header(dropped), dropped);
            }
            assertFalse(reply.header("date").contains("1970"), reply.header("date"));
        }
        var next = begin(behind.get("/").text());
        RawSocket socket = behind.accept();
        assertEquals(null, socket.request().header("cookie"), "the jar is not for others");
        socket.send(TestClient.OK);
        assertEquals("ok", value(next));
    }

    @Test
    void theClientsCookiesAreNotThoseOfOthers() {
        var login = begin(behind.get("/").text());
        RawSocket first = behind.accept();
        first.request();
        first.send("HTTP/1.1 200 OK\r\nSet-Cookie: own=1; Path=/\r\nContent-Length: 2\r\n\r\nok");
        value(login);
        try (RawSocket user = front.asking("GET / HTTP/1.1\nHost: front\nCookie: theirs=2")) {
            assertEquals("theirs=2", first.request().header("cookie"));
            first.send(TestClient.OK);
            assertEquals("ok", user.reply().body());
        }
        try (RawSocket user = front.asking("GET / HTTP/1.1\nHost: front")) {
            assertEquals(null, first.request().header("cookie"));
            first.send(TestClient.OK);
            assertEquals("ok", user.reply().body());
        }
    }

    @Test
    void headsHaveTheLengthAndNotModifiedHasNone() {
        try (RawSocket user = front.asking("HEAD / HTTP/1.1\nHost: front")) {
            RawSocket socket = behind.accept();
            assertEquals("HEAD / HTTP/1.1", socket.request().line());
            socket.send("HTTP/1.1 200 OK\r\nContent-Length: 1234\r\nETag: \"a\"\r\n\r\n");
            RawSocket.Reply head = user.head();
            assertEquals("1234", head.header("content-length"));
            user.send("GET / HTTP/1.1\r\nHost: front\r\nIf-None-Match: \"a\"\r\n\r\n");
            assertEquals("\"a\"", socket.request().header("if-none-match"));
            socket.send("HTTP/1.1 304 Not\r\nETag: \"a\"\r\n\r\n");
            RawSocket.Reply known = user.head();
            assertEquals(304, known.status());
            assertEquals("\"a\"", known.header("etag"));
        }
    }

    @Test
    void whatIsCodedStaysSo() {
        try (RawSocket user = front.asking("GET / HTTP/1.1\nHost: front\nAccept-Encoding: gzip\nRange: bytes=0-1")) {
            RawSocket socket = behind.accept();
            RawSocket.Asked asked = socket.request();
            assertEquals("gzip", asked.header("accept-encoding"));
            assertEquals("bytes=0-1", asked.header("range"));
            socket.send("HTTP/1.1 206 Part\r\nContent-Encoding: gzip\r\nETag: \"a-gzip\"\r\n"
                    + "Content-Range: bytes 0-1/9\r\nContent-Length: 2\r\n\r\nok");
            RawSocket.Reply reply = user.reply();
            assertEquals(206, reply.status());
            assertEquals("ok", reply.body());
            assertEquals("gzip", reply.header("content-encoding"));
            assertEquals("\"a-gzip\"", reply.header("etag"));
            assertEquals("bytes 0-1/9", reply.header("content-range"));
            assertEquals("2", reply.header("content-length"));
        }
    }

    @Test
    void whatWasDecodedIsDescribedAsSuch() throws IOException {
        byte[] coded = gzip("plain");
        Handler decoding = request -> behind.get("/").send().map(ClientResponse::forward);
        try (TestServer decoded = TestServer.start(decoding);
                RawSocket user = decoded.asking("GET / HTTP/1.1\nHost: front")) {
            RawSocket socket = behind.accept();
            socket.request();
            socket.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nETag: \"a-gzip\"\r\nAccept-Ranges: bytes\r\n"
                            + "Repr-Digest: x\r\nContent-Length: " + coded.length + "\r\n\r\n")
                    .send(coded);
            RawSocket.Reply reply = user.reply();
            assertEquals("plain", reply.body());
            assertEquals("W/\"a-gzip\"", reply.header("etag"));
            for (String dropped : new String[] {"content-encoding", "content-length", "accept-ranges", "repr-digest"}) {
                assertEquals(null, reply.header(dropped), dropped);
            }
        }
    }

    @Test
    void aBodyOfUnknownLengthGoesInChunks() {
        try (RawSocket user = front.asking("POST / HTTP/1.1\nHost: front\nTransfer-Encoding: chunked")) {
            user.send("3\r\nabc\r\n0\r\n\r\n");
            RawSocket socket = behind.accept();
            RawSocket.Asked asked = socket.request();
            assertEquals("chunked", asked.header("transfer-encoding"));
            assertEquals("abc", asked.body());
            socket.send("HTTP/1.1 302 There\r\nLocation: /x\r\nContent-Length: 0\r\n\r\n");
            RawSocket.Reply reply = user.reply();
            assertEquals(302, reply.status());
            assertEquals("/x", reply.header("location"));
        }
    }

    @Test
    void aBodyThatBreaksOffEndsInNothingThatLooksWhole() {
        String head = "POST / HTTP/1.1\nHost: front\nTransfer-Encoding: chunked";
        try (RawSocket malformed = front.asking(head);
                RawSocket left = front.asking(head)) {
            malformed.send("3\r\nabc\r\n");
            RawSocket one = behind.accept();
            one.requestHead();
            assertEquals("abc", one.chunk());
            malformed.send("x\r\n");
            assertNull(one.line());
            assertEquals(400, malformed.head().status());
            left.send("3\r\nabc\r\n");
            RawSocket other = behind.accept();
            other.requestHead();
            assertEquals("abc", other.chunk());
            left.leave(true);
            assertNull(other.line());
        }
    }

    @Test
    void anAnswerThatBreaksOffIsBrokenOff() {
        try (RawSocket user = front.asking("GET / HTTP/1.1\nHost: front")) {
            RawSocket socket = behind.accept();
            socket.request();
            socket.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n");
            assertEquals(200, user.head().status());
            assertEquals("ok", user.chunk());
            socket.close();
            assertNull(user.line());
        }
    }

    /** The connection behind is free at once, long before {@code unreadTimeout}. */
    private void assertLeft(String head, String answer, int status) {
        Handler asking = request -> behind.get("/").send().map(ClientResponse::forward);
        try (TestServer own = TestServer.start(asking);
                RawSocket user = own.asking(head)) {
            RawSocket socket = behind.accept();
            socket.request();
            socket.send(answer);
            assertEquals(status, user.head().status());
            until(() -> behind.client.pool().idle() == 1);
        }
    }

    @Test
    void aBodyThatIsNotSentIsLetGo() {
        String answer = "HTTP/1.1 200 OK\r\nETag: \"a\"\r\nContent-Length: 2\r\n\r\nok";
        assertLeft("GET / HTTP/1.1\nHost: front\nIf-None-Match: \"a\"", answer, 304);
    }

    @Test
    void soIsOneThatFailsItsCondition() {
        String answer = "HTTP/1.1 200 OK\r\nETag: \"a\"\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n";
        assertLeft("GET / HTTP/1.1\nHost: front\nIf-Match: \"b\"", answer, 412);
    }

    @Test
    void soIsOneWithAStatusThatCannotBeSent() {
        assertLeft("GET / HTTP/1.1\nHost: front", "HTTP/1.1 999 No\r\nContent-Length: 2\r\n\r\nno", 502);
    }

    @Test
    void whatAsksAboutTheServerIsNotPassedOn() {
        try (RawSocket user = front.asking("OPTIONS * HTTP/1.1\nHost: front")) {
            RawSocket.Reply reply = user.reply();
            assertEquals(400, reply.status());
            assertTrue(reply.body().contains("is not passed on"), reply.body());
        }
    }

    @Test
    void whatAsksAboutARouteDoesSoWhereItsPathIsCutOff() {
        Handler cut = request -> behind.client
                .forward(request, behind.server.url(request.path().substring("/api".length())))
                .send()
                .map(ClientResponse::forward);
        try (TestServer cutting = TestServer.start(cut);
                RawSocket user = cutting.asking("OPTIONS /api HTTP/1.1\nHost: front")) {
            RawSocket socket = behind.accept();
            assertEquals("OPTIONS / HTTP/1.1", socket.request().line());
            socket.send("HTTP/1.1 204 No\r\n\r\n");
            assertEquals(204, user.head().status());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "OPTIONS, 3, 2",
        "TRACE, 1, 0",
        "TRACE, 100000000000000000000, 99999999999999999999",
        "OPTIONS, -1, -1",
        "OPTIONS, x, x",
        "GET, 3, 3",
        "GET, 0, 0",
    })
    void requestsAboutTheWayAreCounted(String method, String sent, String got) {
        try (RawSocket user = front.asking(method + " / HTTP/1.1\nHost: front\nMax-Forwards: " + sent)) {
            RawSocket socket = behind.accept();
            assertEquals(got, socket.request().header("max-forwards"));
            socket.send("HTTP/1.1 204 No\r\n\r\n");
            assertEquals(204, user.head().status());
        }
    }

    @ParameterizedTest
    @CsvSource({"OPTIONS, 0", "TRACE, 00"})
    void theLastOneAnswersThemItself(String method, String most) {
        try (RawSocket user = front.asking(method + " / HTTP/1.1\nHost: front\nMax-Forwards: " + most)) {
            RawSocket.Reply reply = user.reply();
            assertEquals(400, reply.status());
            assertTrue(reply.body().contains("is not passed on"), reply.body());
        }
    }

    @Test
    void soIsOneOfWhichOnlyTheHeadWasAskedFor() {
        Handler getting = request -> behind.get("/").send().map(ClientResponse::forward);
        try (TestServer head = TestServer.start(getting);
                RawSocket user = head.asking("HEAD / HTTP/1.1\nHost: front")) {
            RawSocket socket = behind.accept();
            socket.request();
            socket.send(TestClient.OK);
            assertEquals(200, user.head().status());
            until(() -> behind.client.pool().idle() == 1);
        }
    }

    @Test
    void soIsOneThatAFilterHasChanged() {
        Handler shouting = request -> behind.get("/")
                .send()
                .map(response -> response.forward().withBody(response.body()).withStatus(204));
        try (TestServer empty = TestServer.start(shouting);
                RawSocket user = empty.asking("GET / HTTP/1.1\nHost: front")) {
            RawSocket socket = behind.accept();
            socket.request();
            socket.send(TestClient.OK);
            assertEquals(204, user.head().status());
            until(() -> behind.client.pool().idle() == 1);
        }
    }
}
