package dev.weir.net.http;

import static dev.weir.net.Gzip.gzip;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawSocket;
import dev.weir.net.http.client.ClientRequest;
import dev.weir.net.http.client.ClientResponse;
import dev.weir.net.http.client.HttpClient;
import dev.weir.net.http.client.HttpClientBuilder;
import dev.weir.net.http.filter.Compression;
import dev.weir.net.http.filter.Decompression;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.CRC32;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Bodies whose pieces are looked at where they lie, while other connections of the same loop send and receive. */
@ExtendWith(NoLeaks.class)
class LookingTest {
    private static final Duration GENEROUS = Duration.ofMinutes(2);
    private static final int BODIES = 60;
    private static final int SIDE_BY_SIDE = 8;
    private static final int LARGEST = 400_000;
    private static final String TYPE = "text/plain";

    /** How the bodies go. */
    enum Wire {
        HTTP_1,
        HTTP_1_CHUNKED,
        HTTP_1_GZIP,
        HTTP_2;

        HttpClient client() {
            HttpClientBuilder builder = HttpClient.builder().threads(1);
            return (this == HTTP_2 ? builder.http2PriorKnowledge() : builder).build();
        }
    }

    private final TestServer server = TestServer.start(Routes.create()
            .post("/sum", request -> summed(request).map(sum -> Response.text(sum)))
            .post("/echo", request -> request.bytes().map(bytes -> Response.bytes(TYPE, bytes)))
            .post(
                    "/stream",
                    request -> request.bytes().map(bytes -> Response.stream(TYPE, Many.of(ByteBuffer.wrap(bytes)))))
            .post(
                    "/fails",
                    request -> request.forEachPiece(piece -> {
                                throw new HttpException(409, "seen enough");
                            })
                            .map(count -> Response.empty(204)))
            .with(Compression.create(), Decompression.create()));

    @AfterEach
    void close() {
        server.close();
    }

    private static One<String> summed(Request request) {
        return One.defer(() -> {
            CRC32 sum = new CRC32();
            return request.forEachPiece(sum::update).map(count -> count + " " + sum.getValue());
        });
    }

    private static String sum(byte[] bytes) {
        CRC32 sum = new CRC32();
        sum.update(bytes);
        return bytes.length + " " + sum.getValue();
    }

    private static One<String> summed(ClientResponse response) {
        return One.defer(() -> {
            CRC32 sum = new CRC32();
            return response.forEachPiece(sum::update).map(count -> count + " " + sum.getValue());
        });
    }

    /** Both sides look at every body, and see what was sent, while the same loop writes and reads for others. */
    @ParameterizedTest
    @EnumSource
    void piecesAreWhatWasSent(Wire wire) {
        Random random = new Random(7);
        try (HttpClient client = wire.client()) {
            Many.range(0, BODIES)
                    .map(i -> bytes(random))
                    .flatMap(SIDE_BY_SIDE, body -> checked(client, wire, body))
                    .last()
                    .await(GENEROUS);
        }
    }

    /** A response may end within the look at its request, and what follows on the connection is read there. */
    @Test
    void aPieceStaysAsItIsWhileTheNextRequestIsRead() {
        CompletableFuture<String> seen = new CompletableFuture<>();
        Handler first = request -> {
            CompletableFuture<Response> answer = new CompletableFuture<>();
            request.eventLoop()
                    .execute(() -> request.forEachPiece(
                                    piece -> { // when the handler has returned
                                        answer.complete(Response.text("first"));
                                        seen.complete(ISO_8859_1
                                                .decode(piece.duplicate())
                                                .toString());
                                    })
                            .subscribe());
            return One.from(answer);
        };
        Handler second = request -> request.forEachPiece(piece -> {})
                .map(count -> Response.text("x".repeat(3_000))); // gathered in an array
        try (TestServer pipelined =
                        TestServer.start(Routes.create().post("/first", first).post("/second", second));
                RawSocket socket = pipelined.connect()) {
            String head = " HTTP/1.1\r\nHost: test\r\nContent-Length: 1000\r\n\r\n";
            String body = "b".repeat(1_000);
            socket.send("POST /first" + head + body + "POST /second" + head + body);
            socket.reply();
            socket.reply();
            assertEquals(body, seen.join());
        }
    }

    private static byte[] bytes(Random random) {
        byte[] bytes = new byte[random.nextBoolean() ? random.nextInt(LARGEST) : random.nextInt(20_000)];
        for (int i = 0; i < bytes.length; i += 1 + random.nextInt(50)) {
            bytes[i] = (byte) random.nextInt();
        }
        return bytes;
    }

    private Many<String> checked(HttpClient client, Wire wire, byte[] body) {
        String expected = sum(body);
        return Many.concat(
                        sent(client, wire, "/sum", body).text().toMany(),
                        sent(client, wire, "/echo", body)
                                .send(LookingTest::summed)
                                .toMany(),
                        sent(client, wire, "/stream", body)
                                .send(response -> meanwhile(client, response))
                                .toMany())
                .doOnNext(seen -> assertEquals(expected, seen));
    }

    private ClientRequest sent(HttpClient client, Wire wire, String target, byte[] body) {
        ClientRequest request = client.post(server.url(target)).withHeader("content-type", TYPE);
        return switch (wire) {
            case HTTP_1, HTTP_2 -> request.withBody(body);
            case HTTP_1_CHUNKED -> request.withBody(Many.of(ByteBuffer.wrap(body)));
            case HTTP_1_GZIP -> request.withHeader("content-encoding", "gzip").withBody(gzip(body));
        };
    }

    /** A piece stays as it is while others send from the same loop. */
    private One<String> meanwhile(HttpClient client, ClientResponse response) {
        return One.defer(() -> {
            CRC32 sum = new CRC32();
            List<CompletionStage<byte[]>> others = new ArrayList<>();
            return response.forEachPiece(piece -> {
                        if (others.size() < 2) {
                            others.add(sent(client, Wire.HTTP_1, "/echo", new byte[3_000])
                                    .bytes()
                                    .toCompletionStage());
                        }
                        sum.update(piece);
                    })
                    .flatMap(count ->
                            One.all(others.stream().map(One::from).toList()).map(all -> count + " " + sum.getValue()));
        });
    }

    @Test
    void whatLookingThrowsEndsTheBody() {
        try (HttpClient client = Wire.HTTP_1.client()) {
            int refused = sent(client, Wire.HTTP_1, "/fails", new byte[100])
                    .send(response -> One.of(response.status()))
                    .await(GENEROUS);
            assertEquals(409, refused);
            IllegalStateException enough = new IllegalStateException("enough");
            AtomicInteger seen = new AtomicInteger();
            IllegalStateException failure = assertThrows(
                    IllegalStateException.class,
                    () -> sent(client, Wire.HTTP_1, "/stream", new byte[LARGEST])
                            .send(response -> response.forEachPiece(piece -> {
                                seen.incrementAndGet();
                                throw enough;
                            }))
                            .await(GENEROUS));
            assertEquals("enough", failure.getMessage());
            assertEquals(1, seen.get());
        }
    }
}
