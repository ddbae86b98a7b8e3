package dev.weir.net.http.client;

import static dev.weir.net.http.client.TestClient.begin;
import static dev.weir.net.http.client.TestClient.failure;
import static dev.weir.net.http.client.TestClient.value;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Many;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawSocket;
import dev.weir.net.http.Response;
import dev.weir.net.http.Routes;
import dev.weir.net.http.TestServer;
import dev.weir.net.http.client.ClientException.Reason;
import dev.weir.net.http.form.Multipart;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(NoLeaks.class)
class MultipartFormTest {
    @TempDir
    Path folder;

    private static ByteBuffer buffer(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private record Sent(RawSocket.Asked asked, String boundary) {
        String body() {
            return asked.body().replace(boundary, "B");
        }

        String length() {
            return "" + asked.body().getBytes(StandardCharsets.UTF_8).length;
        }
    }

    private static Sent sent(MultipartForm form) {
        try (TestClient test = TestClient.start()) {
            var text = begin(test.post("/").withMultipart(form).text());
            RawSocket socket = test.accept();
            RawSocket.Asked asked = socket.request();
            socket.send(TestClient.OK);
            value(text);
            String start = "multipart/form-data; boundary=";
            assertTrue(asked.header("content-type").startsWith(start), asked.header("content-type"));
            return new Sent(asked, asked.header("content-type").substring(start.length()));
        }
    }

    @Test
    @SuppressWarnings("NullAway") // as nobody checks them
    void whatIsLeftOutIsRefusedAtOnce() {
        MultipartForm form = MultipartForm.create();
        assertThrows(NullPointerException.class, () -> form.file("a", null, "x/y", new byte[1]));
        assertThrows(NullPointerException.class, () -> form.file("a", "b", "x/y", (byte[]) null));
        assertThrows(NullPointerException.class, () -> form.file("a", null, "x/y", Many.empty()));
        assertThrows(NullPointerException.class, () -> form.file("a", null, "x/y", 1, Many.empty()));
    }

    @Test
    void looksAsFromABrowser() {
        Sent sent = sent(MultipartForm.create()
                .field("title", "gr\u00fc\u00df")
                .file("doc", "a.txt", "text/plain; charset=utf-8", bytes("hello")));
        assertEquals(
                "--B\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\ngr\u00fc\u00df\r\n"
                        + "--B\r\nContent-Disposition: form-data; name=\"doc\"; filename=\"a.txt\"\r\n"
                        + "Content-Type: text/plain; charset=utf-8\r\n\r\nhello\r\n--B--\r\n",
                sent.body());
        assertEquals(sent.length(), sent.asked().header("content-length"));
        assertNull(sent.asked().header("transfer-encoding"));
        assertEquals("--B--\r\n", sent(MultipartForm.create()).body());
    }

    /** Section "Multipart form data" of the HTML standard. */
    @Test
    void namesAreEscapedAsBrowsersDo() {
        Sent sent = sent(MultipartForm.create()
                .field("a\"b\nc\rd\r\ne%\\", "1\n2\r3\r\n4\"")
                .file("f", "\u00fc\"\r\nX: y.txt", "image/png", bytes("\n")));
        assertTrue(
                sent.body().contains("; name=\"a%22b%0D%0Ac%0D%0Ad%0D%0Ae%\\\"\r\n\r\n1\r\n2\r\n3\r\n4\"\r\n--B"),
                sent.body());
        assertTrue(
                sent.body()
                        .contains("; filename=\"\u00fc%22%0D%0AX: y.txt\"\r\nContent-Type: image/png\r\n\r\n\n\r\n--B"),
                sent.body());
    }

    @Test
    void filesStreamWithTheirLength() throws IOException {
        Path file = Files.write(folder.resolve("a b.png"), new byte[200_000]);
        Sent sent = sent(MultipartForm.create()
                .file("one", file)
                .file("two", "b", "x/y", 5, Many.of("he", "llo").map(MultipartFormTest::buffer)));
        assertEquals(sent.length(), sent.asked().header("content-length"));
        assertTrue(sent.body().contains("filename=\"a b.png\"\r\nContent-Type: image/png\r\n\r\n\0\0\0"));
        assertTrue(sent.body().endsWith("hello\r\n--B--\r\n"));
    }

    @Test
    void anUnknownLengthGoesInChunks() {
        try (TestClient test = TestClient.start()) {
            MultipartForm form = MultipartForm.create()
                    .file("log", "log.txt", "text/plain", Many.of("a", "b").map(MultipartFormTest::buffer));
            ClientRequest request = test.post("/").withMultipart(form);
            for (int i = 0; i < 2; i++) { // again is the same
                var text = begin(request.text());
                try (RawSocket socket = test.accept()) {
                    assertEquals("chunked", socket.requestHead().header("transfer-encoding"));
                    StringBuilder body = new StringBuilder();
                    for (String chunk = socket.chunk(); !chunk.isEmpty(); chunk = socket.chunk()) {
                        body.append(chunk);
                    }
                    assertTrue(body.toString().contains("\r\n\r\nab\r\n--"), body.toString());
                    socket.send("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok");
                    value(text);
                }
            }
        }
    }

    @Test
    void ourServerReadsIt() throws IOException {
        byte[] large = new byte[300_000];
        Arrays.fill(large, (byte) '\n');
        Path file = Files.write(folder.resolve("x.bin"), large);
        Routes routes = Routes.create()
                .post(
                        "/",
                        request -> Multipart.of(request)
                                .parts()
                                .concatMap(part -> part.bytes()
                                        .map(bytes -> part.name() + ":" + part.filename() + ":" + part.contentType()
                                                + ":" + bytes.length)
                                        .toMany())
                                .toList()
                                .map(parts -> Response.text(String.join(" ", parts))));
        try (TestClient test = TestClient.start();
                TestServer server = TestServer.start(routes)) {
            MultipartForm form =
                    MultipartForm.create().field("a", "1").file("f", file).file("g", "g.txt", "text/plain", large);
            assertEquals(
                    "a:null:null:1 f:x.bin:application/octet-stream:300000 g:g.txt:text/plain:300000",
                    value(begin(test.client
                            .post(server.url("/"))
                            .withMultipart(form)
                            .text())));
        }
    }

    @Test
    void whatCannotBeSentIsRefusedAtOnce() throws IOException {
        MultipartForm form = MultipartForm.create();
        assertThrows(IllegalArgumentException.class, () -> form.file("a", "b", "text/plain\r\nX: y", new byte[1]));
        assertThrows(IllegalArgumentException.class, () -> form.file("a", "b", "x/y", -1, Many.empty()));
        UncheckedIOException missing =
                assertThrows(UncheckedIOException.class, () -> form.file("a", folder.resolve("none")));
        assertEquals("can't send " + folder.resolve("none") + ": there is no such file", missing.getMessage());
        assertThrows(UncheckedIOException.class, () -> form.file("a", folder));
    }

    @Test
    void aFileThatShrinksFails() throws IOException {
        Path file = Files.write(folder.resolve("x.bin"), new byte[100_000]);
        try (TestClient test = TestClient.start()) {
            ClientRequest request =
                    test.post("/").withMultipart(MultipartForm.create().file("f", file));
            Files.write(file, new byte[10]);
            ClientException failed = failure(begin(request.text()), Reason.BODY);
            assertTrue(failed.getMessage().contains("became shorter"), failed.getMessage());
        }
    }
}
