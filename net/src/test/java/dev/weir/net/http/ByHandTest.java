package dev.weir.net.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.NoLeaks;
import dev.weir.net.http.filter.Compression;
import dev.weir.net.http.form.Form;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Handlers without a server. */
@ExtendWith(NoLeaks.class)
class ByHandTest {
    record Order(String item, int count) {}

    private final Handler shop = Routes.create()
            .get("/orders/{id}", request -> One.of(Response.text(request.param("id") + " by " + request.route())))
            .post(
                    "/orders",
                    request -> request.as(Order.class)
                            .map(order -> Response.value(new Order(order.item(), order.count() + 1))
                                    .withStatus(201)))
            .post("/form", request -> Form.of(request).map(form -> Response.text(form.get("a"))));

    @Test
    void aRouteIsFound() throws Exception {
        Request request = Request.of("GET", "/orders/a%20b?x=1&y=%C3%BC");
        assertEquals(
                "a b by /orders/{id}",
                shop.handle(request).await().textFor(request).await());
        assertEquals("/orders/a b", request.path());
        assertEquals("/orders/a%20b?x=1&y=%C3%BC", request.target());
        assertEquals("\u00fc", request.query("y"));
        assertEquals("localhost", request.header("host"));
        assertEquals("HTTP/1.1", request.protocol());
        assertEquals("http", request.scheme());
        assertTrue(request.remoteAddress().getAddress().isLoopbackAddress());
        assertEquals(0, request.length());
        assertEquals("", request.text().await());
        assertEquals(404, shop.handle(Request.of("GET", "/nowhere")).await().status());
    }

    @Test
    void aValueIsReadAndWritten() throws Exception {
        Request request = Request.of("POST", "/orders")
                .withHeader("Content-Type", "application/json")
                .withBody("{\"item\":\"tea\",\"count\":1}");
        Response response = shop.handle(request).await();
        assertEquals(201, response.status());
        assertEquals("{\"item\":\"tea\",\"count\":2}", response.textFor(request).await());
        HttpException untyped = assertThrows(
                HttpException.class,
                () -> shop.handle(request.withHeader("Content-Type", "a/b")).await());
        assertEquals(415, untyped.status());
    }

    @Test
    void aFormIsRead() throws Exception {
        Request request = Request.of("POST", "/form")
                .withHeader("Content-Type", "application/x-www-form-urlencoded")
                .withBody("a=%C3%BC");
        assertEquals("\u00fc", shop.handle(request).await().textFor(request).await());
    }

    @Test
    void filtersAndBlockingHandlersWork() throws Exception {
        Handler blocking = Handler.blocking(
                request -> Response.values(Many.of(1, 2, request.text().await())));
        Request request = Request.of("PUT", "/").withBody("x").withHeader("Accept", "application/x-ndjson");
        assertEquals(
                "1\n2\n\"x\"\n",
                blocking.with(Filter.changing((asked, answer) -> answer.withHeader("X-A", "b")))
                        .handle(request)
                        .await()
                        .textFor(request)
                        .await());
        Handler large = asked -> One.of(Response.text("x".repeat(10_000)));
        Response coded = large.with(Compression.create())
                .handle(Request.of("GET", "/").withHeader("Accept-Encoding", "gzip"))
                .await();
        assertEquals("gzip", coded.headers().get("content-encoding"));
    }

    @Test
    void aBodyCanBeLookedAtAgain() {
        Request request = Request.of("GET", "/");
        Response response = Response.stream("text/plain", Many.of(ByteBuffer.wrap(new byte[] {'a', 'b'})));
        for (int i = 0; i < 2; i++) {
            assertEquals("ab", response.textFor(request).await());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {10_000, 100_000})
    void whatIsCodedIsNoText(int length) throws Exception {
        Handler large = asked -> One.of(Response.text("x".repeat(length)));
        Request request = Request.of("GET", "/").withHeader("Accept-Encoding", "gzip");
        Response coded = large.with(Compression.create()).handle(request).await();
        IllegalStateException refused = assertThrows(IllegalStateException.class, () -> coded.textFor(request));
        assertEquals(
                "the response has the coding gzip: look at its text without what codes it, such as a filter",
                refused.getMessage());
        assertEquals(
                length, large.handle(request).await().textFor(request).await().length());
        Response plain = Response.text("plain").withHeader("Content-Encoding", "identity");
        assertEquals("plain", plain.textFor(request).await());
    }

    @Test
    void bodiesHaveTheServersLimit() {
        Request request = Request.of("POST", "/").withBody(new byte[10 * 1024 * 1024 + 1]);
        assertEquals(10 * 1024 * 1024 + 1, request.length());
        assertEquals(
                413,
                assertThrows(HttpException.class, () -> request.bytes().await()).status());
    }

    @Test
    void aBodyIsSaved(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("saved");
        Request request = Request.of("PUT", "/").withBody("text");
        assertEquals(4, request.saveTo(file).await());
        assertEquals("text", Files.readString(file));
        assertThrows(FileAlreadyExistsException.class, () -> {
            try {
                request.saveTo(file).await();
            } catch (RuntimeException wrapped) {
                throw wrapped.getCause();
            }
        });
        assertEquals("text", Files.readString(file));
    }

    @ParameterizedTest
    @CsvSource({
        "GET, orders",
        "GET, ''",
        "'', /",
        "G T, /",
        "GET, /a b",
        "GET, '/\u00fc'",
        "GET, *",
        "GET, /%zz",
        "GET, /#a"
    })
    void whatNoRequestLooksLikeIsRefused(String method, String target) {
        assertThrows(IllegalArgumentException.class, () -> Request.of(method, target));
    }

    @Test
    void whatIsAskedOfAServerMayBeMade() {
        assertEquals("*", Request.of("OPTIONS", "*").target());
        assertNull(Request.of("GET", "/").route());
        assertFalse(Request.of("GET", "/").isSecure());
        assertEquals(List.of(), Request.of("GET", "/").peerCertificates());
        assertEquals(Map.of(), Request.of("GET", "/").queries());
    }

    @Test
    void aServerWithoutAHandlerSaysSo() {
        IllegalStateException refused = assertThrows(
                IllegalStateException.class, () -> HttpServer.builder().start());
        assertTrue(refused.getMessage().contains("handler(..)"), refused.getMessage());
    }
}
