package dev.weir.net.http.client;

import static dev.weir.net.http.client.TestClient.begin;
import static dev.weir.net.http.client.TestClient.failure;
import static dev.weir.net.http.client.TestClient.until;
import static dev.weir.net.http.client.TestClient.value;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawSocket;
import dev.weir.net.http.Codec;
import dev.weir.net.http.Response;
import dev.weir.net.http.Routes;
import dev.weir.net.http.TestServer;
import dev.weir.net.http.TypeOf;
import dev.weir.net.http.client.ClientException.Reason;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(NoLeaks.class)
class ValuesTest {
    record Line(String item, int count) {}

    private static final String A = "{\"item\":\"a\",\"count\":1}";

    private static String answer(String type, String body) {
        return "HTTP/1.1 200 OK\r\nContent-Type: " + type + "\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
    }

    @Test
    void sendsAndReadsValues() {
        try (TestClient test = TestClient.start()) {
            var line = begin(test.post("/").withValue(new Line("a", 1)).as(Line.class));
            RawSocket socket = test.accept();
            RawSocket.Asked asked = socket.request();
            assertEquals("application/json", asked.header("content-type"));
            assertEquals("application/json", asked.header("accept"));
            assertEquals(A, asked.body());
            socket.send(answer("application/vnd.x+json; charset=utf-8", A));
            assertEquals(new Line("a", 1), value(line));
            var lines = begin(test.post("/")
                    .withHeader("Accept", "text/json")
                    .withHeader("Content-Type", "application/x+json")
                    .withValue(List.of(new Line("b", 2)))
                    .as(new TypeOf<List<Line>>() {}));
            asked = socket.request();
            assertEquals("application/x+json", asked.header("content-type"));
            assertEquals("text/json", asked.header("accept"));
            assertEquals("[{\"item\":\"b\",\"count\":2}]", asked.body());
            socket.send(answer("application/json", "[" + A + "," + A + "]"));
            assertEquals(List.of(new Line("a", 1), new Line("a", 1)), value(lines));
        }
    }

    @Test
    void agreesWithOurServer() {
        Routes routes = Routes.create()
                .post(
                        "/sum",
                        request -> request.asMany(Line.class)
                                .reduce(() -> 0, (sum, line) -> sum + line.count())
                                .map(sum -> Response.value(new Line("sum", sum))))
                .get(
                        "/lines",
                        request -> One.of(Response.values(Many.range(0, 1000).map(i -> new Line("i", i)))));
        try (TestClient test = TestClient.start();
                TestServer server = TestServer.start(routes)) {
            Many<Line> thousand = Many.range(0, 1000).map(i -> new Line("ä", i));
            assertEquals(
                    new Line("sum", 499_500),
                    value(begin(test.client
                            .post(server.url("/sum"))
                            .withValues(thousand)
                            .as(Line.class))));
            assertEquals(
                    thousand.map(Line::count).toList().await(),
                    value(begin(test.client
                            .get(server.url("/lines"))
                            .asMany(Line.class)
                            .map(Line::count)
                            .toList())));
            assertEquals(
                    1000,
                    value(begin(test.client.get(server.url("/lines")).as(new TypeOf<List<Line>>() {})))
                            .size());
        }
    }

    private static ClientException refused(String response, Reason reason) {
        try (TestClient test = TestClient.start(builder -> builder.maxBody(100))) {
            var line = begin(test.get("/x").as(Line.class));
            RawSocket socket = test.accept();
            socket.request();
            socket.send(response);
            return failure(line, reason);
        }
    }

    @Test
    void saysWhatIsWrongWithAValue() {
        ClientException other = refused(answer("text/html", "<p>"), Reason.VALUE);
        assertTrue(
                other.getMessage()
                        .endsWith("/x: the server answered 200 with text/html: as(..) reads application/json;"
                                + " text() and bytes() read anything"),
                other.getMessage());
        ClientException none = refused(TestClient.OK, Reason.VALUE);
        assertTrue(none.getMessage().contains("with no type"), none.getMessage());
        ClientException wrong = refused(answer("application/json", "{\"item\":\"a\",\"count\":\"x\"}"), Reason.VALUE);
        assertTrue(wrong.getMessage().contains("the response is no " + Line.class.getName()), wrong.getMessage());
        assertTrue(wrong.getMessage().contains("$.count"), wrong.getMessage());
        assertTrue(wrong.getMessage().contains("line 1, column "), wrong.getMessage());
        refused(answer("application/json", "{"), Reason.VALUE);
        refused(answer("application/json", ""), Reason.VALUE);
        refused(answer("application/json", "[" + " ".repeat(200) + "]"), Reason.TOO_LARGE);
    }

    @Test
    void anotherTypeFreesTheConnection() {
        try (TestClient test = TestClient.start()) {
            var line = begin(test.get("/").send().flatMap(response -> response.as(Line.class)));
            RawSocket socket = test.accept();
            socket.request();
            socket.send(answer("text/plain", "hello"));
            failure(line, Reason.VALUE);
            until(() -> test.client.pool().connections() - test.client.pool().idle() == 0);
        }
    }

    @Test
    void aStatusComesFirst() {
        try (TestClient test = TestClient.start()) {
            var line = begin(test.get("/").as(Line.class));
            RawSocket socket = test.accept();
            socket.request();
            socket.send("HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\r\nnone");
            StatusException status = (StatusException) failure(line);
            assertEquals("none", status.body());
        }
    }

    @Test
    void linesComeAsTheyAre() {
        try (TestClient test = TestClient.start(builder -> builder.maxBody(100))) {
            var first = begin(test.get("/").asMany(Line.class).first());
            RawSocket socket = test.accept();
            assertEquals("application/x-ndjson", socket.request().header("accept"));
            socket.send("HTTP/1.1 200 OK\r\nContent-Type: application/jsonl\r\n\r\n" + A + "\n{broken");
            assertEquals(new Line("a", 1), value(first));
            var all = begin(test.get("/").asMany(Line.class).toList());
            socket = test.accept();
            socket.request();
            socket.send(answer("application/x-ndjson", A + "\n\n" + A));
            assertEquals(2, value(all).size());
        }
    }

    private static ClientException refusedLines(String response, Reason reason) {
        try (TestClient test = TestClient.start(builder -> builder.maxBody(100))) {
            var lines = begin(test.get("/x").asMany(Line.class).toList());
            RawSocket socket = test.accept();
            socket.request();
            socket.send(response);
            return failure(lines, reason);
        }
    }

    @Test
    void saysWhichLineIsWrong() {
        ClientException wrong = refusedLines(answer("application/x-ndjson", A + "\n{}x\n"), Reason.VALUE);
        assertTrue(wrong.getMessage().contains(" in line 2: "), wrong.getMessage());
        ClientException long1 = refusedLines(answer("application/x-ndjson", "x".repeat(200)), Reason.TOO_LARGE);
        assertTrue(long1.getMessage().contains("a line is longer than 100 bytes (setting: maxBody)"), long1.toString());
        ClientException array = refusedLines(answer("application/json", "[]"), Reason.VALUE);
        assertTrue(array.getMessage().contains("as(..) reads one value"), array.getMessage());
    }

    @Test
    void whatCannotBeEncodedIsNeverSent() {
        try (TestClient test = TestClient.start()) {
            ClientRequest request = test.post("/");
            IllegalArgumentException wrong =
                    assertThrows(IllegalArgumentException.class, () -> request.withValue(new Object()));
            assertTrue(wrong.getMessage().startsWith("the value, of class java.lang.Object, can't be encoded"));
            failure(begin(request.withValues(Many.of(new Object())).text()), Reason.BODY);
        }
    }

    @Test
    void anyCodecWillDo() {
        Codec plain = new Codec() {
            @Override
            public String contentType() {
                return "text/plain";
            }

            @Override
            public boolean reads(String mediaType) {
                return mediaType.equals("text/plain");
            }

            @Override
            public <T> T read(byte[] body, TypeOf<T> type) throws MalformedException {
                throw new MalformedException("nothing can be read", Map.of());
            }

            @Override
            public byte[] write(Object value) {
                return value.toString().getBytes(StandardCharsets.UTF_8);
            }
        };
        try (TestClient test = TestClient.start(builder -> builder.codec(plain))) {
            var line = begin(test.post("/").withValue(12).as(Line.class));
            RawSocket socket = test.accept();
            assertEquals("12", socket.request().body());
            socket.send(answer("text/plain", "x"));
            ClientException wrong = failure(line, Reason.VALUE);
            assertTrue(wrong.getMessage().endsWith(": nothing can be read"), wrong.getMessage());
        }
    }
}
