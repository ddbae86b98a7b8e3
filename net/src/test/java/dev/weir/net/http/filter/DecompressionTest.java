package dev.weir.net.http.filter;

import static dev.weir.net.Gzip.gzip;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.aayushatharva.brotli4j.encoder.Encoder;
import com.github.luben.zstd.Zstd;
import dev.weir.net.Logged;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawSocket;
import dev.weir.net.RawSocket.Reply;
import dev.weir.net.http.Response;
import dev.weir.net.http.Routes;
import dev.weir.net.http.TestServer;
import dev.weir.net.http.form.Form;
import dev.weir.net.http.form.Multipart;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.CRC32;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(NoLeaks.class)
class DecompressionTest {
    private static TestServer server;

    @BeforeAll
    static void start() {
        Routes routes = Routes.create()
                .post(
                        "/echo",
                        request -> request.text()
                                .map(text -> Response.text(text + " " + request.header("content-encoding"))))
                .post(
                        "/count",
                        request -> request.body()
                                .reduce(() -> 0L, (sum, piece) -> sum + piece.remaining())
                                .map(sum -> Response.text(sum.toString())));
        server = TestServer.start(
                Routes.create()
                        .under("", routes.with(Decompression.create()))
                        .under(
                                "/large",
                                routes.with(Decompression.create()
                                        .withMost(50_000_000)
                                        .withRatio(2000))),
                builder -> builder.maxBody(1_000_000));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static byte[] deflate(byte[] plain) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = new DeflaterOutputStream(bytes)) {
            out.write(plain);
        }
        return bytes.toByteArray();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static Reply post(String path, String coding, byte[] body) {
        try (RawSocket socket = server.connect()) {
            return socket.send("POST " + path + " HTTP/1.1\r\nHost: a\r\nContent-Length: " + body.length
                            + "\r\nContent-Encoding: " + coding + "\r\n\r\n")
                    .send(body)
                    .reply();
        }
    }

    @Test
    void readsWhatWasCompressed() throws IOException {
        assertEquals("hello null", post("/echo", "gzip", gzip(utf8("hello"))).body());
        assertEquals("hello null", post("/echo", "X-GZIP", gzip(utf8("hello"))).body());
        assertEquals(
                "hello null", post("/echo", ", GZip , ,", gzip(utf8("hello"))).body());
        assertEquals(
                "hello null", post("/echo", "deflate", deflate(utf8("hello"))).body());
        assertEquals(
                "hello null",
                post("/echo", "br", Encoder.compress(utf8("hello"))).body());
        assertEquals(
                "hello null",
                post("/echo", "zstd", Zstd.compress(utf8("hello"))).body());
        assertEquals("hello identity", post("/echo", "identity", utf8("hello")).body());
        assertEquals(" null", post("/echo", "gzip", gzip(new byte[0])).body());
        byte[] noise = new byte[300_000];
        new Random(3).nextBytes(noise);
        assertEquals("300000", post("/count", "gzip", gzip(noise)).body());
    }

    @Test
    void readsAHeaderWithEverything() {
        byte[] plain = gzip(utf8("hello"));
        ByteBuffer full = ByteBuffer.allocate(200);
        full.put(plain, 0, 3).put((byte) 30).put(plain, 4, 6);
        full.put((byte) 3)
                .put((byte) 0)
                .put(utf8("xyz"))
                .put(utf8("name\0comment\0"))
                .put(new byte[2]);
        full.put(plain, 10, plain.length - 10);
        byte[] bytes = Arrays.copyOf(full.array(), full.position());
        assertEquals("hello null", post("/echo", "gzip", bytes).body());
        try (RawSocket socket = server.connect()) { // byte by byte
            socket.send(
                    "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n\r\n");
            for (byte one : bytes) {
                socket.send("1\r\n").send(new byte[] {one}).send("\r\n");
            }
            assertEquals("hello null", socket.send("0\r\n\r\n").reply().body());
        }
    }

    @Test
    void aBombIsDefused() {
        byte[] bomb = gzip(new byte[20_000_000]);
        assertTrue(bomb.length < 30_000);
        assertEquals(413, post("/echo", "gzip", bomb).status());
        assertEquals(413, post("/count", "gzip", bomb).status());
        assertEquals(
                413, post("/count", "zstd", Zstd.compress(new byte[900_000])).status());
        assertEquals("20000000", post("/large/count", "gzip", bomb).body());
        assertEquals(
                413, post("/large/count", "gzip", gzip(new byte[60_000_000])).status());
        assertEquals(413, post("/echo", "gzip", gzip(new byte[900_000])).status()); // by its ratio
    }

    @Test
    void whatIsMalformedIsRefused() throws IOException {
        byte[] good = gzip(utf8("hello hello hello"));
        assertEquals(
                400, post("/echo", "gzip", Arrays.copyOf(good, good.length - 1)).status());
        assertEquals(400, post("/echo", "gzip", Arrays.copyOf(good, 5)).status());
        assertEquals(
                400, post("/echo", "gzip", Arrays.copyOf(good, good.length + 1)).status());
        byte[] otherSum = good.clone();
        otherSum[good.length - 8]++;
        assertEquals(400, post("/echo", "gzip", otherSum).status());
        byte[] otherLength = good.clone();
        otherLength[good.length - 1]++;
        assertEquals(400, post("/echo", "gzip", otherLength).status());
        assertEquals(400, post("/echo", "gzip", utf8("this is no gzip at all")).status());
        assertEquals(
                400, post("/echo", "deflate", utf8("this is no zlib at all")).status());
        byte[] zlib = deflate(utf8("hello"));
        assertEquals(
                400,
                post("/echo", "deflate", Arrays.copyOf(zlib, zlib.length - 1)).status());
        assertEquals(
                400,
                post("/echo", "deflate", Arrays.copyOf(zlib, zlib.length + 3)).status());
    }

    @Test
    void otherCodingsAreNamed() {
        for (String coding : new String[] {"lzma", "gzip, gzip", "compress"}) {
            Reply reply = post("/echo", coding, utf8("x"));
            assertEquals(415, reply.status());
            assertEquals("gzip, deflate, br, zstd", reply.header("accept-encoding"));
        }
    }

    private static Reply ask(TestServer plain, String path, String coding) {
        String type = switch (path) {
            case "/value" -> "application/json";
            case "/values" -> "application/x-ndjson";
            case "/form" -> "application/x-www-form-urlencoded";
            case "/parts" -> "multipart/form-data; boundary=x";
            default -> "text/plain";
        };
        return plain.ask("POST " + path + " HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nContent-Type: " + type
                + "\r\nContent-Encoding: " + coding + "\r\n\r\n{}");
    }

    @Test
    void withoutItNothingTakesWhatIsCodedForWhatItSays() throws Exception {
        Routes routes = Routes.create()
                .post("/text", request -> request.text().map(Response::text))
                .post("/value", request -> request.as(Map.class).map(Response::value))
                .post("/values", request -> request.asMany(Map.class).count().map(Response::value))
                .post("/form", request -> Form.of(request).map(form -> Response.text(form.toString())))
                .post("/parts", request -> Multipart.of(request).parts().count().map(Response::value))
                .post("/bytes", request -> request.bytes().map(bytes -> Response.bytes("x/y", bytes)));
        try (Logged log = Logged.by("dev.weir.net.http");
                TestServer plain = TestServer.start(routes)) {
            for (String path : new String[] {"/text", "/value", "/values", "/form", "/parts"}) {
                Reply reply = ask(plain, path, "gzip");
                assertEquals(415, reply.status(), path);
                assertEquals("identity", reply.header("accept-encoding"), path);
                assertTrue(reply.body().contains("the body has the coding gzip, which is not undone"), reply.body());
            }
            assertEquals("{}", ask(plain, "/bytes", "gzip").body());
            assertEquals("{}", ask(plain, "/text", "Identity").body());
            assertTrue(log.next("gzip").getMessage().contains("at POST /text: the filter Decompression"));
            assertEquals(List.of(), log.messages());
        }
    }

    @Test
    void garbageDoesNoHarm() {
        Random random = new Random(17);
        byte[] good = gzip(utf8("hello ".repeat(500)));
        CRC32 sums = new CRC32();
        for (int i = 0; i < 300; i++) {
            byte[] broken = good.clone();
            for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
                broken[random.nextInt(broken.length)] = (byte) random.nextInt(256);
            }
            int status = post("/count", "gzip", broken).status();
            sums.update(status);
            assertTrue(status == 200 || status == 400 || status == 413, "status " + status);
        }
    }
}
