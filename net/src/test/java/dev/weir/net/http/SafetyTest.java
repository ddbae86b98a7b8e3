package dev.weir.net.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawSocket;
import dev.weir.net.http.filter.Cors;
import dev.weir.net.http.filter.SecurityHeaders;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What clients and careless programs try on a server, as a corpus. */
@ExtendWith(NoLeaks.class)
class SafetyTest {
    /** Everything that puts a text into the head of a response. */
    private static Map<String, Function<String, Object>> setters() {
        Map<String, Function<String, Object>> setters = new LinkedHashMap<>();
        Response ok = Response.empty(204);
        setters.put("withHeader value", text -> ok.withHeader("X", text));
        setters.put("withHeader name", text -> ok.withHeader(text, "x"));
        setters.put("addHeader value", text -> ok.addHeader("X", text));
        setters.put("addHeader name", text -> ok.addHeader(text, "x"));
        setters.put("withVary", ok::withVary);
        setters.put("second withVary", text -> ok.withVary("Accept").withVary(text));
        setters.put("withCoding", text -> ok.withCoding(text, to -> to));
        setters.put("bytes", text -> Response.bytes(text, new byte[1]));
        setters.put("stream", text -> Response.stream(text, Many.empty()));
        setters.put("cookie name", text -> Cookie.of("a" + text, "x"));
        setters.put("cookie value", text -> Cookie.of("a", text));
        setters.put("cookie path", text -> Cookie.of("a", "x").withPath("/" + text));
        setters.put("cookie domain", text -> Cookie.of("a", "x").withDomain("a" + text));
        setters.put("headers and", text -> Headers.empty().and("X", text));
        setters.put("headers with", text -> Headers.empty().with("X", text));
        setters.put("security header", text -> SecurityHeaders.create().with("X", text));
        setters.put("content policy", text -> SecurityHeaders.create().withContentPolicy(text));
        setters.put("cors origin", text -> Cors.allow("https://a" + text));
        setters.put("cors method", text -> Cors.allowAny().withMethods(text));
        setters.put("cors header", text -> Cors.allowAny().withHeaders(text));
        setters.put("cors exposed", text -> Cors.allowAny().withExposed(text));
        setters.put("event id", text -> ServerSentEvent.of("x").withId(text));
        setters.put("event type", text -> ServerSentEvent.of("x").withEvent(text));
        return setters;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"\r\n", "\n", "\r", "a\r\nSet-Cookie: evil=1", "a\n\n<script>", "\r\n\r\nHTTP/1.1 200 OK\r\n\r\n"
            })
    void nothingBreaksOutOfItsLine(String evil) {
        setters()
                .forEach(
                        (name, setter) -> assertThrows(IllegalArgumentException.class, () -> setter.apply(evil), name));
    }

    @Test
    void controlsAndWhatWouldBecomeOneAreRefused() {
        for (char c : new char[] {0, 1, 8, 0x1b, 0x7f, '\u010a', '\u010d', '\u560a', '\ud83d'}) {
            setters().forEach((name, setter) -> {
                boolean eventsTakeThese = name.startsWith("event") && c != 0;
                if (!eventsTakeThese) {
                    assertThrows(IllegalArgumentException.class, () -> setter.apply("a" + c), name + " U+" + (int) c);
                }
            });
        }
    }

    @Test
    void whatIsReflectedStaysData() {
        Handler reflecting = request -> {
            String text = request.query("q", value -> value, "");
            throw new HttpException(
                    Problem.of(400, text).withInstance(URI.create("/x")).with("echo", text));
        };
        try (TestServer server = TestServer.start(reflecting);
                RawSocket socket = server.connect()) {
            for (String evil : new String[] {"%0d%0aSet-Cookie:%20a=b", "%22,%22status%22:200", "%00", "%e2%80%a8"}) {
                RawSocket.Reply reply = socket.send("GET /?q=" + evil + " HTTP/1.1\r\nHost: a\r\n\r\n")
                        .reply();
                assertEquals(400, reply.status());
                assertEquals(null, reply.header("set-cookie"));
                assertTrue(reply.body().startsWith("{\"status\":400,\"title\":\"Bad Request\",\"detail\":\""));
                assertTrue(reply.body().chars().filter(c -> c < ' ').count() == 1, reply.body()); // its last line end
            }
        }
    }

    @Test
    void noPathLeadsOutOfTheRoot(@TempDir Path folder) throws IOException {
        Path root = Files.createDirectories(folder.resolve("root/sub")).getParent();
        Files.writeString(root.resolve("index.html"), "home");
        Files.writeString(root.resolve("sub/index.html"), "sub");
        Files.writeString(folder.resolve("secret"), "secret");
        Files.createSymbolicLink(root.resolve("link"), folder.resolve("secret"));
        String[] atoms = {
            "..",
            ".",
            "/",
            "//",
            "%2e",
            "%2E%2e",
            "%2f",
            "%2F",
            "\\",
            "%5c",
            "%00",
            "%252e",
            "%c0%ae",
            "%c0%af",
            "%ef%bc%8f",
            "%u002e",
            "..;",
            ";",
            ":",
            "~",
            "secret",
            "sub",
            "index.html",
            "link",
            "root",
            "%20",
            "..%01"
        };
        Random random = new Random(77);
        Handler handler = Routes.create().get("/files/{path...}", StaticFiles.directory(root));
        try (TestServer server = TestServer.start(handler)) {
            RawSocket socket = server.connect();
            for (int i = 0; i < 4000; i++) {
                StringBuilder target = new StringBuilder("/files/");
                for (int length = 1 + random.nextInt(6); length > 0; length--) {
                    target.append(atoms[random.nextInt(atoms.length)]);
                }
                RawSocket.Reply reply = socket.send("GET " + target + " HTTP/1.1\r\nHost: a\r\n\r\n")
                        .reply();
                assertTrue(!reply.body().equals("secret"), target.toString());
                if (reply.header("connection") != null) { // a malformed target ends the connection
                    socket.close();
                    socket = server.connect();
                }
            }
            socket.close();
        }
    }

    @Test
    void aHandlerThatReflectsHeadersCannotBeMadeToSplit() {
        Handler reflecting = request -> One.of(Response.empty(204).withHeader("X-Back", request.query("v", v -> v)));
        try (TestServer server = TestServer.start(reflecting)) {
            assertEquals(500, server.get("/?v=a%0d%0aX-Evil:%201").status());
            assertEquals(
                    "a", server.askHead("GET /?v=a HTTP/1.1\r\nHost: a\r\n\r\n").header("x-back"));
        }
    }
}
