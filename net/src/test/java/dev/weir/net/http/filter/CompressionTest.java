package dev.weir.net.http.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.aayushatharva.brotli4j.Brotli4jLoader;
import com.aayushatharva.brotli4j.decoder.BrotliInputStream;
import com.github.luben.zstd.ZstdInputStream;
import dev.weir.Emitter;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.Overflow;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawSocket;
import dev.weir.net.http.Response;
import dev.weir.net.http.Routes;
import dev.weir.net.http.ServerSentEvent;
import dev.weir.net.http.TestServer;
import dev.weir.testkit.VirtualTime;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.zip.GZIPInputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(NoLeaks.class)
class CompressionTest {
    private static final String TEXT = "All work and no play makes Jack a dull boy.\n".repeat(3000);
    private static final VirtualTime TIME = new VirtualTime();

    private static CompletableFuture<Emitter<ByteBuffer>> lines = new CompletableFuture<>();
    private static CompletableFuture<Emitter<ServerSentEvent>> events = new CompletableFuture<>();
    private static TestServer server;
    private static HttpClient client;

    @BeforeAll
    static void start() {
        Routes routes = Routes.create()
                .get("/small", request -> One.of(Response.text("x".repeat(1023))))
                .get(
                        "/text",
                        request -> One.of(Response.text(TEXT.substring(0, 4000))
                                .withHeader("ETag", "\"v1\"")
                                .withHeader("Accept-Ranges", "bytes")))
                .get("/large", request -> One.of(Response.text(TEXT)))
                .get("/value", request -> One.of(Response.value(TEXT.substring(0, 2000))))
                .get("/image", request -> One.of(Response.bytes("image/png", new byte[5000])))
                .get("/reset", request -> One.of(Response.text(TEXT).withStatus(205)))
                .get("/coded", request -> One.of(Response.text(TEXT).withHeader("Content-Encoding", "x")))
                .get("/as-is", request -> {
                    Response text = Response.text(TEXT).withHeader("Cache-Control", "private");
                    return One.of(text.withHeaders(text.headers().and("Cache-Control", "max-age=1, no-transform")));
                })
                .get("/stream", request -> One.of(Response.stream("text/plain", pieces())))
                .get(
                        "/lines",
                        request -> One.of(Response.stream(
                                "application/x-ndjson", Many.emitter(Overflow.buffer(64), lines::complete))))
                .get(
                        "/broken",
                        request -> One.of(Response.stream(
                                "text/plain", Many.concat(pieces(), Many.fail(() -> new IOException("test"))))))
                .get("/events", request -> One.of(Response.sse(Many.emitter(Overflow.buffer(64), events::complete))));
        Routes both = Routes.create()
                .under("", routes.with(Compression.create()))
                .under(
                        "/all",
                        routes.with(Compression.create()
                                .withEventStreams()
                                .withSmallest(1)
                                .withTypes(t -> true)));
        server = TestServer.start(both, builder -> builder.clock(TIME));
        client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    }

    private static Many<ByteBuffer> pieces() {
        byte[] bytes = TEXT.getBytes(StandardCharsets.UTF_8);
        return Many.range(0, bytes.length / 44)
                .map(i -> ByteBuffer.wrap(bytes, i * 44, 44).slice());
    }

    @AfterAll
    static void stop() {
        client.close();
        server.close();
    }

    private static HttpResponse<byte[]> get(String path, String accepted) throws Exception {
        return client.send(
                HttpRequest.newBuilder(URI.create(server.url(path)))
                        .header("Accept-Encoding", accepted)
                        .build(),
                BodyHandlers.ofByteArray());
    }

    private static String header(HttpResponse<?> response, String name) {
        return response.headers().firstValue(name).orElse("-");
    }

    private static String plain(HttpResponse<byte[]> response) throws IOException {
        InputStream body = new ByteArrayInputStream(response.body());
        InputStream plain = switch (header(response, "content-encoding")) {
            case "gzip" -> new GZIPInputStream(body);
            case "deflate" -> new InflaterInputStream(body);
            case "zstd" -> new ZstdInputStream(body);
            case "br" -> new BrotliInputStream(body);
            default -> body;
        };
        return new String(plain.readAllBytes(), StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "deflate", "zstd", "br"})
    void compressesAllKindsOfBodies(String coding) throws Exception {
        Assumptions.assumeTrue(!coding.equals("br") || Brotli4jLoader.isAvailable());
        for (String path : new String[] {"/large", "/stream"}) {
            HttpResponse<byte[]> response = get(path, coding);
            assertEquals(coding, header(response, "content-encoding"), path);
            assertEquals("Accept-Encoding", header(response, "vary"));
            assertEquals(TEXT, plain(response));
            assertTrue(response.body().length < TEXT.length() / 20, () -> "" + response.body().length);
        }
        HttpResponse<byte[]> text = get("/text", coding);
        assertEquals(TEXT.substring(0, 4000), plain(text));
        assertEquals("\"v1-" + coding + "\"", header(text, "etag"));
        assertEquals("-", header(text, "accept-ranges"));
        assertEquals("" + text.body().length, header(text, "content-length"));
    }

    @ParameterizedTest
    @CsvSource({
        "'gzip, deflate',gzip",
        "'gzip;q=0.5, deflate',deflate",
        "'gzip;q=0, deflate;q=0.1',deflate",
        "identity,-",
        "'gzip;q=0.5, identity',-",
        "'gzip;q=0',-",
        "'*;q=0',-",
        "GZIP,gzip",
        "'gzip;q=bogus',-",
        "'gzip;q=2',-",
        "x-unknown,-"
    })
    void takesWhatTheClientLikesBest(String accepted, String chosen) throws Exception {
        HttpResponse<byte[]> response = get("/text", accepted);
        assertEquals(chosen, header(response, "content-encoding"));
        assertEquals("Accept-Encoding", header(response, "vary"));
    }

    @Test
    void theBestThatThereIsForAnything() throws Exception {
        String expected = Brotli4jLoader.isAvailable() ? "br" : "zstd";
        assertEquals(expected, header(get("/text", "*"), "content-encoding"));
        assertEquals(expected, header(get("/text", "gzip, deflate, br, zstd"), "content-encoding"));
    }

    @ParameterizedTest
    @CsvSource({"/small,-", "/image,-", "/coded,x", "/as-is,-", "/reset,-"})
    void leavesAloneWhatDoesNotGain(String path, String coding) throws Exception {
        HttpResponse<byte[]> response = get(path, "gzip");
        assertEquals(coding, header(response, "content-encoding"));
        assertEquals("-", header(response, "vary"));
    }

    @Test
    void valuesAreEncodedBefore() throws Exception {
        HttpResponse<byte[]> response = get("/value", "gzip");
        assertEquals("gzip", header(response, "content-encoding"));
        assertEquals("application/json", header(response, "content-type"));
        assertTrue(plain(response).startsWith("\"All work"));
    }

    @Test
    void aRangeIsOfWhatIsNotCompressed() throws Exception {
        HttpResponse<String> response = client.send(
                HttpRequest.newBuilder(URI.create(server.url("/text")))
                        .header("Accept-Encoding", "gzip")
                        .header("Range", "bytes=0-7")
                        .build(),
                BodyHandlers.ofString());
        assertEquals(206, response.statusCode());
        assertEquals("All work", response.body());
        assertEquals("Accept-Encoding", header(response, "vary"));
    }

    /** Reads chunks until they hold what is looked for. */
    private static String inflateUntil(RawSocket socket, Inflater inflater, String end) throws Exception {
        ByteArrayOutputStream plain = new ByteArrayOutputStream();
        byte[] room = new byte[4096];
        while (!plain.toString(StandardCharsets.UTF_8).endsWith(end)) {
            byte[] chunk = socket.bytes(Integer.parseInt(socket.line(), 16));
            assertEquals("", socket.line());
            inflater.setInput(chunk);
            for (int n = inflater.inflate(room); n > 0; n = inflater.inflate(room)) {
                plain.write(room, 0, n);
            }
        }
        return plain.toString(StandardCharsets.UTF_8);
    }

    @Test
    void whatIsEmittedGoesOutAtOnce() throws Exception {
        lines = new CompletableFuture<>();
        Inflater inflater = new Inflater();
        try (RawSocket socket = server.connect()) {
            socket.send("GET /lines HTTP/1.1\r\nHost: a\r\nAccept-Encoding: deflate\r\n\r\n")
                    .head();
            for (int i = 0; i < 5; i++) {
                String line = "{\"line\":" + i + "}\n";
                lines.join().next(ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8)));
                assertEquals(line, inflateUntil(socket, inflater, line));
            }
            lines.join().complete();
            long rest = 0;
            for (int size = Integer.parseInt(socket.line(), 16); size > 0; size = Integer.parseInt(socket.line(), 16)) {
                rest += socket.bytes(size).length;
                assertEquals("", socket.line());
            }
            assertTrue(rest > 0);
        } finally {
            inflater.end();
        }
    }

    @Test
    void eventsAreCompressedOnlyIfAsked() throws Exception {
        events = new CompletableFuture<>();
        try (RawSocket socket = server.connect()) {
            assertEquals(
                    null,
                    socket.send("GET /events HTTP/1.1\r\nHost: a\r\nAccept-Encoding: deflate\r\n\r\n")
                            .head()
                            .header("content-encoding"));
        }
        events = new CompletableFuture<>();
        Inflater inflater = new Inflater();
        try (RawSocket socket = server.connect()) {
            assertEquals(
                    "deflate",
                    socket.send("GET /all/events HTTP/1.1\r\nHost: a\r\nAccept-Encoding: deflate\r\n\r\n")
                            .head()
                            .header("content-encoding"));
            events.join().next(ServerSentEvent.of("one"));
            assertEquals("data: one\n\n", inflateUntil(socket, inflater, "\n\n"));
            for (int second = 0; second < 20; second++) {
                server.roundTrip();
                TIME.advance(Duration.ofSeconds(1));
            }
            assertEquals(":\n\n", inflateUntil(socket, inflater, "\n\n"));
        } finally {
            inflater.end();
        }
    }

    @Test
    void aStreamThatFailsBreaksOff() throws Exception {
        try (RawSocket socket = server.connect()) {
            String rest = socket.send("GET /broken HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\n\r\n")
                    .rest();
            assertTrue(!rest.endsWith("0\r\n\r\n"));
        }
    }

    @Test
    void aClientThatGoesInTheMidstLeavesNothingBehind() {
        for (String coding : new String[] {"gzip", "deflate", "zstd", "br"}) {
            lines = new CompletableFuture<>();
            try (RawSocket socket = server.connect()) {
                socket.send("GET /lines HTTP/1.1\r\nHost: a\r\nAccept-Encoding: " + coding + "\r\n\r\n")
                        .head();
                lines.join().next(ByteBuffer.wrap(new byte[100]));
                socket.line();
            }
        }
        assertEquals(0, server.steady(() -> server.server().streams()));
    }
}
