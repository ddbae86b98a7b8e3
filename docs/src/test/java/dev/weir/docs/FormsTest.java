package dev.weir.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.http.Cookie;
import dev.weir.net.http.Handler;
import dev.weir.net.http.HttpException;
import dev.weir.net.http.HttpServer;
import dev.weir.net.http.Problem;
import dev.weir.net.http.Response;
import dev.weir.net.http.Routes;
import dev.weir.net.http.ValueParser;
import dev.weir.net.http.form.Form;
import dev.weir.net.http.form.Multipart;
import dev.weir.net.http.form.Part;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FormsTest {
    // tag::order
    record Order(String customer, List<String> items) {}
    // end::order

    // tag::note
    record Edit(String title) {}

    record Note(String title, int version) {
        String tag() {
            return Integer.toString(version);
        }
    }

    // end::note

    @Test
    void changes() throws Exception {
        // tag::changes
        Map<String, Note> notes = new ConcurrentHashMap<>(Map.of("milk", new Note("buy milk", 1)));
        Routes routes = Routes.create()
                .get("/notes/{name}", request -> {
                    Note note = notes.get(request.param("name"));
                    if (note == null) {
                        throw new HttpException(404, "there is no note of that name");
                    }
                    return One.of(Response.value(note).withETag(note.tag()));
                })
                .put(
                        "/notes/{name}",
                        request -> request.as(Edit.class).map(edit -> {
                            if (edit.title() == null || edit.title().isBlank()) {
                                throw new HttpException(
                                        Problem.of(422, "a note needs a title").with("field", "title"));
                            }
                            Note before = notes.get(request.param("name"));
                            request.requireETag(before == null ? null : before.tag()); // If-Match, or 412
                            Note after = new Note(edit.title(), before == null ? 1 : before.version() + 1);
                            notes.put(request.param("name"), after);
                            return Response.value(after).withETag(after.tag());
                        }))
                .route("PURGE", "/notes", request -> {
                    notes.clear();
                    return One.of(Response.empty(204));
                });
        // end::changes
        try (HttpServer server = serve(routes)) {
            HttpResponse<String> seen = send(server, "GET", "/notes/milk", "", "");
            assertEquals("\"1\"", seen.headers().firstValue("etag").orElseThrow());
            String json = "application/json";
            HttpResponse<String> blank = send(server, "PUT", "/notes/milk", json, "{\"title\":\" \"}");
            assertEquals(422, blank.statusCode());
            assertTrue(blank.body().contains("\"field\":\"title\""), blank.body());
            for (int status : new int[] {200, 412}) {
                HttpRequest put = HttpRequest.newBuilder(
                                URI.create("http://127.0.0.1:" + server.port() + "/notes/milk"))
                        .header("Content-Type", json)
                        .header("If-Match", "\"1\"")
                        .PUT(BodyPublishers.ofString("{\"title\":\"buy tea\"}"))
                        .build();
                try (HttpClient client = HttpClient.newHttpClient()) {
                    assertEquals(
                            status, client.send(put, BodyHandlers.ofString()).statusCode());
                }
            }
            assertEquals(204, send(server, "PURGE", "/notes", "", "").statusCode());
            assertEquals(404, send(server, "GET", "/notes/milk", "", "").statusCode());
        }
    }

    @Test
    void limits() throws Exception {
        // tag::limits
        ValueParser<Integer> limit = text -> {
            int number = Integer.parseInt(text);
            if (number < 1 || number > 100) {
                throw new IllegalArgumentException("it must be 1 to 100");
            }
            return number;
        };
        Routes routes = Routes.create().get("/orders", request -> {
            int most = request.query("limit", limit, 20);
            return One.of(Response.text("at most " + most));
        });
        // end::limits
        try (HttpServer server = serve(routes)) {
            assertEquals("at most 20", send(server, "GET", "/orders", "", "").body());
            String wrong = send(server, "GET", "/orders?limit=0", "", "").body();
            assertTrue(
                    wrong.contains("the query parameter \\\"limit\\\" can't be \\\"0\\\": it must be 1 to 100"), wrong);
        }
    }

    @Test
    void parameters() throws Exception {
        // tag::parameters
        Routes routes = Routes.create().get("/orders/{id}/items", request -> {
            UUID order = request.param("id", UUID::fromString);
            int page = request.query("page", Integer::parseInt, 1);
            String sort = request.query("sort", text -> text); // required
            return One.of(Response.text(order + " " + page + " " + sort));
        });
        // end::parameters
        try (HttpServer server = serve(routes)) {
            UUID id = new UUID(1, 2);
            assertEquals(
                    id + " 1 name",
                    send(server, "GET", "/orders/" + id + "/items?sort=name", "", "")
                            .body());
            HttpResponse<String> wrong = send(server, "GET", "/orders/" + id + "/items?page=two&sort=x", "", "");
            assertEquals("""
                {"status":400,"title":"Bad Request","detail":"the query parameter \\"page\\" can't be \\"two\\"",\
                "parameter":"page","in":"query"}
                """, wrong.body());
        }
    }

    @Test
    void values() throws Exception {
        // tag::values
        Routes routes = Routes.create()
                .post(
                        "/orders",
                        request -> request.as(Order.class)
                                .map(order -> Response.value(order).withStatus(201)))
                .get("/orders", request -> One.of(Response.values(allOrders())))
                .post(
                        "/orders/import",
                        request -> request.asMany(Order.class)
                                .mapAsync(4, order -> store(order))
                                .count()
                                .map(count -> Response.text(count + " orders")));
        // end::values
        try (HttpServer server = serve(routes)) {
            String json = "{\"customer\":\"Ada\",\"items\":[\"tea\"]}";
            assertEquals(
                    json,
                    send(server, "POST", "/orders", "application/json", json).body());
            assertEquals(
                    "2 orders",
                    send(server, "POST", "/orders/import", "application/x-ndjson", json + "\n" + json)
                            .body());
            assertEquals(
                    "[" + json + "]\n", send(server, "GET", "/orders", "", "").body());
        }
    }

    private static Many<Order> allOrders() {
        return Many.of(new Order("Ada", List.of("tea")));
    }

    private static One<Order> store(Order order) {
        return One.of(order);
    }

    @Test
    void forms() throws Exception {
        // tag::form
        Routes routes = Routes.create()
                .post(
                        "/signup",
                        request -> Form.of(request).map(form -> {
                            String name = form.get("name", text -> text);
                            int age = form.get("age", Integer::parseInt, 0);
                            return Response.text(name + ", " + age);
                        }));
        // end::form
        try (HttpServer server = serve(routes)) {
            String type = "application/x-www-form-urlencoded";
            assertEquals(
                    "Ada, 36",
                    send(server, "POST", "/signup", type, "name=Ada&age=36").body());
        }
    }

    @Test
    void uploads(@TempDir Path folder) throws Exception {
        // tag::upload
        Routes routes = Routes.create()
                .post(
                        "/upload",
                        request -> Multipart.of(request)
                                .withMaxBytes(10_000_000_000L)
                                .parts()
                                .filter(Part::isFile)
                                .concatMap(part -> part.saveTo(folder.resolve(UUID.randomUUID() + ".upload"))
                                        .map(size -> part.safeFilename() + ": " + size)
                                        .toMany())
                                .toList()
                                .map(files -> Response.text(String.join("\n", files))));
        // end::upload
        try (HttpServer server = serve(routes)) {
            String body =
                    "--b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"../a.txt\"\r\n\r\nhello\r\n--b--";
            assertEquals(
                    "a.txt: 5",
                    send(server, "POST", "/upload", "multipart/form-data; boundary=b", body)
                            .body());
            try (var files = Files.list(folder)) {
                assertEquals(1, files.count());
            }
        }
    }

    @Test
    void cookies() throws Exception {
        // tag::cookie
        Routes routes = Routes.create().post("/login", request -> {
            String before = request.cookie("__Host-session");
            Cookie session =
                    Cookie.of("__Host-session", UUID.randomUUID().toString()).withMaxAge(Duration.ofHours(8));
            return One.of(
                    Response.text(before == null ? "welcome" : "welcome back").withCookie(session));
        });
        // end::cookie
        try (HttpServer server = serve(routes)) {
            HttpResponse<String> response = send(server, "POST", "/login", "", "");
            assertEquals("welcome", response.body());
            String cookie = response.headers().firstValue("set-cookie").orElseThrow();
            assertEquals(
                    "; Path=/; Max-Age=28800; Secure; HttpOnly; SameSite=Lax", cookie.substring(cookie.indexOf(';')));
        }
    }

    @Test
    void blocking() throws Exception {
        // tag::blocking
        Handler plain = Handler.blocking(request -> {
            String text = request.text().await(); // on a virtual thread: waiting is fine
            return Response.text(text.length() + " characters");
        });
        // end::blocking
        try (HttpServer server = serve(Routes.create().post("/", plain))) {
            assertEquals("4 characters", send(server, "POST", "/", "", "loud").body());
        }
    }

    private static HttpServer serve(Routes routes) {
        return HttpServer.builder().bind("127.0.0.1", 0).handler(routes).start().await();
    }

    private static HttpResponse<String> send(HttpServer server, String method, String path, String type, String body)
            throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                    (type.isEmpty() ? request : request.header("Content-Type", type)).build(), BodyHandlers.ofString());
        }
    }
}
