package dev.weir.net.http.client;

import static dev.weir.net.http.client.TestClient.GENEROUS;
import static dev.weir.net.http.client.TestClient.begin;
import static dev.weir.net.http.client.TestClient.failure;
import static dev.weir.net.http.client.TestClient.value;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.Retry;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawSocket;
import dev.weir.net.http.Handler;
import dev.weir.net.http.Request;
import dev.weir.net.http.Response;
import dev.weir.net.http.TestServer;
import dev.weir.net.http.client.ClientException.Reason;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(NoLeaks.class)
class FileUploadTest {
    @TempDir
    Path folder;

    private static One<Response> count(Request request) {
        return request.body()
                .map(ByteBuffer::remaining)
                .reduce(() -> 0L, Long::sum)
                .map(sum -> Response.text(sum + " bytes, length " + request.header("content-length") + ", type "
                        + request.header("content-type")));
    }

    private static HttpClient client(boolean http2) {
        HttpClientBuilder builder = HttpClient.builder().threads(1);
        return (http2 ? builder.http2PriorKnowledge() : builder).build();
    }

    /** As a stream of HTTP/2, whose server waits for its end. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aBodyOfAKnownLengthEndsWithItsBytes(boolean http2) {
        Many<ByteBuffer> body = Many.concat(Many.of(ByteBuffer.wrap(new byte[4])), Many.never());
        try (TestServer server = TestServer.start(FileUploadTest::count);
                HttpClient client = client(http2)) {
            assertEquals(
                    "4 bytes, length 4, type null",
                    client.put(server.url("/")).withBody(4, body).text().await(GENEROUS));
        }
    }

    /** Its source may say so later than the server answers, which would cost the connection. */
    @Test
    void aBodyOfAKnownLengthIsSentWhenItsBytesAre() {
        try (TestClient test = TestClient.start()) {
            Many<ByteBuffer> body = Many.concat(Many.of(ByteBuffer.wrap(new byte[4])), Many.never());
            var first = begin(test.post("/").withBody(4, body).text());
            RawSocket socket = test.accept();
            assertEquals(4, socket.request().body().length());
            socket.send(TestClient.OK);
            assertEquals("ok", value(first));
            var second = begin(test.get("/").text());
            socket.request();
            socket.send(TestClient.OK);
            assertEquals("ok", value(second));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void goesWithItsLengthAndWithoutAType(boolean http2) throws IOException {
        Path file = Files.write(folder.resolve("a.txt"), new byte[1_000_000]);
        Path empty = Files.write(folder.resolve("empty"), new byte[0]);
        try (TestServer server = TestServer.start(FileUploadTest::count);
                HttpClient client = client(http2)) {
            ClientRequest request = client.put(server.url("/")).withBody(file);
            assertEquals(
                    "1000000 bytes, length 1000000, type null", request.text().await(GENEROUS));
            Files.write(file, new byte[10], StandardOpenOption.APPEND);
            assertEquals(
                    "1000010 bytes, length 1000010, type null", request.text().await(GENEROUS));
            assertEquals(
                    "1000010 bytes, length 1000010, type a/b",
                    request.withHeader("Content-Type", "a/b")
                            .withExpectContinue()
                            .text()
                            .await(GENEROUS));
            assertEquals(
                    "0 bytes, length 0, type null",
                    client.put(server.url("/"))
                            .withBody(empty)
                            .withExpectContinue()
                            .text()
                            .await(GENEROUS));
        }
    }

    @Test
    void redirectsAndRetriesReadItAnew() throws IOException {
        Path file = Files.write(folder.resolve("a"), new byte[300_000]);
        AtomicInteger tries = new AtomicInteger();
        Handler handler = request -> {
            if (request.path().equals("/moved")) {
                return request.body().forEach(piece -> {}).map(read -> Response.redirect(307, "/"));
            }
            if (tries.getAndIncrement() == 0) {
                Files.write(file, new byte[5], StandardOpenOption.APPEND);
                return One.of(Response.empty(503));
            }
            return count(request);
        };
        try (TestServer server = TestServer.start(handler);
                HttpClient client = client(false)) {
            assertEquals(
                    "300005 bytes, length 300005, type null",
                    client.put(server.url("/moved"))
                            .withBody(file)
                            .withRetry(Retry.backoff(2, Duration.ofMillis(1)))
                            .text()
                            .await(GENEROUS));
        }
        assertEquals(2, tries.get());
    }

    @Test
    void goesOverAnotherConnectionIfTheServerHasLeftTheOneBefore() throws IOException {
        Path file = Files.writeString(folder.resolve("a"), "content");
        try (TestClient test = TestClient.start()) {
            var first = begin(test.get("/").text());
            RawSocket stale = test.accept();
            stale.request();
            stale.send(TestClient.OK);
            assertEquals("ok", value(first));
            var second =
                    begin(test.client.put(test.server.url("/")).withBody(file).text());
            stale.request();
            stale.close();
            RawSocket fresh = test.accept();
            assertEquals("content", fresh.request().body());
            fresh.send(TestClient.OK);
            assertEquals("ok", value(second));
        }
    }

    @Test
    void whatCannotBeSentIsToldOfBeforeAnythingIs() {
        try (HttpClient client = client(false)) {
            ClientRequest put = client.put("http://127.0.0.1:1/");
            Path none = folder.resolve("none");
            assertEquals(
                    "PUT http://127.0.0.1:1/: can't send " + none + ": there is no such file",
                    failure(begin(put.withBody(none).text()), Reason.BODY).getMessage());
            assertEquals(
                    "PUT http://127.0.0.1:1/: can't send " + folder + ": it is no file",
                    failure(begin(put.withBody(folder).text()), Reason.BODY).getMessage());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aFileThatBecomesShorterFailsTheRequest(boolean http2) throws IOException {
        Path file = folder.resolve("large");
        try (RandomAccessFile large = new RandomAccessFile(file.toFile(), "rw")) {
            large.setLength(256 << 20);
        }
        Handler handler = request -> {
            try (RandomAccessFile shorter = new RandomAccessFile(file.toFile(), "rw")) {
                shorter.setLength(1000);
            }
            return count(request);
        };
        try (TestServer server = TestServer.start(handler);
                HttpClient client = client(http2)) {
            ClientException failure =
                    failure(begin(client.put(server.url("/")).withBody(file).text()), Reason.BODY);
            assertTrue(failure.getMessage().endsWith(file + " became shorter while it was sent"), failure.getMessage());
        }
    }
}
