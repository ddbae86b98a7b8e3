package dev.weir.net.http.client;

import static dev.weir.net.Gzip.gzip;
import static dev.weir.net.http.client.TestClient.begin;
import static dev.weir.net.http.client.TestClient.failure;
import static dev.weir.net.http.client.TestClient.until;
import static dev.weir.net.http.client.TestClient.value;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.aayushatharva.brotli4j.encoder.Encoder;
import com.github.luben.zstd.Zstd;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawSocket;
import dev.weir.net.http.Headers;
import dev.weir.net.http.client.ClientException.Reason;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(NoLeaks.class)
class InflationTest {
    private static final String TEXT = "It is long, and it says the same again. ".repeat(5_000);

    private static byte[] deflate(String text, boolean raw) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DeflaterOutputStream out = new DeflaterOutputStream(bytes, new Deflater(9, raw))) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return bytes.toByteArray();
    }

    private static byte[] join(byte[]... parts) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            bytes.writeBytes(part);
        }
        return bytes.toByteArray();
    }

    private static CompletableFuture<String> answer(TestClient test, String coding, byte[] body, int piece) {
        var text = begin(test.get("/").text());
        RawSocket socket = test.accept();
        assertEquals("gzip, deflate, br, zstd", socket.request().header("accept-encoding"));
        socket.send(
                "HTTP/1.1 200 OK\r\nContent-Encoding: " + coding + "\r\nContent-Length: " + body.length + "\r\n\r\n");
        for (int i = 0; i < body.length; i += piece) {
            socket.offer(Arrays.copyOfRange(body, i, Math.min(body.length, i + piece)));
        }
        return text;
    }

    private static String read(String coding, byte[] body, int piece) {
        try (TestClient test = TestClient.start()) {
            return value(answer(test, coding, body, piece));
        }
    }

    private static ClientException refused(String coding, byte[] body, Reason reason) {
        try (TestClient test = TestClient.start()) {
            return failure(answer(test, coding, body, body.length), reason);
        }
    }

    @Test
    void trailersAreToldWhenAllIsInflated() {
        try (TestClient test = TestClient.start()) {
            List<Headers> seen = new ArrayList<>();
            var end = begin(test.get("/")
                    .send(response -> response.body()
                            .doOnNext(piece -> seen.add(response.trailers()))
                            .count()
                            .map(pieces -> response.trailers().get("a"))));
            RawSocket socket = test.accept();
            socket.request();
            byte[] body = gzip(TEXT);
            socket.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + Integer.toHexString(body.length) + "\r\n");
            socket.send(join(body, "\r\n0\r\nA: b\r\n\r\n".getBytes(StandardCharsets.US_ASCII)));
            assertEquals("b", value(end));
            assertTrue(seen.size() > 1, "one piece says nothing");
            assertNull(seen.getFirst().get("a"));
        }
    }

    @Test
    void undoesWhatItAskedFor() {
        assertEquals(TEXT, read("gzip", gzip(TEXT), 100_000));
        assertEquals(TEXT, read("X-GZip", gzip(TEXT), 7));
        assertEquals(TEXT, read("gzip,", gzip(TEXT), 7));
        assertEquals("plain", read("identity,", "plain".getBytes(StandardCharsets.UTF_8), 5));
        assertEquals(TEXT, read("deflate", deflate(TEXT, false), 100_000));
        assertEquals(TEXT, read("deflate", deflate(TEXT, true), 3));
        assertEquals("", read("gzip", gzip(""), 1));
        assertEquals(TEXT + "more", read("gzip", join(gzip(TEXT), gzip("more")), 50));
        assertEquals("plain", read("identity", "plain".getBytes(StandardCharsets.UTF_8), 5));
        assertEquals("", read("gzip", new byte[0], 1));
    }

    private static byte[] brotli(String text) {
        try {
            return Encoder.compress(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static byte[] zstd(String text) {
        return Zstd.compress(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void undoesBrotliAndZstandardIfItCan() {
        for (int piece : new int[] {1, 100_000}) {
            assertEquals(TEXT, read("br", brotli(TEXT), piece));
            assertEquals("", read("br", brotli(""), piece));
            assertEquals(TEXT, read("ZSTD", zstd(TEXT), piece));
            assertEquals("", read("zstd", zstd(""), piece));
            assertEquals(TEXT + "more", read("zstd", join(zstd(TEXT), zstd("more")), piece));
        }
        assertEquals("", read("br", new byte[0], 1));
        assertEquals("", read("zstd", new byte[0], 1));
    }

    /** Servers choose it; what is left when all has been read does not fit into a small one. */
    @Test
    void undoesBrotliOfEachWindow() throws IOException {
        for (int window = 10; window <= 24; window++) {
            byte[] body = Encoder.compress(TEXT.getBytes(StandardCharsets.UTF_8), Encoder.Parameters.create(5, window));
            assertEquals(TEXT, read("br", body, 100_000));
            assertEquals(TEXT, read("br", body, 7));
        }
    }

    @Test
    void brokenBrotliAndZstandardAreRefused() {
        for (int missing : new int[] {1, 5}) {
            refused("br", Arrays.copyOf(brotli(TEXT), brotli(TEXT).length - missing), Reason.PROTOCOL);
            refused("zstd", Arrays.copyOf(zstd(TEXT), zstd(TEXT).length - missing), Reason.PROTOCOL);
        }
        byte[] noise = "this is none of them at all, is it?".getBytes(StandardCharsets.UTF_8);
        refused("br", noise, Reason.PROTOCOL);
        refused("zstd", noise, Reason.PROTOCOL);
        refused("zstd", join(zstd(TEXT), noise), Reason.PROTOCOL);
        byte[] wide = {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd, 0, 14 << 3, 1, 0, 0}; // wants a window of 16 MiB
        refused("zstd", wide, Reason.PROTOCOL);
        wide[5] = 13 << 3;
        assertEquals("", read("zstd", wide, 9));
    }

    @Test
    void randomBrotliAndZstandardDoNotHurt() {
        Random random = new Random(43);
        byte[][] good = {brotli(TEXT.substring(0, 500)), zstd(TEXT.substring(0, 500))};
        for (int i = 0; i < 100; i++) {
            byte[] bytes = good[i % 2].clone();
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            try (TestClient test = TestClient.start()) {
                var text = answer(test, i % 2 == 0 ? "br" : "zstd", bytes, 20);
                Object outcome = value(text.handle((value, failure) -> value != null ? value : failure));
                assertTrue(
                        outcome instanceof String
                                || (outcome instanceof ClientException known && known.reason() == Reason.PROTOCOL),
                        outcome.toString());
            }
        }
    }

    @Test
    void gzipHeadsMayHaveAllTheyCan() {
        byte[] plain = gzip("x");
        byte[] head = Arrays.copyOf(plain, 10);
        head[3] = 2 | 4 | 8 | 16;
        byte[] extras = join(new byte[] {2, 0, 1, 2}, "name\0note\0".getBytes(StandardCharsets.UTF_8), new byte[2]);
        byte[] rest = Arrays.copyOfRange(plain, 10, plain.length);
        assertEquals("x", read("gzip", join(head, extras, rest), 1));
    }

    @Test
    void theFieldsAreThoseOfTheContent() {
        try (TestClient test = TestClient.start()) {
            var fields = begin(test.get("/")
                    .send(response ->
                            response.text().map(text -> response.headers().toString())));
            RawSocket socket = test.accept();
            socket.request();
            byte[] body = gzip("x");
            socket.send("HTTP/1.1 200 OK\r\nA: b\r\nContent-Encoding: gzip\r\nContent-Length: " + body.length
                            + "\r\n\r\n")
                    .send(body);
            assertEquals("[a: b]", value(fields));
            until(() -> test.client.pool().idle() == 1);
        }
    }

    @Test
    void whatTheUserAskedForIsTheUsersToUndo() {
        try (TestClient test = TestClient.start()) {
            byte[] body = gzip("x");
            var size = begin(test.get("/").withHeader("Accept-Encoding", "gzip").bytes());
            RawSocket socket = test.accept();
            assertEquals("gzip", socket.request().header("accept-encoding"));
            socket.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: " + body.length + "\r\n\r\n")
                    .send(body);
            assertEquals(body.length, value(size).length);
            var part = begin(test.get("/").withHeader("Range", "bytes=1-2").bytes());
            assertNull(socket.request().header("accept-encoding"));
            socket.send(TestClient.OK);
            value(part);
        }
    }

    @Test
    void whatIsBrokenIsRefused() {
        byte[] good = gzip(TEXT);
        byte[] wrongSum = good.clone();
        wrongSum[good.length - 6] ^= 1;
        byte[] wrongBits = good.clone();
        wrongBits[20] ^= 0x55;
        refused("gzip", wrongSum, Reason.PROTOCOL);
        refused("gzip", wrongBits, Reason.PROTOCOL);
        refused("gzip", Arrays.copyOf(good, good.length - 1), Reason.PROTOCOL);
        refused("gzip", Arrays.copyOf(good, 5), Reason.PROTOCOL);
        refused("gzip", join(good, "junk and more".getBytes(StandardCharsets.UTF_8)), Reason.PROTOCOL);
        refused("gzip", "this is no gzip".getBytes(StandardCharsets.UTF_8), Reason.PROTOCOL);
        refused("deflate", join(deflate(TEXT, false), new byte[1]), Reason.PROTOCOL);
        refused("deflate", new byte[] {(byte) 0xff, (byte) 0xff, 1}, Reason.PROTOCOL);
    }

    @Test
    void nothingThatIsRandomHurts() {
        Random random = new Random(42);
        for (int i = 0; i < 200; i++) {
            byte[] bytes = gzip(TEXT.substring(0, 500));
            for (int j = 0; j < 3; j++) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            try (TestClient test = TestClient.start()) {
                var text = answer(test, "gzip", bytes, bytes.length);
                Object outcome = value(text.handle((value, failure) -> value != null ? value : failure));
                assertTrue(
                        outcome instanceof String
                                || (outcome instanceof ClientException known && known.reason() == Reason.PROTOCOL),
                        outcome.toString());
            }
        }
    }

    @Test
    void aBombIsDefused() {
        String zeros = "\0".repeat(20_000_000);
        Map<String, byte[]> bombs = Map.of("gzip", gzip(zeros), "br", brotli(zeros), "zstd", zstd(zeros));
        bombs.forEach((coding, bomb) -> {
            ClientException large = refused(coding, bomb, Reason.TOO_LARGE);
            assertTrue(large.getMessage().contains("more than 100 times its size (setting: maxInflation)"));
        });
    }

    @Test
    void inflatesNoMoreThanIsAskedFor() {
        try (TestClient test = TestClient.start()) {
            byte[] body = gzip(TEXT);
            AtomicInteger pieces = new AtomicInteger();
            CompletableFuture<Flow.Subscription> reader = new CompletableFuture<>();
            CountDownLatch done = new CountDownLatch(1);
            var answer = begin(test.get("/").send());
            RawSocket socket = test.accept();
            socket.request();
            socket.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: " + body.length + "\r\n\r\n");
            socket.send(body);
            value(answer).body().subscribe(new Flow.Subscriber<java.nio.ByteBuffer>() {
                @Override
                public void onSubscribe(Flow.Subscription subscription) {
                    reader.complete(subscription);
                }

                @Override
                public void onNext(java.nio.ByteBuffer piece) {
                    assertTrue(piece.remaining() <= 16 * 1024);
                    pieces.incrementAndGet();
                }

                @Override
                public void onError(Throwable failure) {
                    reader.completeExceptionally(failure);
                }

                @Override
                public void onComplete() {
                    done.countDown();
                }
            });
            for (int i = 1; i <= 5; i++) {
                value(reader).request(1);
                int asked = i;
                until(() -> pieces.get() == asked);
            }
            until(() -> test.client.pool().idle() == 1); // all has been received, although not all is inflated
            assertEquals(5, pieces.get());
            value(reader).request(Long.MAX_VALUE);
            until(() -> done.getCount() == 0);
        }
    }

    @Test
    void aCodingThatIsNotUndoneIsNotTakenForText() {
        for (String codings : new String[] {
            "Content-Encoding: gzip, gzip", "Content-Encoding: gzip\r\nContent-Encoding: gzip", "Content-Encoding: odd"
        }) {
            try (TestClient test = TestClient.start()) {
                byte[] coded = gzip("a");
                String head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n" + codings + "\r\nContent-Length: "
                        + coded.length + "\r\n\r\n";
                var text = begin(test.get("/").text());
                RawSocket socket = test.accept();
                socket.request();
                socket.send(head).send(coded);
                ClientException refused = failure(text, Reason.VALUE);
                assertTrue(
                        refused.getMessage().contains("which was not undone, so text() can't"), refused.getMessage());
                until(() -> test.client.pool().idle() == 1); // the rest of what was refused has come
                var value = begin(test.get("/").as(String.class));
                socket.request();
                socket.send(head).send(coded);
                failure(value, Reason.VALUE);
                until(() -> test.client.pool().idle() == 1);
                var bytes = begin(test.get("/").bytes());
                socket.request();
                socket.send(head).send(coded);
                assertTrue(Arrays.equals(coded, value(bytes)));
            }
        }
    }
}
