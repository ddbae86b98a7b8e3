package dev.weir.net.http;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.net.NoLeaks;
import dev.weir.net.RawSocket.Reply;
import dev.weir.net.http.wire.HttpDate;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(NoLeaks.class)
class StaticFilesTest {
    private static final Map<String, String> RESOURCES =
            Map.of("index.html", "<p>home", "js/app.js", "app()", "LICENSE", "free", ".env", "secret");
    private static final Map<String, Integer> OPENED = new ConcurrentHashMap<>();
    private static final byte[] LARGE = new byte[300_000];

    @TempDir
    static Path root;

    private static TestServer server;

    @BeforeAll
    static void start() throws IOException {
        new Random(1).nextBytes(LARGE);
        Path web = Files.createDirectories(root.resolve("web/sub/deep"));
        Files.writeString(root.resolve("secret.txt"), "secret");
        Files.writeString(root.resolve("web/index.html"), "<p>home");
        Files.writeString(root.resolve("web/caf\u00e9 1.txt"), "menu");
        Files.writeString(root.resolve("web/.env"), "secret");
        Files.write(root.resolve("web/empty.css"), new byte[0]);
        Files.write(root.resolve("web/large.bin"), LARGE);
        Files.writeString(web.resolve("index.html"), "deep");
        if (File.separatorChar == '/') {
            Files.writeString(root.resolve("web/12:30.txt"), "noon");
        }
        Files.createSymbolicLink(root.resolve("web/inside.txt"), root.resolve("web/index.html"));
        Files.createSymbolicLink(root.resolve("web/outside.txt"), root.resolve("secret.txt"));
        Files.createSymbolicLink(root.resolve("web/up"), root);
        Files.writeString(root.resolve("web/app-3f2a"), "app()");
        Files.createSymbolicLink(root.resolve("web/app.js"), Path.of("app-3f2a"));
        server = TestServer.start(Routes.create()
                .get("/below", request -> Response.file(root.resolve("secret.txt/x/y")))
                .get("/dir/{path...}", StaticFiles.directory(root.resolve("web")))
                .get("/res/{path...}", StaticFiles.resources(name -> {
                    OPENED.merge(name, 1, Integer::sum);
                    String text = RESOURCES.get(name);
                    return text == null ? null : new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
                }))
                .get("/large.bin", StaticFiles.directory(root.resolve("web")))
                .get("/one", request -> Response.file(root.resolve("secret.txt")))
                .get("/missing", request -> Response.file(root.resolve("missing"))));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void servesFilesWithTheirTypes() {
        Reply home = server.get("/dir/");
        assertEquals("<p>home", home.body());
        assertEquals("text/html; charset=utf-8", home.header("content-type"));
        assertEquals("7", home.header("content-length"));
        assertEquals("nosniff", home.header("x-content-type-options"));
        assertNotNull(home.header("last-modified"));
        assertEquals("menu", server.get("/dir/caf%C3%A9%201.txt").body());
        assertEquals("deep", server.get("/dir/sub/deep/").body());
        assertEquals("<p>home", server.get("/dir/inside.txt").body());
        Reply empty = server.get("/dir/empty.css");
        assertEquals(200, empty.status());
        assertEquals("text/css; charset=utf-8", empty.header("content-type"));
    }

    @Test
    void streamsLargeFiles() throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            for (String path : new String[] {"/dir/large.bin", "/large.bin"}) {
                HttpRequest request =
                        HttpRequest.newBuilder(URI.create(server.url(path))).build();
                HttpResponse<byte[]> response = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
                assertArrayEquals(LARGE, response.body());
                assertEquals(
                        "300000",
                        response.headers().firstValue("content-length").orElseThrow());
            }
        }
    }

    @Test
    void tellsClientsThatTheirCopyIsGood() {
        for (String path : new String[] {"/dir/index.html", "/dir/large.bin", "/res/js/app.js"}) {
            Reply first = server.askHead("HEAD " + path + " HTTP/1.1\r\nHost: a\r\n\r\n");
            String again =
                    "GET " + path + " HTTP/1.1\r\nHost: a\r\nIf-None-Match: " + first.header("etag") + "\r\n\r\n";
            assertEquals(304, server.ask(again).status(), path);
        }
    }

    @Test
    void servesResourcesFromMemoryOnceTheyWereAskedFor() {
        assertEquals("<p>home", server.get("/res/").body());
        assertEquals("<p>home", server.get("/res/index.html").body());
        assertEquals(1, OPENED.get("index.html"));
        Reply script = server.get("/res/js/app.js");
        assertEquals("app()", script.body());
        assertEquals("text/javascript; charset=utf-8", script.header("content-type"));
    }

    @Test
    void keepsNoMoreResourcesThanAThousand() {
        Map<String, Integer> opened = new ConcurrentHashMap<>();
        Handler any = StaticFiles.resources(name -> {
            opened.merge(name, 1, Integer::sum);
            return new ByteArrayInputStream(new byte[1]);
        });
        try (TestServer own = TestServer.start(Routes.create().get("/{path...}", any))) {
            for (int i = 0; i <= 1_000; i++) {
                own.get("/" + i + ".js");
            }
            own.get("/999.js");
            own.get("/1000.js");
        }
        assertEquals(1, opened.get("999.js"));
        assertEquals(2, opened.get("1000.js"));
    }

    /** In a name it means something where there are drives. */
    @Test
    void aNameMayHaveAColon() {
        assumeTrue(File.separatorChar == '/', "there are drives");
        assertEquals("noon", server.get("/dir/12:30.txt").body());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/dir/../secret.txt",
                "/dir/..%2fsecret.txt",
                "/dir/%2e%2e/secret.txt",
                "/dir/%2e%2e%2fsecret.txt",
                "/dir/sub/../../secret.txt",
                "/dir/./index.html",
                "/dir/..%5csecret.txt",
                "/dir/sub%2fdeep%2findex.html",
                "/dir//etc/passwd",
                "/dir/%2fetc/passwd",
                "/dir/sub//deep/index.html",
                "/dir/index.html%00.txt",
                "/dir/C:/secret.txt",
                "/dir/.env",
                "/dir/%2eenv",
                "/dir/outside.txt",
                "/dir/up/secret.txt",
                "/dir/up/web/index.html",
                "/dir/sub",
                "/dir/sub/",
                "/dir/nothing",
                "/dir/index.html/",
                "/dir/index.html/x",
                "/res/../index.html",
                "/res/.env",
                "/res/js",
                "/res/LICENSE",
                "/res/%2e%2e/web",
                "/missing",
                "/below"
            })
    void servesNothingElse(String path) {
        Reply reply = server.get(path);
        boolean stillInside = path.equals("/dir/up/web/index.html");
        assertEquals(stillInside ? 200 : 404, reply.status(), reply.body());
    }

    @Test
    void servesAFileTheProgramChose() {
        assertEquals("secret", server.get("/one").body());
    }

    @Test
    void wantsADirectoryThatExists() {
        Path missing = root.resolve("missing");
        assertThrows(IllegalArgumentException.class, () -> StaticFiles.directory(missing));
    }

    @Test
    void anotherContentOfTheSameSizeAndTimeIsNotKnown() throws IOException {
        Path file = root.resolve("web/same.txt");
        FileTime time = FileTime.from(Instant.ofEpochSecond(1)); // as builds that can be repeated have it
        Files.setLastModifiedTime(Files.writeString(file, "old"), time);
        String tag = server.get("/dir/same.txt").header("etag");
        Files.setLastModifiedTime(Files.writeString(file, "new"), time);
        String again = "GET /dir/same.txt HTTP/1.1\r\nHost: a\r\nIf-None-Match: " + tag + "\r\n\r\n";
        assertEquals(200, server.ask(again).status());
    }

    @Test
    void noFileIsOfTheFuture() throws IOException {
        Path file = Files.writeString(root.resolve("web/early.txt"), "x");
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().plus(Duration.ofDays(1))));
        Instant told = HttpDate.parse(server.get("/dir/early.txt").header("last-modified"));
        assertFalse(told.isAfter(Instant.now()), told::toString);
    }

    @Test
    void aLinkHasTheTypeOfItsOwnName() {
        assertEquals("text/javascript; charset=utf-8", server.get("/dir/app.js").header("content-type"));
    }

    @Test
    void aRootThatIsAwayHasNoFiles(@TempDir Path folder) throws IOException {
        Path away = Files.createDirectory(folder.resolve("away"));
        try (TestServer own = TestServer.start(Routes.create().get("/{path...}", StaticFiles.directory(away)))) {
            Files.delete(away);
            assertEquals(404, own.get("/index.html").status());
        }
    }
}
