package dev.weir.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.Retry;
import dev.weir.net.ClientTls;
import dev.weir.net.Proxy;
import dev.weir.net.ServerTls;
import dev.weir.net.http.Cookie;
import dev.weir.net.http.Handler;
import dev.weir.net.http.Headers;
import dev.weir.net.http.HttpServer;
import dev.weir.net.http.Response;
import dev.weir.net.http.Routes;
import dev.weir.net.http.ServerSentEvent;
import dev.weir.net.http.TypeOf;
import dev.weir.net.http.client.ClientException;
import dev.weir.net.http.client.ClientRequest;
import dev.weir.net.http.client.ClientResponse;
import dev.weir.net.http.client.CookieJar;
import dev.weir.net.http.client.HttpClient;
import dev.weir.net.http.client.MultipartForm;
import dev.weir.net.http.filter.Compression;
import dev.weir.net.http.form.Multipart;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClientsTest {
    record Order(String item, int count) {}

    private final HttpServer server = serve(Routes.create()
            .get("/hello", request -> One.of(Response.text("hello " + request.query("name"))))
            .post("/orders", request -> request.text().map(text -> Response.text("took " + text)))
            .put("/files/{name}", request -> request.body().count().map(pieces -> Response.empty(204)))
            .post(
                    "/values",
                    request -> request.as(Order.class).map(order -> Response.value(new Order(order.item(), 2))))
            .get("/values", request -> One.of(Response.values(Many.of(new Order("tea", 1), new Order("milk", 2)))))
            .post(
                    "/photos",
                    request -> Multipart.of(request)
                            .parts()
                            .concatMap(part -> part.text()
                                    .map(text -> part.name() + ":" + text)
                                    .toMany())
                            .toList()
                            .map(parts -> Response.text(String.join(" ", parts))))
            .get("/big", request -> One.of(Response.stream("text/plain", Many.of(buffer("a\n"), buffer("b\n")))))
            .get(
                    "/prices",
                    request -> One.of(Response.sse(Many.of("1.06", "1.07").map(ServerSentEvent::of))))
            .get("/busy", request -> One.of(Response.problem(503, "come back later"))));
    private final String base = "http://127.0.0.1:" + server.port();

    private static HttpServer serve(Routes routes) {
        return HttpServer.builder().bind("127.0.0.1", 0).handler(routes).start().await();
    }

    private static ByteBuffer buffer(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void first() {
        try (HttpClient client = HttpClient.create()) {
            String text = client.get(base + "/hello")
                    .addQuery("name", "Ada")
                    .withTimeout(Duration.ofSeconds(2))
                    .text()
                    .await(); // nothing is sent before that
            assertEquals("hello Ada", text);
        }
    }

    @Test
    void requests(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "content");
        try (HttpClient client = HttpClient.create()) {
            // tag::requests
            One<String> json =
                    client.post(base + "/orders").withJson("{\"id\":1}").text();
            One<String> form =
                    client.post(base + "/orders").withForm(Map.of("id", "1")).text();
            One<Integer> upload = client.put(base + "/files/a")
                    .withHeader("X-Checked", "yes")
                    .withBody(file)
                    .send(response -> One.of(response.status()));
            // end::requests
            assertEquals("took {\"id\":1}", json.await());
            assertEquals("took id=1", form.await());
            assertEquals(204, upload.await());
        }
    }

    @Test
    void values() {
        try (HttpClient client = HttpClient.create()) {
            // tag::values
            One<Order> answer =
                    client.post(base + "/values").withValue(new Order("tea", 1)).as(Order.class);
            One<List<Order>> all = client.get(base + "/values").as(new TypeOf<List<Order>>() {});
            Many<Order> oneByOne = client.get(base + "/values").asMany(Order.class);
            // end::values
            assertEquals(new Order("tea", 2), answer.await());
            assertEquals(all.await(), oneByOne.toList().await());
        }
    }

    @Test
    void multipart(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("lake.jpg"), "water");
        try (HttpClient client = HttpClient.create()) {
            // tag::multipart
            One<String> upload = client.post(base + "/photos")
                    .withMultipart(MultipartForm.create().field("title", "Lake").file("photo", file))
                    .text();
            // end::multipart
            assertEquals("title:Lake photo:water", upload.await());
        }
    }

    @Test
    void responses() {
        try (HttpClient client = HttpClient.create()) {
            // tag::responses
            One<Long> size = client.get(base + "/big")
                    .send(response -> response.isOk()
                            ? response.body().map(ByteBuffer::remaining).reduce(() -> 0L, Long::sum)
                            : One.of(-1L)); // what is left of the response is dropped
            // end::responses
            assertEquals(4, size.await());
        }
    }

    @Test
    void download(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("big");
        try (HttpClient client = HttpClient.create()) {
            // tag::download
            One<Long> bytes = client.get(base + "/big").saveTo(file);
            // end::download
            assertEquals(4, bytes.await());
            assertEquals("a\nb\n", Files.readString(file));
        }
    }

    @Test
    void look() {
        try (HttpClient client = HttpClient.create()) {
            // tag::look
            CRC32 sum = new CRC32();
            One<Long> bytes = client.get(base + "/big").forEachPiece(sum::update);
            // end::look
            assertEquals(4, bytes.await());
            CRC32 expected = new CRC32();
            expected.update("a\nb\n".getBytes(StandardCharsets.UTF_8));
            assertEquals(expected.getValue(), sum.getValue());
        }
    }

    @Test
    void trust(@TempDir Path folder) throws Exception {
        SelfSigned self = SelfSigned.in(folder);
        Path pem = self.chain();
        HttpServer secure = HttpServer.builder()
                .bind("127.0.0.1", 0)
                .tls(ServerTls.pem(self.chain(), self.key()))
                .handler(request -> One.of(Response.text("hello")))
                .start()
                .await();
        // tag::trust
        HttpClient client = HttpClient.builder()
                .tls(ClientTls.standard().trust(pem)) // the server's certificate, or that of its authority
                .build();
        // end::trust
        assertEquals(
                "hello", client.get("https://localhost:" + secure.port()).text().await());
        client.close();
        secure.close();
    }

    @Test
    void settings() {
        CookieJar jar = CookieJar.create();
        // tag::settings
        HttpClient client = HttpClient.builder()
                .maxConnections(16) // to one origin
                .headTimeout(Duration.ofSeconds(5))
                .cookies(jar)
                .tls(ClientTls.standard().serverName("internal.example"))
                .proxy(uri -> uri.getHost().endsWith(".example") ? Proxy.http("proxy.example", 3128) : null)
                .build();
        // end::settings
        assertEquals("hello x", client.get(base + "/hello?name=x").text().await());
        // tag::shutdown
        client.shutdown(Duration.ofSeconds(5)).await();
        // end::shutdown
        assertEquals(0, client.pool().connections());
    }

    @Test
    void failures() {
        try (HttpClient client = HttpClient.create()) {
            // tag::failures
            One<String> text = client.get(base + "/hello?name=x")
                    .withRetry(Retry.backoff(3, Duration.ofMillis(100)))
                    .text()
                    .onErrorResume(failure ->
                            failure instanceof ClientException known && known.reason() == ClientException.Reason.CONNECT
                                    ? One.of("nobody is there")
                                    : One.fail(() -> failure));
            // end::failures
            assertEquals("hello x", text.await());
        }
    }

    @Test
    void events() {
        try (HttpClient client = HttpClient.create()) {
            // tag::events
            Many<String> prices = client.events(base + "/prices").map(ServerSentEvent::data);
            // end::events
            assertEquals(List.of("1.06", "1.07"), prices.take(2).toList().await());
        }
    }

    private static final String LAKE = "a lake is a lake is a lake ".repeat(100);

    private static Routes behind() {
        return Routes.create()
                .get("/moved", request -> One.of(Response.redirect(302, "/lake?deep")))
                .get(
                        "/login",
                        request -> One.of(Response.text("hello " + request.cookie("user"))
                                .withCookie(Cookie.of("user", "ada"))
                                .withCookie(Cookie.of("theme", "dark"))))
                .get("/lake", request -> One.of(Response.html(LAKE).withHeader("ETag", "\"l1\"")))
                .post(
                        "/echo",
                        request -> One.of(
                                request.length() < 0
                                        ? Response.stream("a/b", request.body())
                                        : Response.stream("a/b", request.length(), request.body())))
                .get(
                        "/asked",
                        request -> One.of(
                                Response.text(request.headers().all("via") + " " + request.header("accept-encoding")
                                        + " " + request.header("x-hop") + " " + request.header("x-end"))))
                .with(Compression.create());
    }

    @Test
    void proxy() {
        HttpServer behind = serve(behind());
        String base = "http://127.0.0.1:" + behind.port();
        CookieJar jar = CookieJar.create();
        try (HttpClient client = HttpClient.builder().cookies(jar).build();
                HttpClient user = HttpClient.builder().maxRedirects(0).build()) {
            // tag::proxy
            Handler front = request -> client.forward(request, base + request.target())
                    .withHeader(
                            "X-Forwarded-For",
                            request.remoteAddress().getAddress().getHostAddress())
                    .send()
                    .map(ClientResponse::forward);
            // end::proxy
            try (HttpServer proxy = HttpServer.builder()
                    .bind("127.0.0.1", 0)
                    .handler(front)
                    .start()
                    .await()) {
                passesOn(user, "http://127.0.0.1:" + proxy.port());
                behind.close();
                assertEquals(502, status(user.get("http://127.0.0.1:" + proxy.port() + "/lake")));
            }
        }
    }

    private static int status(ClientRequest request) {
        return request.send(response -> One.of(response.status())).await();
    }

    private static Headers headers(ClientRequest request) {
        return request.send(response -> One.of(response.headers())).await();
    }

    private static void passesOn(HttpClient user, String front) {
        assertEquals(302, status(user.get(front + "/moved")));
        assertEquals("/lake?deep", headers(user.get(front + "/moved")).get("Location"));
        ClientRequest login = user.get(front + "/login").withHeader("Cookie", "user=bob");
        assertEquals("hello bob", login.text().await());
        assertEquals(List.of("user=ada", "theme=dark"), firsts(headers(login).all("Set-Cookie")));
        assertEquals("hello null", user.get(front + "/login").text().await()); // nobody else's cookie
        ClientRequest head = user.head(front + "/lake").withHeader("Accept-Encoding", "identity");
        assertEquals("" + LAKE.length(), headers(head).get("Content-Length"));
        assertEquals("", head.text().await());
        assertEquals(LAKE, user.get(front + "/lake").text().await());
        Headers coded = headers(user.get(front + "/lake").withHeader("Accept-Encoding", "gzip"));
        assertEquals("gzip", coded.get("Content-Encoding"));
        assertEquals("\"l1-gzip\"", coded.get("ETag"));
        assertEquals("text/html; charset=utf-8", coded.get("Content-Type"));
        assertEquals(
                "[1.1 weir] identity null yes",
                user.get(front + "/asked")
                        .withHeader("Accept-Encoding", "identity")
                        .withHeader("X-End", "yes")
                        .text()
                        .await());
        Many<ByteBuffer> stream = Many.range(0, 100).map(i -> ByteBuffer.wrap(new byte[10_000]));
        assertEquals(
                1_000_000, user.post(front + "/echo").withBody(stream).bytes().await().length);
        Headers echoed = headers(user.post(front + "/echo").withBody(1_000_000, stream));
        assertEquals("1000000", echoed.get("Content-Length"));
        assertEquals("a/b", echoed.get("Content-Type"));
    }

    private static List<String> firsts(List<String> cookies) {
        return cookies.stream().map(cookie -> cookie.split(";", 2)[0]).toList();
    }
}
