package dev.weir.net.http.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.weir.net.NoLeaks;
import dev.weir.net.RawSocket;
import dev.weir.net.http.Handler;
import dev.weir.net.http.TestServer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a server in between leaves to the one behind. */
@ExtendWith(NoLeaks.class)
class InBetweenTest {
    private final TestClient behind = TestClient.start(options -> options.continueTimeout(TestClient.LONG));
    private final Handler passing = request -> behind.client
            .forward(request, behind.server.url(request.target()))
            .send()
            .map(ClientResponse::forward);
    private final TestServer front = TestServer.start(passing);

    @AfterEach
    void close() {
        front.close();
        behind.close();
    }

    /** Who is no origin must not look at them (RFC 9110 section 13.2.1): the server behind has. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "If-Match: \"b\"",
                "If-Match: v1",
                "If-None-Match: *",
                "If-None-Match: \"a\"",
                "If-Modified-Since: Thu, 01 Jan 2026 00:00:00 GMT",
                "If-Unmodified-Since: Thu, 01 Jan 1970 00:00:00 GMT",
                "Range: bytes=0-0",
                "Range: bytes=0-0,2-2",
                "Range: bytes=9-"
            })
    void conditionsAndRangesAreTheOthersToLookAt(String field) {
        try (RawSocket user = front.asking("GET / HTTP/1.1\nHost: front\n" + field)) {
            RawSocket socket = behind.accept();
            String name = field.substring(0, field.indexOf(':')).toLowerCase(Locale.ROOT);
            assertEquals(field.substring(name.length() + 2), socket.request().header(name));
            socket.send("HTTP/1.1 200 OK\r\nETag: \"a\"\r\nLast-Modified: Thu, 01 Jan 2015 00:00:00 GMT\r\n"
                    + "Content-Length: 5\r\n\r\nwhole");
            RawSocket.Reply reply = user.reply();
            assertEquals(200, reply.status());
            assertEquals("whole", reply.body());
            assertEquals("\"a\"", reply.header("etag"));
        }
    }

    @Test
    void theTagOfTheFrontIsItsOwnToCompare() {
        try (TestServer tagging =
                        TestServer.start(request -> passing.handle(request).map(response -> response.withETag("own")));
                RawSocket user = tagging.asking("GET / HTTP/1.1\nHost: front\nIf-None-Match: \"own\"")) {
            RawSocket socket = behind.accept();
            socket.request();
            socket.send(TestClient.OK);
            assertEquals(304, user.head().status());
        }
    }

    private static final String WAITING = "PUT / HTTP/1.1\nHost: front\nContent-Length: 3\nExpect: 100-continue";

    /** Else who waits for leave would send what the server behind does not want. */
    @Test
    void leaveToSendABodyIsTheOthersToGive() {
        try (RawSocket user = front.asking(WAITING)) {
            RawSocket socket = behind.accept();
            RawSocket.Asked head = socket.requestHead();
            assertEquals("100-continue", head.header("expect"));
            socket.send("HTTP/1.1 100 Go\r\n\r\n");
            assertEquals("HTTP/1.1 100 Continue", user.line());
            assertEquals("", user.line());
            user.send("abc");
            assertEquals("abc", new String(socket.bytes(3), StandardCharsets.US_ASCII));
            socket.send(TestClient.OK);
            assertEquals("ok", user.reply().body());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Content-Length: 2\r\n\r\nno", "Content-Length: 0\r\n\r\n"})
    void soIsARefusal(String rest) {
        try (RawSocket user = front.asking(WAITING)) {
            RawSocket socket = behind.accept();
            socket.requestHead();
            socket.send("HTTP/1.1 413 Large\r\n" + rest);
            RawSocket.Reply reply = user.reply();
            assertEquals(413, reply.status());
            assertEquals("close", reply.header("connection"));
            assertNull(user.line());
        }
    }

    @Test
    void whoDoesNotWaitIsNotWaitedFor() {
        try (RawSocket user = front.asking("PUT / HTTP/1.1\nHost: front\nContent-Length: 3")) {
            user.send("abc");
            RawSocket socket = behind.accept();
            RawSocket.Asked asked = socket.request();
            assertNull(asked.header("expect"));
            assertEquals("abc", asked.body());
            socket.send(TestClient.OK);
            assertEquals("ok", user.reply().body());
        }
    }

    @Test
    void interimAnswersGoOn() {
        try (RawSocket user = front.asking("GET / HTTP/1.1\nHost: front")) {
            RawSocket socket = behind.accept();
            socket.request();
            socket.send("HTTP/1.1 100 Go\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n"
                    + "HTTP/1.1 104 Upload\r\nLocation: /u/1\r\nConnection: X-Hop\r\nX-Hop: 1\r\n\r\n"
                    + "HTTP/1.1 103 Early\r\nLink: </a>\r\n\r\n" + TestClient.OK);
            assertEquals(102, user.head().status());
            RawSocket.Reply upload = user.head();
            assertEquals(104, upload.status());
            assertEquals("/u/1", upload.header("location"));
            assertNull(upload.header("x-hop"));
            RawSocket.Reply hint = user.head();
            assertEquals(103, hint.status());
            assertEquals("</a>", hint.header("link"));
            assertEquals("ok", user.reply().body());
        }
    }

    @Test
    void theyDoSoWhereSomebodyTakesTheHints() {
        List<String> hints = new ArrayList<>();
        Handler taking = request -> behind.client
                .forward(request, behind.server.url("/"))
                .withHints(fields -> hints.add(fields.get("link")))
                .send()
                .map(ClientResponse::forward);
        try (TestServer own = TestServer.start(taking);
                RawSocket user = own.asking("GET / HTTP/1.1\nHost: front")) {
            RawSocket socket = behind.accept();
            socket.request();
            socket.send("HTTP/1.1 103 Early\r\nLink: </a>\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n" + TestClient.OK);
            assertEquals(102, user.head().status());
            assertEquals("ok", user.reply().body());
            assertEquals(List.of("</a>"), hints);
        }
    }
}
