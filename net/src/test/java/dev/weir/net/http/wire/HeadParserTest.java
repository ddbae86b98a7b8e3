package dev.weir.net.http.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.net.loop.Bytes;
import dev.weir.net.loop.Received;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class HeadParserTest {
    private static final String HOST = "Host: a\r\n";

    private static RequestHead parse(String text) throws BadRequest {
        return new HeadParser(8192, 16384, 100).next(Bytes.received(text));
    }

    private static RequestHead get(String fields) throws BadRequest {
        return parse("GET / HTTP/1.1\r\n" + HOST + fields + "\r\n");
    }

    @Test
    void readsWhatTheRequestSays() throws BadRequest {
        RequestHead head =
                parse("PUT /rates/EUR?at=now&x HTTP/1.1\r\nHost: a:80\r\nX-Odd-One:  b c \r\nAccept:\r\n\r\n");
        assertEquals("PUT", head.method());
        assertEquals("/rates/EUR", head.path());
        assertEquals("at=now&x", head.query());
        assertArrayEquals(new String[] {"host", "a:80", "x-odd-one", "b c", "accept", ""}, head.fields());
        assertTrue(head.keepAlive());
        assertFalse(head.hasBody());
    }

    @Test
    void knowsNothingUntilTheHeadIsComplete() throws BadRequest {
        String text = "\r\nGET /a HTTP/1.1\r\nHost: a\r\nAccept: */*\r\n\r\n";
        HeadParser parser = new HeadParser(8192, 16384, 100);
        Received received = Bytes.received("");
        for (int i = 0; i < text.length(); i++) {
            assertNull(parser.next(received), "after " + i + " bytes");
            Bytes.append(received, text.substring(i, i + 1));
        }
        RequestHead head = parser.next(received);
        assertNotNull(head);
        assertEquals("/a", head.path());
        assertEquals(0, received.available());
    }

    @Test
    void aHostMayHaveAPort() throws BadRequest {
        for (String host : List.of("a", "a:", "a:12345", "127.0.0.1:80", "[::1]", "[::1]:80")) {
            assertEquals(
                    host, parse("GET / HTTP/1.1\r\nHost: " + host + "\r\n\r\n").fields()[1]);
        }
        assertEquals("[::1]", parse("GET / HTTP/1.1\r\nHost: [::1]:80\r\n\r\n").host());
    }

    @Test
    void valuesMayBeUtf8() throws BadRequest {
        String sent = "\u00c3\u0085\u00e2\u0080\u0085\u00e2\u0085\u00a0"; // A with a ring, a space, a roman one
        assertEquals(sent, get("A: " + sent + "\r\n").fields()[3]);
    }

    @Test
    void leavesWhatFollowsTheHead() throws BadRequest {
        Received received = Bytes.received("GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\nrest");
        HeadParser parser = new HeadParser(8192, 16384, 100);
        assertEquals("/1", parser.next(received).path());
        assertEquals("/2", parser.next(received).path());
        assertNull(parser.next(received));
        assertEquals(4, received.available());
    }

    @Test
    void findsTheBodyAndTheConnectionsFuture() throws BadRequest {
        assertEquals(12, get("Content-Length: 12\r\n").contentLength());
        assertTrue(get("Transfer-Encoding: Chunked\r\n").isChunked());
        assertTrue(get("Content-Length: 12\r\nExpect: 100-Continue\r\n").expectsContinue());
        assertTrue(get("Content-Length: 12\r\nExpect: ,100-continue , ,\r\n").expectsContinue());
        assertFalse(get("Content-Length: 12\r\nExpect: ,\r\n").expectsContinue());
        assertFalse(get("Expect: 100-continue\r\n").expectsContinue());
        assertFalse(get("Connection: upgrade, Close\r\n").keepAlive());
        assertFalse(parse("GET / HTTP/1.0\r\n\r\n").keepAlive());
        assertTrue(parse("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n").keepAlive());
    }

    @Test
    void acceptsAbsoluteTargetsOfTheSameHost() throws BadRequest {
        assertEquals(
                "/p",
                parse("GET http://A:81/p?q HTTP/1.1\r\nHost: a:81\r\n\r\n").path());
        assertEquals("/", parse("GET http://a HTTP/1.1\r\nHost: a\r\n\r\n").path());
        assertEquals("/", parse("GET http://a?q HTTP/1.1\r\nHost: a\r\n\r\n").path());
        assertEquals("*", parse("OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n").path());
    }

    /** Of HTTP/1.0, which need not have a host; what is named is the host then (RFC 9112 section 3.2.2). */
    @Test
    void absoluteTargetsNameTheHostIfNothingElseDoes() throws BadRequest {
        RequestHead head = parse("GET http://a:81/p?q HTTP/1.0\r\nX: y\r\n\r\n");
        assertEquals("/p", head.path());
        assertEquals("a", head.host());
        assertArrayEquals(new String[] {"host", "a:81", "x", "y"}, head.fields());
        assertNull(parse("GET /p HTTP/1.0\r\n\r\n").host());
    }

    static Stream<Arguments> refused() {
        return Stream.of(
                refused(400, "\r\n\r\nGET / HTTP/1.1\r\n" + HOST + "\r\n"),
                refused(400, "GET  / HTTP/1.1\r\n" + HOST + "\r\n"),
                refused(400, "GET\t/ HTTP/1.1\r\n" + HOST + "\r\n"),
                refused(400, "GET / HTTP/1.1 \r\n" + HOST + "\r\n"),
                refused(400, "GET /\r\n" + HOST + "\r\n"),
                refused(400, " GET / HTTP/1.1\r\n" + HOST + "\r\n"),
                refused(400, "GE(T / HTTP/1.1\r\n" + HOST + "\r\n"),
                refused(400, "GET / http/1.1\r\n" + HOST + "\r\n"),
                refused(400, "GET / HTTP/11\r\n" + HOST + "\r\n"),
                refused(400, "GET / HTTP/1.1x\r\n" + HOST + "\r\n"),
                refused(505, "GET / HTTP/1.2\r\n" + HOST + "\r\n"),
                refused(505, "GET / HTTP/2.0\r\n" + HOST + "\r\n"),
                refused(505, "GET / HTTP/9.9\r\n" + HOST + "\r\n"),
                refused(400, "GET / HTTP/1.1\n" + HOST + "\r\n"),
                refused(400, "GET / HTTP/1.1\r\nHost: a\n\r\n"),
                refused(400, "GET / HTTP/1.1\r\n" + HOST + "\n"),
                refused(400, "GET /\u0001 HTTP/1.1\r\n" + HOST + "\r\n"),
                refused(400, "GET /\u00e9 HTTP/1.1\r\n" + HOST + "\r\n"),
                refused(400, "GET /a#b HTTP/1.1\r\n" + HOST + "\r\n"),
                refused(400, "GET a HTTP/1.1\r\n" + HOST + "\r\n"),
                refused(400, "GET * HTTP/1.1\r\n" + HOST + "\r\n"),
                refused(400, "GET http://b/ HTTP/1.1\r\n" + HOST + "\r\n"),
                refused(400, "GET ftp://a/ HTTP/1.1\r\n" + HOST + "\r\n"),
                refused(501, "CONNECT a:80 HTTP/1.1\r\n" + HOST + "\r\n"),
                refused(400, "GET / HTTP/1.1\r\n\r\n"),
                refused(400, "GET / HTTP/1.1\r\n" + HOST + HOST + "\r\n"),
                refused(400, "GET / HTTP/1.1\r\nHost:\r\n\r\n"),
                refused(400, "GET / HTTP/1.1\r\nHost: a b\r\n\r\n"),
                refused(400, "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n"),
                refused(400, "GET / HTTP/1.1\r\nHost: u@a\r\n\r\n"),
                refused(400, "GET / HTTP/1.1\r\nHost: a, b\r\n\r\n"),
                refused(400, "GET / HTTP/1.1\r\nHost: a:x\r\n\r\n"),
                refused(400, "GET / HTTP/1.1\r\nHost: a:123456\r\n\r\n"),
                refused(400, "GET / HTTP/1.1\r\nHost: :80\r\n\r\n"),
                refused(400, "GET / HTTP/1.1\r\nHost: []:80\r\n\r\n"),
                refused(400, "GET / HTTP/1.1\r\nHost: [::1]x:80\r\n\r\n"),
                refused(400, "GET / HTTP/1.1\r\nHost: [::1\r\n\r\n"),
                field(400, "A : b"),
                field(400, "A"),
                field(400, ": b"),
                field(400, "A(: b"),
                field(400, " folded: at once"),
                field(400, "A: b\r\n c"),
                field(400, "A: b\r\n\tc"),
                field(400, "A: b\rc"),
                field(400, "A: b\u0000"),
                field(400, "A\u0001: b"),
                field(400, "A: \u007f"),
                field(400, "A: b\u0085c"), // a line end to some
                field(400, "A: \u00c2\u0085"), // the same in UTF-8
                field(400, "Content-Length: -1"),
                field(400, "Content-Length: +1"),
                field(400, "Content-Length: 0x1"),
                field(400, "Content-Length: 1, 1"),
                field(400, "Content-Length: 1\r\nContent-Length: 1"),
                field(400, "Content-Length:"),
                field(400, "Content-Length: 1 1"),
                field(400, "Content-Length: 9999999999999999999"),
                field(400, "Content-Length: 1\r\nTransfer-Encoding: chunked"),
                field(501, "Transfer-Encoding: gzip, chunked"),
                field(501, "Transfer-Encoding: identity, chunked"),
                field(501, "Transfer-Encoding: chunked, chunked"),
                field(501, "Transfer-Encoding: chunked, gzip"),
                field(501, "Transfer-Encoding: \u000bchunked".replace("\u000b", "x")),
                field(400, "Transfer-Encoding: \u000bchunked"),
                field(400, "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked"),
                refused(400, "GET / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n"),
                refused(400, "GET http://a/ HTTP/1.0\r\nHost: b\r\n\r\n"),
                refused(400, "GET http://a/ HTTP/1.1\r\n\r\n"),
                refused(400, "GET http:///p HTTP/1.0\r\n\r\n"),
                refused(400, "GET http://user@a/ HTTP/1.0\r\n\r\n"),
                field(417, "Expect: 200-ok"),
                field(417, "Expect: 100-continue, 200-ok"),
                field(501, "Transfer-Encoding: , chunked"),
                field(501, "Transfer-Encoding: chunked,"),
                refused(400, "\u0016\u0003\u0001\u0002"));
    }

    private static Arguments refused(int status, String text) {
        return Arguments.of(status, text);
    }

    private static Arguments field(int status, String line) {
        return refused(status, "GET / HTTP/1.1\r\n" + HOST + line + "\r\n\r\n");
    }

    @ParameterizedTest
    @MethodSource("refused")
    void refusesWhatCouldBeReadInTwoWays(int status, String text) {
        BadRequest bad = assertThrows(BadRequest.class, () -> parse(text));
        assertEquals(status, bad.status(), bad.detail());
    }

    @Test
    void noticesTooLongHeadsBeforeTheyEnd() {
        HeadParser parser = new HeadParser(20, 30, 2);
        assertEquals(414, status(parser, "GET /12345678901234567890"));
        parser = new HeadParser(20, 30, 2);
        assertEquals(431, status(parser, "GET / HTTP/1.1\r\nA: 123456789012345678901234567890"));
        parser = new HeadParser(20, 30, 2);
        assertEquals(431, status(parser, "GET / HTTP/1.1\r\nA: b\r\nC: d\r\nE: f\r\n"));
    }

    private static int status(HeadParser parser, String text) {
        return assertThrows(BadRequest.class, () -> parser.next(Bytes.received(text)))
                .status();
    }

    @Test
    void acceptsHeadsThatAreJustWithinTheLimits() throws BadRequest {
        HeadParser parser = new HeadParser(14 + 2, 9 + 2 + 2, 1);
        assertNotNull(parser.next(Bytes.received("GET / HTTP/1.1\r\nHost: a.b\r\n\r\n")));
    }
}
