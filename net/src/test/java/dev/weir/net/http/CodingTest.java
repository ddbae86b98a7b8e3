package dev.weir.net.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.Emitter;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.Overflow;
import dev.weir.net.Memory;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawSocket;
import java.io.ByteArrayInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What handlers have coded themselves. */
@ExtendWith(NoLeaks.class)
class CodingTest {
    private static final Coding GZIP = to -> new GZIPOutputStream(to, 512, true);
    private static final String LARGE = "0123456789".repeat(10_000);

    static Stream<Arguments> values() {
        return Stream.of(
                Arguments.of(Response.value("ok"), "\"ok\""),
                Arguments.of(Response.value(LARGE), '"' + LARGE + '"'),
                Arguments.of(Response.values(Many.of(1, 2)), "[1,2]\n"));
    }

    /** Their head was sent, and nothing after it. */
    @ParameterizedTest
    @MethodSource("values")
    void valuesAreEncodedBefore(Response response, String text) throws Exception {
        HttpResponse<byte[]> answer = get(response.withCoding("gzip", GZIP));
        assertEquals("gzip", answer.headers().firstValue("content-encoding").orElse(""));
        assertEquals(
                "application/json", answer.headers().firstValue("content-type").orElse(""));
        assertEquals(text, new String(decoded(answer.body()), StandardCharsets.UTF_8));
    }

    static Stream<Response> twice() {
        ByteBuffer piece = ByteBuffer.wrap(LARGE.getBytes(StandardCharsets.US_ASCII));
        return Stream.of(Response.text("ok"), Response.text(LARGE), Response.stream("a/b", Many.of(piece)));
    }

    /** RFC 9110 section 8.4. */
    @ParameterizedTest
    @MethodSource("twice")
    void codingsAreListedInTheirOrder(Response response) throws Exception {
        Coding reverse = to -> new FilterOutputStream(to) {
            @Override
            public void write(int octet) throws IOException {
                out.write(octet ^ 0xff);
            }
        };
        HttpResponse<byte[]> answer = get(response.withCoding("gzip", GZIP).withCoding("reverse", reverse));
        assertEquals(
                "gzip, reverse", answer.headers().firstValue("content-encoding").orElse(""));
        byte[] coded = answer.body();
        for (int i = 0; i < coded.length; i++) {
            coded[i] ^= (byte) 0xff;
        }
        String text = new String(decoded(coded), StandardCharsets.US_ASCII);
        assertEquals(response.length() == 2 ? "ok" : LARGE, text);
    }

    /** A body that lasts, as of events, may have nothing to send for hours. */
    @Test
    void noPieceIsKeptOnceItIsCoded() {
        CompletableFuture<Emitter<ByteBuffer>> pieces = new CompletableFuture<>();
        Many<ByteBuffer> content = Many.emitter(Overflow.buffer(8), pieces::complete);
        Response response = Response.stream("a/b", content).withCoding("gzip", GZIP);
        try (TestServer server = TestServer.start(request -> One.of(response));
                RawSocket client = server.connect()) {
            client.send("GET / HTTP/1.1\r\nHost: test\r\n\r\n");
            assertEquals(200, client.head().status());
            Emitter<ByteBuffer> emitter = pieces.join();
            Memory before = Memory.now();
            emitter.next(ByteBuffer.wrap(new byte[8 * 1024 * 1024]));
            server.roundTrip();
            Memory.assertHeld(512 * 1024, before);
            emitter.complete();
        }
    }

    private static byte[] decoded(byte[] coded) throws IOException {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(coded))) {
            return in.readAllBytes();
        }
    }

    private static HttpResponse<byte[]> get(Response response) throws Exception {
        try (TestServer server = TestServer.start(request -> One.of(response));
                HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create(server.url("/")))
                    .timeout(Duration.ofMinutes(1))
                    .build();
            return client.send(request, BodyHandlers.ofByteArray());
        }
    }
}
