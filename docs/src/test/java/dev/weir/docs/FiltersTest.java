package dev.weir.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Context;
import dev.weir.One;
import dev.weir.net.http.Filter;
import dev.weir.net.http.Handler;
import dev.weir.net.http.HttpServer;
import dev.weir.net.http.Problem;
import dev.weir.net.http.Response;
import dev.weir.net.http.Routes;
import dev.weir.net.http.filter.AccessLog;
import dev.weir.net.http.filter.Compression;
import dev.weir.net.http.filter.Cors;
import dev.weir.net.http.filter.Deadline;
import dev.weir.net.http.filter.Decompression;
import dev.weir.net.http.filter.Health;
import dev.weir.net.http.filter.Limiter;
import dev.weir.net.http.filter.Problems;
import dev.weir.net.http.filter.SecurityHeaders;
import java.io.Writer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FiltersTest {
    private static final class NoSuchOrder extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final long id;

        NoSuchOrder(long id) {
            this.id = id;
        }

        long id() {
            return id;
        }
    }

    private final Handler orders = request -> {
        long id = request.param("id", Long::parseLong);
        if (id == 404) {
            throw new NoSuchOrder(id);
        }
        return One.of(Response.text("order " + id));
    };
    private final Handler search = request -> One.of(Response.text("found"));

    @Test
    void filters() throws Exception {
        // tag::filter
        Context.Key<String> user = Context.Key.of("user");
        Map<String, String> sessions = new ConcurrentHashMap<>(Map.of("s3cret", "Ada"));
        Filter authenticated = (request, next) -> {
            String session = request.cookie("session");
            String name = session == null ? null : sessions.get(session);
            return name == null
                    ? One.of(Response.problem(401, "sign in first"))
                    : next.handle(request.with(user, name));
        };
        Routes routes = Routes.create()
                .get("/me", request -> One.of(Response.text("you are " + request.get(user))))
                .with(authenticated)
                .get("/about", request -> One.of(Response.text("anybody may see this")));
        // end::filter
        try (HttpServer server = serve(routes)) {
            assertEquals(401, get(server, "/me").statusCode());
            assertEquals(
                    "you are Ada",
                    get(server, "/me", "Cookie", "session=s3cret").body());
            assertEquals(200, get(server, "/about").statusCode());
        }
    }

    @Test
    void ready() throws Exception {
        // tag::ready
        Routes routes = Routes.create()
                .get("/orders/{id}", orders)
                .with(
                        SecurityHeaders.create().withContentPolicy("default-src 'self'"),
                        Cors.allow("https://app.example")
                                .withCredentials()
                                .withHeaders("Content-Type", "Authorization", "If-Match") // that scripts may send
                                .withExposed("ETag", "Location"), // that they may read
                        Compression.create(),
                        Decompression.create(),
                        Problems.create()
                                .on(
                                        NoSuchOrder.class,
                                        e -> Problem.of(404, "there is no such order")
                                                .with("order", e.id())));
        // end::ready
        try (HttpServer server = serve(routes)) {
            HttpResponse<String> response = get(server, "/orders/7", "Accept", "text/plain");
            assertEquals("order 7", response.body());
            assertEquals(
                    "{\"status\":404,\"title\":\"Not Found\",\"detail\":\"there is no such order\",\"order\":404}\n",
                    get(server, "/orders/404").body());
            assertEquals(
                    "nosniff",
                    response.headers().firstValue("X-Content-Type-Options").orElseThrow());
        }
    }

    @Test
    void limiter() throws Exception {
        // tag::limiter
        Limiter limiter = Limiter.adaptive()
                .queue(20, Duration.ofMillis(50))
                .alwaysServe(Health::isAsked)
                .build();
        Limiter few = Limiter.fixed(4).build(); // of what is expensive
        Routes routes = Routes.create()
                .get("/orders/{id}", orders)
                .get("/search", search.with(few))
                .with(limiter);
        // end::limiter
        try (HttpServer server = serve(routes)) {
            assertEquals("found", get(server, "/search").body());
            assertEquals(20, limiter.limit());
            assertEquals(0, limiter.refused() + few.refused());
        }
    }

    @Test
    void blocking() throws Exception {
        // tag::blocking
        Limiter few = Limiter.fixed(4).build();
        Filter inTime = Deadline.of(Duration.ofSeconds(2));
        Handler reports = Handler.blocking(request -> Response.text(slowReport(request.param("id"))));
        Routes routes = Routes.create().get("/reports/{id}", reports.with(few, inTime));
        // end::blocking
        try (HttpServer server = serve(routes)) {
            assertEquals("report 7", get(server, "/reports/7").body());
            assertEquals(0, few.inFlight());
        }
    }

    private static String slowReport(String id) {
        return "report " + id;
    }

    @Test
    void health() throws Exception {
        Routes routes = Routes.create().get("/orders/{id}", orders);
        // tag::health
        Health health = Health.builder()
                .check("database", Duration.ofSeconds(2), () -> One.blocking(() -> ping()))
                .build();
        HttpServer server = HttpServer.builder()
                .bind("127.0.0.1", 0)
                .handler(routes.under("", health.routes()))
                .start()
                .await();
        // end::health
        assertEquals(
                "{\"status\":\"up\",\"checks\":{\"database\":\"up\"}}\n",
                get(server, "/health/ready").body());
        Duration lag = Duration.ofMillis(1);
        // tag::end
        health.shutdown(server, lag, Duration.ofSeconds(30)).await();
        // end::end
        assertEquals(0, server.connections());
    }

    private static boolean ping() {
        return true;
    }

    @Test
    void observe(@TempDir Path folder) throws Exception {
        Path path = folder.resolve("access.log");
        Routes routes = Routes.create().get("/orders/{id}", orders);
        // tag::observe
        Map<String, LongAdder> counts = new ConcurrentHashMap<>();
        Writer file = Files.newBufferedWriter(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        AccessLog log = AccessLog.combined(file);
        HttpServer server = HttpServer.builder()
                .bind("127.0.0.1", 0)
                .handler(routes)
                .observe(log)
                .observe(exchange -> counts.computeIfAbsent(
                                exchange.route() + " " + exchange.status() / 100 + "xx", key -> new LongAdder())
                        .increment())
                .start()
                .await();
        // end::observe
        get(server, "/orders/7");
        get(server, "/none");
        server.close();
        server.closed().await();
        log.close();
        file.close();
        assertEquals(
                List.of("/orders/{id} 2xx", "null 4xx"),
                counts.keySet().stream().sorted().toList());
        String lines = Files.readString(path);
        assertTrue(lines.contains("\"GET /orders/7 HTTP/1.1\" 200"), lines);
    }

    private static HttpServer serve(Routes routes) {
        return HttpServer.builder().bind("127.0.0.1", 0).handler(routes).start().await();
    }

    private static HttpResponse<String> get(HttpServer server, String path, String... fields) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path));
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                    (fields.length == 0 ? request : request.headers(fields)).build(), BodyHandlers.ofString());
        }
    }
}
