package dev.weir.net.http.client;

import static dev.weir.net.Gzip.gzip;
import static dev.weir.net.http.client.TestClient.begin;
import static dev.weir.net.http.client.TestClient.failure;
import static dev.weir.net.http.client.TestClient.value;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawSocket;
import dev.weir.net.http.Filter;
import dev.weir.net.http.Handler;
import dev.weir.net.http.Headers;
import dev.weir.net.http.HttpException;
import dev.weir.net.http.Request;
import dev.weir.net.http.Response;
import dev.weir.net.http.TestServer;
import dev.weir.net.http.filter.Compression;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Fields behind bodies, and responses before the response, over both versions and through a server in between. */
@ExtendWith(NoLeaks.class)
class TrailersTest {
    private static final Headers SUM = Headers.of("X-Sum", "1", "X-Sum", "2", "Etag", "\"e\"");

    private static HttpClient client(boolean http2) {
        HttpClientBuilder builder = HttpClient.builder().threads(1);
        return (http2 ? builder.http2PriorKnowledge() : builder).build();
    }

    private static Many<ByteBuffer> pieces() {
        return Many.of("a", "b").map(text -> ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)));
    }

    private static String text(Headers headers) {
        List<String> fields = new ArrayList<>();
        headers.forEach(field -> fields.add(field.name().toLowerCase(java.util.Locale.ROOT) + "=" + field.value()));
        return String.join(",", fields);
    }

    /** Answers with what came behind the body of the request. */
    private static One<Response> mirror(Request request) {
        request.hint(Headers.of("Link", "</a.css>; rel=preload"));
        request.hint(Headers.of("Link", "</b.css>; rel=preload"));
        return request.text()
                .map(body -> (request.target().equals("/whole")
                                ? Response.text(body)
                                : Response.stream("text/plain", pieces()))
                        .withHeader("X-Before", text(request.trailers()))
                        .withTrailers(() -> SUM));
    }

    private static String exchange(HttpClient client, String url) {
        List<String> hints = new ArrayList<>();
        String got = client.post(url)
                .withBody(pieces())
                .withTrailers(() -> Headers.of("X-Mine", "m"))
                .withHints(fields -> hints.add(text(fields)))
                .send(response -> One.of(text(response.trailers()))
                        .flatMap(before -> response.text()
                                .map(body -> response.header("x-before") + " " + before + body + " "
                                        + text(response.trailers()))))
                .await(TestServer.GENEROUS);
        return got + " " + hints;
    }

    private static final String ALL =
            "x-mine=m ab x-sum=1,x-sum=2,etag=\"e\" [link=</a.css>; rel=preload, link=</b.css>; rel=preload]";

    @ParameterizedTest
    @CsvSource({"false, /", "false, /whole", "true, /", "true, /whole"})
    void bothSides(boolean http2, String target) {
        try (TestServer server = TestServer.start(TrailersTest::mirror);
                HttpClient client = client(http2)) {
            assertEquals(ALL, exchange(client, server.url(target)));
            assertEquals(ALL, exchange(client, server.url(target)), "again on the same connection");
            assertEquals(1, client.pool().opened());
        }
    }

    @ParameterizedTest
    @CsvSource({"false, false", "false, true", "true, false", "true, true"})
    void throughServersInBetween(boolean before, boolean behind) {
        try (TestServer origin = TestServer.start(TrailersTest::mirror);
                HttpClient inner = client(behind);
                TestServer gateway = TestServer.start(request -> inner.forward(request, origin.url(request.target()))
                        .send()
                        .map(ClientResponse::forward));
                HttpClient client = client(before)) {
            assertEquals(ALL, exchange(client, gateway.url("/")));
        }
    }

    /** Some servers and intermediaries drop what was not. */
    @ParameterizedTest
    @CsvSource({"false, false", "false, true", "true, false", "true, true"})
    void theyCanBeAnnounced(boolean before, boolean behind) {
        Handler known = request -> request.bytes()
                .map(body -> Response.bytes("a/b", body)
                        .withHeader("Trailer", "X-Sum")
                        .withHeader("X-Before", request.header("trailer") + " " + text(request.trailers()))
                        .withTrailers(() -> SUM));
        try (TestServer origin = TestServer.start(known);
                HttpClient inner = client(behind);
                TestServer gateway = TestServer.start(request -> inner.forward(request, origin.url(request.target()))
                        .send()
                        .map(ClientResponse::forward));
                HttpClient client = client(before)) {
            String got = client.post(gateway.url("/"))
                    .withBody("ab")
                    .withHeader("Trailer", "X-Mine")
                    .withTrailers(() -> Headers.of("X-Mine", "m"))
                    .send(response -> response.text()
                            .map(body -> response.header("x-before") + " " + response.header("trailer") + " " + body
                                    + " " + text(response.trailers())))
                    .await(TestServer.GENEROUS);
            assertEquals("X-Mine x-mine=m X-Sum ab x-sum=1,x-sum=2,etag=\"e\"", got);
        }
    }

    @Test
    void thoseOfACodedFormAreNotAnnouncedWhereItIsDecoded() {
        Handler coded = request -> One.of(Response.bytes("a/b", gzip("ab"))
                .withHeader("Content-Encoding", "gzip")
                .withHeader("Trailer", "Content-Digest, X-Sum")
                .withTrailers(() -> SUM));
        assertEquals("X-Sum", between(coded, (inner, request, to) -> inner.get(to)));
    }

    @Test
    void thereAreNoneBehindNothing() {
        Handler asked = request -> One.of(Response.empty(204).withHeader("Trailer", "-" + request.header("trailer")));
        assertEquals("-null", between(asked, HttpClient::forward));
    }

    /** How a server in between asks. */
    private interface Between {
        ClientRequest ask(HttpClient inner, Request request, String to);
    }

    /** What the response announces. */
    private static String between(Handler known, Between asking) {
        try (TestServer origin = TestServer.start(known);
                HttpClient inner = client(true);
                TestServer gateway = TestServer.start(request ->
                        asking.ask(inner, request, origin.url("/")).send().map(ClientResponse::forward));
                HttpClient client = client(true)) {
            return client.get(gateway.url("/"))
                    .withHeader("Trailer", "X-Mine")
                    .send(response -> response.bytes().map(body -> String.valueOf(response.header("trailer"))))
                    .await(TestServer.GENEROUS);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void behindAFile(boolean http2, @TempDir Path directory) throws IOException {
        byte[] content = new byte[300_003];
        new Random(7).nextBytes(content);
        Path file = Files.write(directory.resolve("file"), content);
        Handler handler = request -> Response.file(file).map(found -> found.withTrailers(() -> SUM));
        try (TestServer server = TestServer.start(handler);
                HttpClient client = client(http2)) {
            for (int i = 0; i < 2; i++) {
                assertArrayEquals(content, client.get(server.url("/")).bytes().await(TestServer.GENEROUS));
                byte[] part = client.get(server.url("/"))
                        .withHeader("Range", "bytes=1-200000")
                        .bytes()
                        .await(TestServer.GENEROUS);
                assertArrayEquals(Arrays.copyOfRange(content, 1, 200_001), part);
            }
            assertEquals(1, client.pool().opened());
        }
    }

    @Test
    void asTheyAreSent() {
        Handler handler = request -> One.of(Response.text("abc").withTrailers(() -> SUM));
        try (TestServer server = TestServer.start(handler)) {
            try (RawSocket socket = server.connect()) {
                RawSocket.Reply head =
                        socket.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n").head();
                assertEquals("chunked", head.header("transfer-encoding"));
                assertEquals(null, head.header("content-length"));
                for (String line : "3,abc,0,X-Sum: 1,X-Sum: 2,Etag: \"e\",".split(",", -1)) {
                    assertEquals(line, socket.line());
                }
                assertEquals(
                        200,
                        socket.send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n").head().status());
                assertEquals(
                        "3",
                        socket.send("GET / HTTP/1.0\r\nHost: a\r\n\r\n").head().header("content-length"));
                assertEquals("abc", new String(socket.bytes(3), StandardCharsets.US_ASCII));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Content-Length", "Date", "Trailer", "Host", "Content-Type", "Connection"})
    void whatCantFollowBreaksTheBodyOff(String name) {
        Handler handler = request -> One.of(Response.stream("a/b", pieces()).withTrailers(() -> Headers.of(name, "1")));
        for (boolean http2 : new boolean[] {false, true}) {
            try (TestServer server = TestServer.start(handler);
                    HttpClient client = client(http2)) {
                failure(begin(client.get(server.url("/")).text()), ClientException.Reason.CLOSED);
                for (String field : new String[] {"Connection", "Trailer"}) {
                    ClientException unsent = failure(
                            begin(client.post(server.url("/"))
                                    .withBody("a")
                                    .withTrailers(() -> Headers.of(field, "1"))
                                    .text()),
                            ClientException.Reason.BODY);
                    assertTrue(unsent.getMessage().contains(field), unsent.getMessage());
                }
            }
        }
    }

    @Test
    void theyAreBoundedAsHeadsAre() {
        try (TestServer server = TestServer.start(
                request -> request.text().map(Response::text), builder -> builder.maxHeaderFields(3))) {
            String head = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n";
            assertEquals(200, server.ask(head + "A: 1\r\n".repeat(3) + "\r\n").status());
            assertEquals(431, server.ask(head + "A: 1\r\n".repeat(4) + "\r\n").status());
        }
        for (boolean http2 : new boolean[] {false, true}) {
            HttpClientBuilder few = HttpClient.builder().maxHeaderFields(8);
            try (TestServer server = TestServer.start(request -> One.of(Response.stream("a/b", pieces())
                            .withTrailers(() -> Headers.of(fields(Integer.parseInt(request.query("n")))))));
                    HttpClient client = (http2 ? few.http2PriorKnowledge() : few).build()) {
                assertEquals("ab", client.get(server.url("/?n=8")).text().await(TestServer.GENEROUS));
                failure(begin(client.get(server.url("/?n=9")).text()), ClientException.Reason.PROTOCOL);
            }
        }
    }

    private static String[] fields(int count) {
        String[] fields = new String[2 * count];
        java.util.Arrays.fill(fields, "x");
        return fields;
    }

    @Test
    void foldedTrailersOfAResponse() {
        try (TestClient raw = TestClient.start()) {
            CompletableFuture<String> got =
                    begin(raw.get("/").send(response -> response.text().map(body -> text(response.trailers()))));
            RawSocket socket = raw.accept();
            socket.requestHead();
            socket.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nA: b\r\n  c\r\n\r\n");
            assertEquals("a=b c", value(got));
        }
    }

    @Test
    void hintsAreFewAndOnlyForThoseWhoReadThem() {
        Handler many = request -> {
            for (int i = 0; i < 100; i++) {
                request.hint(Headers.of("Link", "<" + i + ">"));
            }
            return One.of(Response.empty(204));
        };
        try (TestServer server = TestServer.start(many);
                HttpClient client = client(false)) {
            List<String> hints = new ArrayList<>();
            client.get(server.url("/"))
                    .withHints(fields -> hints.add(fields.get("link")))
                    .send(response -> One.of(response.status()))
                    .await(TestServer.GENEROUS);
            assertEquals(16, hints.size());
            assertEquals(204, server.ask("GET / HTTP/1.0\r\n\r\n").status());
        }
    }

    /** Else it would be left out, as one that comes behind the response. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aHintOfAnotherThreadComesBeforeAResponseThatIsKnownAtOnce(boolean http2) {
        Handler handler = request -> {
            CompletableFuture.runAsync(() -> request.hint(Headers.of("Link", "</a>")))
                    .join();
            return One.of(Response.empty(204));
        };
        List<String> hints = new ArrayList<>();
        try (TestServer server = TestServer.start(handler);
                HttpClient client = client(http2)) {
            assertEquals(
                    204,
                    client.get(server.url("/"))
                            .withHints(fields -> hints.add(fields.get("link")))
                            .send(response -> One.of(response.status()))
                            .await(TestServer.GENEROUS));
            assertEquals(List.of("</a>"), hints);
        }
    }

    /** So is what a filter does to failures, such as {@code SecurityHeaders}, if it is called on another thread. */
    @Test
    void aFilterOfAnotherThreadChangesAFailureThatIsKnownAtOnce() {
        Filter filter = Filter.changing((request, response) -> response.withHeader("X-A", "1"));
        Handler failing = request -> One.fail(() -> new HttpException(409, "no"));
        Handler handler = request -> CompletableFuture.supplyAsync(() -> {
                    try {
                        return filter.filter(request, failing);
                    } catch (Exception wrong) {
                        throw new IllegalStateException(wrong);
                    }
                })
                .join();
        try (TestServer server = TestServer.start(handler)) {
            RawSocket.Reply reply = server.ask("GET / HTTP/1.0\r\n\r\n");
            assertEquals(409, reply.status());
            assertEquals("1", reply.header("x-a"));
        }
    }

    @Test
    void aTellerThatFailsFailsTheRequest() {
        try (TestServer server = TestServer.start(TrailersTest::mirror);
                HttpClient client = client(false)) {
            var outcome = begin(client.post(server.url("/"))
                    .withBody("a")
                    .withHints(fields -> {
                        throw new IllegalStateException("no");
                    })
                    .text());
            assertTrue(
                    failure(outcome, ClientException.Reason.BODY).getMessage().contains("told of a 103 failed"));
        }
    }

    @Test
    void ofARequestWithoutABodyThereAreNone() {
        try (TestClient raw = TestClient.start()) {
            var got = begin(raw.post("/").withTrailers(() -> SUM).text());
            RawSocket socket = raw.accept();
            RawSocket.Asked asked = socket.request();
            assertEquals("0", asked.header("content-length"));
            socket.send(TestClient.OK);
            assertEquals("ok", value(got));
        }
    }

    private static String behind(ClientRequest request) {
        return request.send(response -> response.bytes().map(bytes -> text(response.trailers())))
                .await(TestServer.GENEROUS);
    }

    /** As those in front (RFC 9530). */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void digestsOfOtherBytesDoNotFollow(boolean http2) {
        Headers all = Headers.of("Content-Digest", "a", "Repr-Digest", "b", "X-Sum", "1");
        Handler handler = request -> One.of(Response.text("abc".repeat(1000)).withTrailers(() -> all));
        try (TestServer server = TestServer.start(handler.with(Compression.create()));
                HttpClient client = client(http2)) {
            ClientRequest get = client.get(server.url("/"));
            assertEquals("x-sum=1", behind(get));
            assertEquals("repr-digest=b,x-sum=1", behind(get.withHeader("Range", "bytes=0-1")));
            assertEquals(text(all), behind(get.withHeader("Accept-Encoding", "identity")));
        }
    }
}
