package dev.weir.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Broadcast;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.Overflow;
import dev.weir.net.ClientTls;
import dev.weir.net.ServerTls;
import dev.weir.net.http.Handler;
import dev.weir.net.http.HttpException;
import dev.weir.net.http.HttpServer;
import dev.weir.net.http.Request;
import dev.weir.net.http.Response;
import dev.weir.net.http.Routes;
import dev.weir.net.http.ServerSentEvent;
import dev.weir.net.http.StaticFiles;
import dev.weir.net.http.TrustedProxies;
import dev.weir.net.tcp.FrameEncoder;
import dev.weir.net.tcp.Framer;
import dev.weir.net.tcp.TcpClient;
import dev.weir.net.tcp.TcpServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServersTest {
    record Order(String item, int count) {}

    @Test
    void byHand() throws Exception {
        // tag::byHand
        Handler shop = Routes.create()
                .post(
                        "/orders",
                        request -> request.as(Order.class)
                                .map(order -> Response.value(order).withStatus(201)));

        Request request = Request.of("POST", "/orders?dry=1")
                .withHeader("Content-Type", "application/json")
                .withBody("{\"item\": \"tea\", \"count\": 2}");
        Response response = shop.handle(request).await();
        assertEquals(201, response.status());
        assertEquals("{\"item\":\"tea\",\"count\":2}", response.textFor(request).await());

        Request broken = request.withBody("{");
        HttpException refused =
                assertThrows(HttpException.class, () -> shop.handle(broken).await());
        assertEquals(400, refused.status());
        // end::byHand
    }

    @Test
    void pipe() {
        // tag::pipe
        TcpServer.Handler greeting =
                connection -> connection.sendLines(connection.lines().map(line -> "hello " + line));
        List<String> answers = TcpClient.create()
                .connect(
                        greeting,
                        connection -> connection
                                .sendLines(Many.of("Ada", "Grace"))
                                .then(connection.finish()) // so that the handler's lines end
                                .then(connection.lines().toList()))
                .await();
        assertEquals(List.of("hello Ada", "hello Grace"), answers);
        // end::pipe
    }

    @Test
    void http() throws Exception {
        HttpServer server = HttpServer.builder()
                .bind("127.0.0.1", 0) // any free port; server.port() tells which
                .handler(Routes.create()
                        .get("/hello/{name}", request -> One.of(Response.text("hello " + request.param("name")))))
                .start()
                .await(); // nothing listens before that
        assertEquals("hello Ada", ask(server, "GET", "/hello/Ada", "").body());
        // tag::shutdown
        server.shutdown(Duration.ofSeconds(10)).await();
        // end::shutdown
        assertEquals(0, server.connections());
    }

    @Test
    void routes() throws Exception {
        // tag::routes
        Map<String, String> notes = new ConcurrentHashMap<>();
        Routes routes = Routes.create()
                .get("/notes/{name}", request -> {
                    String text = notes.get(request.param("name"));
                    if (text == null) {
                        throw new HttpException(404, "there is no note of that name");
                    }
                    return One.of(Response.text(text));
                })
                .put(
                        "/notes/{name}",
                        request -> request.text()
                                .map(text -> notes.put(request.param("name"), text))
                                .map(before -> Response.empty(before == null ? 201 : 204)));
        // end::routes
        try (HttpServer server = serve(routes)) {
            assertEquals(404, ask(server, "GET", "/notes/one", "").statusCode());
            assertEquals(201, ask(server, "PUT", "/notes/one", "milk").statusCode());
            assertEquals(204, ask(server, "PUT", "/notes/one", "more milk").statusCode());
            assertEquals("more milk", ask(server, "GET", "/notes/one", "").body());
            assertEquals(405, ask(server, "DELETE", "/notes/one", "").statusCode());
        }
    }

    /** A program with files of its own on the class path. */
    private static final class App {}

    @Test
    void files(@TempDir Path directory) throws Exception {
        Path root = Files.createDirectories(directory.resolve("web"));
        Files.writeString(root.resolve("index.html"), "<p>welcome");
        Files.writeString(root.resolve("style.css"), "p {}");
        // tag::files
        Routes site = Routes.create()
                .get("/static/{path...}", StaticFiles.directory(root)) // /static/style.css is style.css below root
                .get("/web/{path...}", StaticFiles.resources(name -> App.class.getResourceAsStream("web/" + name)))
                .get("/", request -> Response.file(root.resolve("index.html")));
        // end::files
        try (HttpServer server = serve(site)) {
            assertEquals("p {}", ask(server, "GET", "/static/style.css", "").body());
            assertEquals(
                    "document.title = \"Weir\";\n",
                    ask(server, "GET", "/web/app.js", "").body());
            assertEquals(404, ask(server, "GET", "/web/other.js", "").statusCode());
            assertEquals("<p>welcome", ask(server, "GET", "/static/", "").body());
            assertEquals("<p>welcome", ask(server, "GET", "/", "").body());
        }
    }

    @Test
    void bodies() throws Exception {
        // tag::bodies
        Routes echo = Routes.create()
                .post("/echo", request -> One.of(Response.stream("application/octet-stream", request.body())));
        // end::bodies
        try (HttpServer server = serve(echo)) {
            assertEquals("hello", ask(server, "POST", "/echo", "hello").body());
        }
    }

    @Test
    void blocking() throws Exception {
        // tag::blocking
        Routes reports = Routes.create()
                .get(
                        "/reports/{id}",
                        request -> One.blocking(() -> slowReport(request.param("id")))
                                .timeout(Duration.ofSeconds(5))
                                .map(Response::text));
        // end::blocking
        try (HttpServer server = serve(reports)) {
            assertEquals("report 7", ask(server, "GET", "/reports/7", "").body());
        }
    }

    private static String slowReport(String id) {
        return "report " + id;
    }

    @Test
    void events() throws Exception {
        // tag::events
        Broadcast<String> prices = Broadcast.replaying(1); // who comes late sees the last one
        Routes events = Routes.create()
                .get(
                        "/prices",
                        request -> One.of(Response.sse(prices.listen(Overflow.dropOldest(64)) // for each client
                                .map(ServerSentEvent::of))));

        prices.emit("1.07"); // from any thread, to all who listen
        // end::events
        prices.complete();
        try (HttpServer server = serve(events)) {
            assertEquals("data: 1.07\n\n", ask(server, "GET", "/prices", "").body());
        }
    }

    @Test
    void tcp() {
        // tag::tcp
        TcpServer server = TcpServer.builder()
                .bind("127.0.0.1", 0)
                .handler(connection -> connection.sendLines(connection.lines().map(line -> "you said " + line)))
                .start()
                .await(); // nothing listens before that
        // end::tcp
        int port = server.port();
        // tag::client
        TcpClient client = TcpClient.create();
        One<String> answer = client.connect(
                "127.0.0.1",
                port,
                connection ->
                        connection.sendLine("hello").then(connection.lines().first()));
        // end::client
        assertEquals("you said hello", answer.await());
        server.close();
    }

    @Test
    void proxies() {
        Handler handler = request ->
                One.of(Response.text(request.remoteAddress().getAddress().getHostAddress() + " " + request.scheme()));
        // tag::proxies
        HttpServer server = HttpServer.builder()
                .bind("127.0.0.1", 0)
                .trust(TrustedProxies.xForwarded("10.0.0.0/8", "127.0.0.1"))
                .handler(handler)
                .start()
                .await();
        // end::proxies
        try (dev.weir.net.http.client.HttpClient client = dev.weir.net.http.client.HttpClient.create()) {
            String seen = client.get("http://127.0.0.1:" + server.port() + "/")
                    .withHeader("X-Forwarded-For", "192.0.2.1")
                    .withHeader("X-Forwarded-Proto", "https")
                    .text()
                    .await();
            assertEquals("192.0.2.1 https", seen);
        }
        server.close();
    }

    @Test
    void frames() {
        // tag::frames
        TcpServer server = TcpServer.builder()
                .bind("127.0.0.1", 0)
                .handler(connection -> connection.sendFrames(
                        connection
                                .frames(Framer.lengthPrefix(4))
                                .map(message ->
                                        StandardCharsets.UTF_8.encode(StandardCharsets.UTF_8.decode(message) + "!")),
                        FrameEncoder.lengthPrefix(4)))
                .start()
                .await();
        One<@Nullable ByteBuffer> answer = TcpClient.create()
                .connect(
                        "127.0.0.1",
                        server.port(),
                        connection -> connection
                                .sendFrame(StandardCharsets.UTF_8.encode("hello"), FrameEncoder.lengthPrefix(4))
                                .then(connection.read(Framer.lengthPrefix(4))));
        // end::frames
        assertEquals(StandardCharsets.UTF_8.encode("hello!"), answer.await());
        server.close();
    }

    @Test
    void secureTcp(@TempDir Path directory) throws Exception {
        SelfSigned made = SelfSigned.in(directory);
        Path chain = made.chain();
        Path key = made.key();
        Path socket = directory.resolve("lines.sock");
        // tag::secureTcp
        TcpServer server = TcpServer.builder()
                .bind(socket) // or a port
                .tls(ServerTls.pem(chain, key))
                .handler(connection -> connection.sendLine(
                        "welcome, " + connection.peerCertificates().size()))
                .start()
                .await();
        One<String> answer = TcpClient.builder()
                .tls(ClientTls.standard().trust(chain)) // whom the JDK trusts, without trust(..)
                .build()
                .connect(socket, connection -> connection.lines().first());
        // end::secureTcp
        assertEquals("welcome, 0", answer.await());
        server.close();
    }

    @Test
    void https(@TempDir Path directory) throws Exception {
        SelfSigned made = SelfSigned.in(directory);
        Path chain = made.chain();
        Path key = made.key();
        Routes routes = Routes.create().get("/", request -> One.of(Response.text(request.scheme())));
        // tag::https
        ServerTls tls = ServerTls.pem(chain, key); // the certificates, the server's own first; the key, in PKCS#8
        HttpServer server = HttpServer.builder()
                .bind("127.0.0.1", 0)
                .tls(tls)
                .handler(routes)
                .start()
                .await();
        // end::https
        try (HttpClient client =
                HttpClient.newBuilder().sslContext(made.trusting()).build()) {
            URI uri = URI.create("https://127.0.0.1:" + server.port() + "/");
            HttpResponse<String> answer =
                    client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
            assertEquals("https", answer.body());
            assertEquals(HttpClient.Version.HTTP_2, answer.version());
        }
        // tag::reload
        server.reloadTls(tls).await(); // the files have changed
        // end::reload
        server.close();
    }

    @Test
    void clientCertificates(@TempDir Path directory) throws Exception {
        SelfSigned made = SelfSigned.in(directory);
        Path chain = made.chain();
        Path key = made.key();
        Path ours = made.chain();
        // tag::clientCertificates
        ServerTls tls = ServerTls.pem(chain, key)
                .requireClients(ours) // only who has a certificate of one of these authorities gets in
                .host("*.example.com", ServerTls.pem(chain, key)); // another certificate for these names
        Handler greet = request -> {
            X509Certificate client = request.peerCertificates().getFirst();
            return One.of(
                    Response.text("hello " + client.getSubjectX500Principal().getName()));
        };
        // end::clientCertificates
        HttpServer server = HttpServer.builder()
                .bind("127.0.0.1", 0)
                .tls(tls)
                .handler(greet)
                .start()
                .await();
        try (HttpClient client =
                HttpClient.newBuilder().sslContext(made.trusting()).build()) {
            URI uri = URI.create("https://127.0.0.1:" + server.port() + "/");
            assertEquals(
                    "hello CN=docs",
                    client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
                            .body());
        }
        server.close();
    }

    @Test
    void sharedPort() throws Exception {
        Routes routes = Routes.create().get("/", request -> One.of(Response.text("hello")));
        try (HttpServer first = HttpServer.builder()
                .bind("127.0.0.1", 0)
                .reusePort(true)
                .handler(routes)
                .start()
                .await()) {
            int port = first.port();
            // tag::sharedPort
            HttpServer server = HttpServer.builder()
                    .bind("127.0.0.1", port)
                    .reusePort(true) // as the other processes do
                    .handler(routes)
                    .start()
                    .await();
            // end::sharedPort
            assertEquals("hello", ask(server, "GET", "/", "").body());
            server.close();
        }
    }

    @Test
    void unix(@TempDir Path directory) throws Exception {
        Path socket = directory.resolve("weir.sock");
        Routes routes = Routes.create().get("/", request -> One.of(Response.text("hello")));
        // tag::unix
        HttpServer server =
                HttpServer.builder().bind(socket).handler(routes).start().await();
        // end::unix
        assertTrue(Files.exists(socket));
        server.close();
        server.closed().await();
    }

    private static HttpServer serve(Routes routes) {
        return HttpServer.builder().bind("127.0.0.1", 0).handler(routes).start().await();
    }

    private static HttpResponse<String> ask(HttpServer server, String method, String path, String body)
            throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request, BodyHandlers.ofString());
        }
    }
}
