package dev.weir.net.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.annotation.JsonCreator;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.Logged;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawHttp2;
import dev.weir.net.RawSocket;
import dev.weir.net.RawSocket.Reply;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.LogRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@ExtendWith(NoLeaks.class)
class CodecTest {
    record Line(String item, int count) {}

    record Order(String customer, List<Line> lines) {}

    private static final AtomicInteger DECODED = new AtomicInteger();
    private static TestServer server;

    @BeforeAll
    static void start() {
        server = TestServer.start(
                Routes.create()
                        .post(
                                "/order",
                                request -> request.as(Order.class)
                                        .map(order -> Response.text(order.customer() + " "
                                                + order.lines().stream()
                                                        .mapToInt(Line::count)
                                                        .sum())))
                        .post(
                                "/lines",
                                request ->
                                        request.as(new TypeOf<List<Line>>() {}).map(Response::value))
                        .post(
                                "/sum",
                                request -> request.asMany(Line.class)
                                        .doOnNext(line -> DECODED.incrementAndGet())
                                        .reduce(() -> 0, (sum, line) -> sum + line.count())
                                        .map(sum -> Response.value(Map.of("sum", sum))))
                        .post(
                                "/first",
                                request -> request.asMany(Line.class).first().map(line -> Response.value(line)))
                        .get(
                                "/range/{n}",
                                request -> One.of(Response.values(Many.range(0, request.param("n", Integer::parseInt))
                                        .map(i -> new Line("i" + i, i)))))
                        .get("/broken", request -> One.of(Response.value(new Object()))),
                builder -> builder.maxBody(4096));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static Reply post(String path, String type, String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        try (RawSocket socket = server.connect()) {
            return socket.send("POST " + path + " HTTP/1.1\r\nHost: a\r\nContent-Length: " + bytes.length + "\r\n"
                            + type + "\r\n")
                    .send(bytes)
                    .reply();
        }
    }

    private static final String JSON = "Content-Type: application/json; charset=utf-8\r\n";
    private static final String NDJSON = "Content-Type: application/x-ndjson\r\n";

    @Test
    void readsAndWritesValues() {
        assertEquals(
                "Ada 5",
                post(
                                "/order",
                                JSON,
                                "{\"customer\":\"Ada\",\"lines\":[{\"item\":\"a\",\"count\":2},{\"item\":\"b\",\"count\":3}]}")
                        .body());
        Reply lines = post("/lines", "Content-Type: application/vnd.x+json\r\n", "[{\"item\":\"ä\",\"count\":2}]");
        assertEquals("application/json", lines.header("content-type"));
        assertEquals("[{\"item\":\"ä\",\"count\":2}]", lines.body());
        assertEquals("25", lines.header("content-length"));
    }

    /** As line breaks, which would make lines of a log. */
    @Test
    void whatCantBePrintedIsNotInMessages() {
        assertRefused(
                400, "there is no field \\\"a?SEVERE: b\\\" here", post("/order", JSON, "{\"a\\nSEVERE: b\": 1}"));
    }

    @Test
    void looksAtNoCharset() {
        String line = "[{\"item\":\"ä\",\"count\":2}]";
        String type = "Content-Type: application/json; charset=iso-8859-1\r\n";
        assertEquals(line, post("/lines", type, line).body());
    }

    @Test
    void refusesAFieldTwice() {
        String detail = "\"detail\":\"the body is malformed JSON: Duplicate field 'item'\"";
        assertRefused(400, detail, post("/lines", JSON, "[{\"item\":\"a\",\"item\":\"b\",\"count\":1}]"));
        assertRefused(400, detail, post("/lines", JSON, "[{\"item\":\"a\",\"count\":1,\"item\":\"b\"}]"));
    }

    enum Size {
        SMALL
    }

    record Box(
            @Nullable Long weight,
            @Nullable Boolean open,
            @Nullable UUID id,
            @Nullable Size size,
            double width) {}

    @ParameterizedTest
    @CsvSource({"weight,a whole number", "open,true or false", "id,a UUID", "size,SMALL"})
    void takesNoEmptyTextForNothing(String name, String wanted) throws Exception {
        for (String blank : List.of("", "  ")) {
            byte[] json = ("{\"width\":1,\"" + name + "\":\"" + blank + "\"}").getBytes(StandardCharsets.UTF_8);
            String message = assertThrows(
                            Codec.MalformedException.class, () -> new JacksonCodec().read(json, TypeOf.of(Box.class)))
                    .getMessage();
            assertTrue(message.contains("$." + name) && message.contains(wanted), message);
        }
        byte[] json = "{\"width\":\"NaN\"}".getBytes(StandardCharsets.UTF_8);
        Box box = new JacksonCodec().read(json, TypeOf.of(Box.class));
        assertEquals(new Box(null, null, null, null, Double.NaN), box);
    }

    /** Jackson would write {@code {}}, and what was meant were lost. */
    @Test
    void aStreamOrAOneIsNoValue() {
        for (Object none : List.of(Many.of(1, 2), One.of(1))) {
            String message = assertThrows(IllegalArgumentException.class, () -> new JacksonCodec().write(none))
                    .getMessage();
            assertTrue(message.endsWith("is no value: flatMap it, or send it by what takes a One or a Many"), message);
        }
    }

    @Test
    void aFractionThatIsTooLargeIsInfinite() throws Exception {
        byte[] json = "{\"width\":1e400}".getBytes(StandardCharsets.UTF_8);
        assertEquals(
                Double.POSITIVE_INFINITY,
                new JacksonCodec().read(json, TypeOf.of(Box.class)).width());
    }

    @Test
    void saysWhatAConstantAndAContainerAre() {
        assertEquals("the value at $.a is a number, not a text", refusal("0", new TypeOf<Map<String, Size>>() {}));
        assertEquals(
                "the value at $.a is a text, not an array",
                refusal("\"\"", new TypeOf<Map<String, List<String>>>() {}));
        assertEquals(
                "the value at $.a is a text, not an object",
                refusal("\"\"", new TypeOf<Map<String, Map<String, String>>>() {}));
    }

    record Levels(byte low, @Nullable Byte high) {}

    @Test
    void aByteHasEightBitsWithItsSign() throws Exception {
        for (String beyond : List.of("128", "200", "255", "256", "-129", "99999999999")) {
            assertEquals("the value at $.a.low is out of range", levels("\"low\":" + beyond));
            assertEquals("the value at $.a.high is out of range", levels("\"high\":" + beyond));
            assertEquals(
                    "the value at $.a[1] is out of range",
                    refusal("[1," + beyond + "]", new TypeOf<Map<String, byte[]>>() {}));
        }
        assertEquals("the value at $.a.low is null, not a whole number", levels("\"low\":null"));
        assertEquals("the value at $.a.low is missing", levels(""));
        byte[] json = "{\"low\":-128,\"high\":127}".getBytes(StandardCharsets.UTF_8);
        assertEquals(new Levels((byte) -128, (byte) 127), new JacksonCodec().read(json, TypeOf.of(Levels.class)));
        byte[] array = "[-128,127]".getBytes(StandardCharsets.UTF_8);
        assertEquals("[-128, 127]", Arrays.toString(new JacksonCodec().read(array, TypeOf.of(byte[].class))));
    }

    private static @Nullable String levels(String fields) {
        return refusal("{" + fields + "}", new TypeOf<Map<String, Levels>>() {});
    }

    private static @Nullable String refusal(String value, TypeOf<?> type) {
        byte[] json = ("{\"a\":" + value + "}").getBytes(StandardCharsets.UTF_8);
        return assertThrows(Codec.MalformedException.class, () -> new JacksonCodec().read(json, type))
                .getMessage();
    }

    record Kind(int number) {
        @JsonCreator
        static Kind of(String text) {
            return new Kind(Integer.parseInt(text));
        }
    }

    @Test
    void namesNoClassOfOurs() {
        byte[] json = "{\"a\":{\"x\":1}}".getBytes(StandardCharsets.UTF_8);
        String message = assertThrows(
                        Codec.MalformedException.class,
                        () -> new JacksonCodec().read(json, new TypeOf<Map<String, Map<Kind, Integer>>>() {}))
                .getMessage();
        assertEquals("the value at $.a can't be \"x\": that is not what is expected there", message);
    }

    private static void assertRefused(int status, String part, Reply reply) {
        assertEquals(status, reply.status(), reply.body());
        assertTrue(reply.body().contains(part), reply.body());
        assertEquals("application/problem+json", reply.header("content-type"));
    }

    @Test
    void saysWhereABodyIsWrong() {
        assertRefused(400, "\"line\":1,\"column\":6", post("/order", JSON, "{\"a\" x"));
        assertRefused(
                400,
                "\"path\":\"$.lines[0].count\"",
                post("/order", JSON, "{\"customer\":\"Ada\",\"lines\":[{\"item\":\"a\",\"count\":\"two\"}]}"));
        assertRefused(
                400,
                "the value at $.lines[0].count is a text, not a whole number",
                post("/order", JSON, "{\"lines\":[{\"item\":\"a\",\"count\":\"two\"}]}"));
        assertRefused(400, "$.lines[0].count", post("/order", JSON, "{\"lines\":[{\"item\":\"a\",\"count\":2.7}]}"));
        assertRefused(400, "there is no field \\\"x\\\"", post("/order", JSON, "{\"x\":1}"));
        assertRefused(400, "$.lines[0].count", post("/order", JSON, "{\"lines\":[{\"item\":\"a\",\"count\":null}]}"));
        assertRefused(400, "\"status\":400", post("/order", JSON, "{\"lines\":[]} []"));
        assertRefused(400, "the body is null", post("/order", JSON, "null"));
        assertRefused(400, "\"detail\":\"the body is empty\"", post("/order", JSON, ""));
        assertRefused(400, "the body is empty", post("/order", JSON, " \r\n"));
        assertRefused(415, "the body has no type: send application/json", post("/order", "", "{}"));
        assertRefused(415, "text/plain is not read here", post("/order", "Content-Type: text/plain\r\n", "{}"));
        assertRefused(413, "larger than 4096", post("/order", JSON, "\"" + "x".repeat(5000) + "\""));
        assertRefused(400, "\"status\":400", post("/order", JSON, "[".repeat(4000)));
    }

    @Test
    void saysWhatIsThereInsteadOfWhatShouldBe() {
        String detail = "\"detail\":\"";
        Reply early = post("/order", JSON, "{\"customer\":\"Ada\",\n\"lines\":[{\"item\"");
        assertRefused(400, detail + "the JSON ends too early\",\"line\":2,\"column\":17", early);
        assertRefused(400, detail + "the JSON ends too early\"", post("/order", JSON, "{"));
        assertRefused(400, detail + "the JSON ends too early\"", post("/order", JSON, "{\"customer\":\"Ad"));
        assertRefused(400, "marker '}': expected ']'\"", post("/order", JSON, "{\"lines\":[}"));
        assertRefused(400, detail + "the body is an array, not an object\"", post("/order", JSON, "[]"));
        assertRefused(400, detail + "the body is a text, not an object\"", post("/order", JSON, "\"x\""));
        assertRefused(400, detail + "something follows the JSON\"", post("/order", JSON, "{\"lines\":[]} []"));
        assertRefused(400, "$.customer is an object, not a text\"", post("/order", JSON, "{\"customer\":{\"a\":1}}"));
        assertRefused(400, "$.customer is a number, not a text\"", post("/order", JSON, "{\"customer\":7}"));
        assertRefused(400, "$.customer is true or false, not a text\"", post("/order", JSON, "{\"customer\":true}"));
        assertRefused(400, "$.lines is an object, not an array\"", post("/order", JSON, "{\"lines\":{}}"));
        assertRefused(400, "$.lines[0] is a number, not an object\"", post("/order", JSON, "{\"lines\":[1]}"));
        assertRefused(400, "[0].count is missing\"", line("{\"item\":\"a\"}"));
        assertRefused(400, "[0].count is null, not a whole number\"", line("{\"count\":null}"));
        assertRefused(400, "[0].count is a fraction, not a whole number\"", line("{\"count\":2.7}"));
        assertRefused(400, "[0].count is a text, not a whole number\"", line("{\"count\":\"7\"}"));
        assertRefused(400, "[0].count is a text, not a whole number\"", line("{\"count\":\"\"}"));
        assertRefused(400, "a text or number that is too long\"", line("{\"count\":" + "7".repeat(1500) + "}"));
        assertRefused(400, "[0].count is out of range\"", line("{\"count\":99999999999}"));
        assertEquals("[{\"item\":null,\"count\":1}]", line("{\"count\":1}").body());
    }

    private static Reply line(String json) {
        return post("/lines", JSON, "[" + json + "]");
    }

    @Test
    void saysNothingOfClasses() {
        String body = post("/order", JSON, "{\"customer\":{}}").body()
                + post("/order", JSON, "[1]").body();
        assertTrue(!body.contains("dev.weir") && !body.contains("java."), body);
    }

    @Test
    void readsLinesOneByOne() {
        StringBuilder many = new StringBuilder();
        for (int i = 0; i < 2000; i++) {
            many.append("{\"item\":\"i\",\"count\":").append(i).append(i % 2 == 0 ? "}\n" : "}\r\n\n");
        }
        assertEquals("{\"sum\":1999000}", post("/sum", NDJSON, many.toString()).body());
        assertEquals(
                "{\"sum\":3}",
                post("/sum", NDJSON, "{\"item\":\"i\",\"count\":3}").body());
        assertEquals("{\"sum\":0}", post("/sum", NDJSON, "\n\n").body());
        assertRefused(
                400, "\"line\":2", post("/sum", NDJSON, "{\"item\":\"i\",\"count\":3}\n{\"item\":\"i\",\"count\":}\n"));
        assertRefused(
                400,
                "\"line\":3",
                post("/sum", NDJSON, "{\"item\":\"i\",\"count\":3}\n\n{\"item\":\"i\",\"count\":}\n"));
        assertRefused(413, "a line is longer", post("/sum", NDJSON, "x".repeat(5000)));
        assertRefused(415, "send application/x-ndjson", post("/sum", JSON, "{}"));
    }

    @Test
    void decodesOnlyWhatIsAskedFor() {
        try (RawSocket socket = server.connect()) {
            DECODED.set(0);
            socket.send("POST /first HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n" + NDJSON + "\r\n"
                    + "{\"item\":\"i\",\"count\":1}\n{broken\n");
            assertEquals("{\"item\":\"i\",\"count\":1}", socket.reply().body());
        }
    }

    @Test
    void writesAnArrayOrLinesAsIsAccepted() {
        Reply array = server.get("/range/3");
        assertEquals("application/json", array.header("content-type"));
        assertEquals("Accept", array.header("vary"));
        assertEquals(
                "[{\"item\":\"i0\",\"count\":0},{\"item\":\"i1\",\"count\":1},{\"item\":\"i2\",\"count\":2}]\n",
                array.body());
        assertEquals("[]\n", server.get("/range/0").body());
        Reply lines = accept("application/x-ndjson, application/json;q=0.5");
        assertEquals("application/x-ndjson", lines.header("content-type"));
        assertEquals("{\"item\":\"i0\",\"count\":0}\n{\"item\":\"i1\",\"count\":1}\n", lines.body());
        assertEquals(
                "application/json",
                accept("application/json, application/x-ndjson;q=0.5").header("content-type"));
        assertEquals("application/json", accept("*/*").header("content-type"));
        assertEquals("application/json", accept("application/x-ndjson;q=0").header("content-type"));
    }

    private static Reply accept(String accept) {
        return server.ask("GET /range/2 HTTP/1.1\r\nHost: a\r\nAccept: " + accept + "\r\n\r\n");
    }

    @Test
    void aValueThatCannotBeEncodedIsTheServersFault() {
        assertEquals(500, server.get("/broken").status());
    }

    @Test
    void aServerWithoutACodecSaysSoBeforeTheHead() {
        Codec none = new Codec() {
            @Override
            public String contentType() {
                throw new IllegalStateException("no codec");
            }

            @Override
            public boolean reads(String mediaType) {
                return false;
            }

            @Override
            public <T> T read(byte[] body, TypeOf<T> type) {
                throw new IllegalStateException("no codec");
            }

            @Override
            public byte[] write(Object value) {
                throw new IllegalStateException("no codec");
            }
        };
        Handler handler = request -> One.of(Response.values(Many.of("a")).withHeader("Content-Type", "x/y"));
        try (TestServer without = TestServer.start(handler, builder -> builder.codec(none));
                RawHttp2 client = RawHttp2.connect(without.port())) {
            assertEquals(500, client.get(1, "/").reply(1).status());
            assertEquals(
                    500,
                    client.request(3, "GET", "/", true, "accept", "application/x-ndjson")
                            .reply(3)
                            .status());
            assertEquals(
                    500,
                    without.ask("GET / HTTP/1.1\r\nHost: a\r\nAccept: application/x-ndjson\r\n\r\n")
                            .status());
        }
    }

    @Test
    void aFailingHandlersLogHasNoFramesOfNetty() throws Exception {
        try (Logged log = Logged.by("dev.weir.net.http")) {
            assertEquals(500, server.get("/broken?token=secret").status());
            LogRecord told = log.next("the handler failed at GET /broken");
            assertFalse(told.getMessage().contains("secret"), told::getMessage);
            Throwable thrown = told.getThrown();
            String trace = Arrays.toString(thrown.getStackTrace());
            assertTrue(trace.contains("Serving.begin") && !trace.contains("io.netty."), trace);
        }
    }

    @Test
    void typesNeedTheirParameters() {
        assertEquals("java.util.List<java.lang.String>", new TypeOf<List<String>>() {}.toString());
        assertThrows(IllegalStateException.class, RawType::new);
    }

    @SuppressWarnings({"rawtypes", "unchecked"})
    private static final class RawType extends TypeOf {}

    @Test
    void aByteThatIsAKeyHasEightBitsWithItsSign() throws Exception {
        JacksonCodec codec = new JacksonCodec();
        TypeOf<Map<Byte, String>> type = new TypeOf<>() {};
        for (String beyond : List.of("128", "200", "255", "256", "-129")) {
            byte[] json = ("{\"" + beyond + "\":\"x\"}").getBytes(StandardCharsets.UTF_8);
            assertThrows(Codec.MalformedException.class, () -> codec.read(json, type), beyond);
        }
        byte[] json = "{\"-128\":\"a\",\"127\":\"b\"}".getBytes(StandardCharsets.UTF_8);
        assertEquals(Map.of((byte) -128, "a", (byte) 127, "b"), codec.read(json, type));
    }
}
