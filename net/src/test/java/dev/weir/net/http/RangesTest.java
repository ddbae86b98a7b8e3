package dev.weir.net.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawSocket.Reply;
import dev.weir.net.http.wire.HttpDate;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(NoLeaks.class)
class RangesTest {
    private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz";
    private static final String LARGE = new Random(5)
            .ints(200_000, 'a', 'z' + 1)
            .mapToObj(Character::toString)
            .collect(Collectors.joining());

    @TempDir
    static Path root;

    private static TestServer server;

    @BeforeAll
    static void start() throws IOException {
        Path file = Files.writeString(root.resolve("large.txt"), LARGE);
        server = TestServer.start(Routes.create()
                .get(
                        "/bytes",
                        request -> One.of(Response.text(LETTERS)
                                .withHeader("ETag", "\"v1\"")
                                .withHeader("Last-Modified", "Fri, 20 Nov 2020 10:00:00 GMT")))
                .get(
                        "/at",
                        request -> One.of(Response.text(LETTERS).withHeader("Last-Modified", request.query("date"))))
                .get("/comma", request -> One.of(Response.text(LETTERS).withHeader("ETag", "\"v1,2\"")))
                .get("/weak", request -> One.of(Response.text(LETTERS).withHeader("ETag", "W/\"v1\"")))
                .get("/stream", request -> One.of(Response.stream("text/plain", 26, pieces())))
                .get(
                        "/pauses",
                        request ->
                                One.of(Response.stream("text/plain", 26, Many.concat(pieces().take(2), Many.never()))))
                .get("/unknown", request -> One.of(Response.stream("text/plain", pieces())))
                .get("/coded", request -> One.of(Response.text(LETTERS).withHeader("Content-Encoding", "x")))
                .put("/there", request -> {
                    request.require("\"v1\"", Instant.parse("2020-11-20T10:00:00.5Z"));
                    return One.of(Response.empty(204));
                })
                .put("/nothing", request -> {
                    request.require(null, null);
                    return One.of(Response.empty(204));
                })
                .get(
                        "/own",
                        request -> One.of(
                                request.knowsETag("v1")
                                        ? Response.empty(304).withETag("v1").withHeader("Made-For", "nobody")
                                        : Response.text(LETTERS).withETag("v1")))
                .put("/own", request -> {
                    request.requireETag("v1");
                    return One.of(Response.empty(204).withETag(request.knowsETag("v1") ? "v2" : "v1"));
                })
                .put("/unquoted", request -> {
                    request.require("v1", null);
                    return One.of(Response.empty(204));
                })
                .get("/large", request -> Response.file(file)));
    }

    private static Many<ByteBuffer> pieces() {
        return Many.of(LETTERS.split("(?<=[ejoty])"))
                .map(piece -> ByteBuffer.wrap(piece.getBytes(StandardCharsets.US_ASCII)));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static Reply get(String path, String fields) {
        return server.ask("GET " + path + " HTTP/1.1\r\nHost: a\r\n" + fields + "\r\n");
    }

    private static Reply range(String path, String range) {
        return get(path, "Range: " + range + "\r\n");
    }

    @ParameterizedTest
    @CsvSource({
        "bytes=0-0,a,0-0",
        "bytes=2-4,cde,2-4",
        "bytes=24-,yz,24-25",
        "bytes=24-99,yz,24-25",
        "bytes=20-9223372036854775807,uvwxyz,20-25",
        "bytes=-9223372036854775807,abcdefghijklmnopqrstuvwxyz,0-25",
        "bytes=-3,xyz,23-25",
        "bytes=-99,abcdefghijklmnopqrstuvwxyz,0-25",
        "Bytes=4-5,ef,4-5",
        "'bytes=0-3,2-5',abcdef,0-5",
        "'bytes=3-5,0-2',abcdef,0-5",
        "'bytes=0-2,50-60',abc,0-2",
        "'bytes=0-1,',ab,0-1",
        "'bytes=, ,0-1,,2-2,',abc,0-2"
    })
    void onePart(String range, String expected, String place) {
        for (String path : new String[] {"/bytes", "/stream"}) {
            Reply reply = range(path, range);
            assertEquals(206, reply.status(), range);
            assertEquals(expected, reply.body());
            assertEquals("bytes " + place + "/26", reply.header("content-range"));
            assertEquals(Integer.toString(expected.length()), reply.header("content-length"));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bytes=",
                "bytes=-",
                "bytes=a-b",
                "bytes=5-2",
                "bytes=1-2-3",
                "bytes=+1-2",
                "lines=0-1",
                "bytes 0-1",
                "bytes=,",
                "bytes=0-1,-",
                "bytes=9999999999999999999-",
                "bytes=0x1-2"
            })
    void whatIsMalformedIsIgnored(String range) {
        Reply reply = range("/bytes", range);
        assertEquals(200, reply.status());
        assertEquals(LETTERS, reply.body());
    }

    @ParameterizedTest
    @ValueSource(strings = {"bytes=26-", "bytes=99-100", "bytes=-0", "bytes=30-40,50-60"})
    void whatIsOutsideIsRefused(String range) {
        Reply reply = range("/bytes", range);
        assertEquals(416, reply.status());
        assertEquals("bytes */26", reply.header("content-range"));
    }

    private static String ranges(int count) {
        return IntStream.range(0, count).mapToObj(i -> i + "-" + i).collect(Collectors.joining(",", "bytes=", ""));
    }

    @Test
    void asManyAsMakeSense() {
        assertEquals("abcdefghijklmnop", range("/bytes", ranges(16)).body());
        assertEquals(416, range("/bytes", ranges(17)).status());
        assertEquals("a", range("/bytes", "bytes=" + ",".repeat(20) + "0-0").body());
    }

    @Test
    void severalParts() {
        Reply reply = range("/bytes", "bytes=20-21,0-1,-2");
        assertEquals(206, reply.status());
        String type = reply.header("content-type");
        assertTrue(type.startsWith("multipart/byteranges; boundary="), type);
        String boundary = type.substring(type.indexOf('=') + 1);
        String part = "\r\n--" + boundary + "\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Range: bytes ";
        assertEquals(
                part + "20-21/26\r\n\r\nuv" + part + "0-1/26\r\n\r\nab" + part + "24-25/26\r\n\r\nyz\r\n--" + boundary
                        + "--\r\n",
                reply.body());
    }

    /** Those that are joined come where the first of them was asked for. */
    @Test
    void theyComeInTheOrderInWhichTheyWereAskedFor() {
        assertEquals(
                List.of("22-25/26", "0-3/26", "10-10/26"),
                Pattern.compile("Content-Range: bytes (\\S+)")
                        .matcher(range("/bytes", "bytes=-2,2-3,30-,10-10,22-24,0-1")
                                .body())
                        .results()
                        .map(found -> found.group(1))
                        .toList());
    }

    /** A stream may come once only, and is not run for each part. */
    @Test
    void severalPartsOfAStreamAreAllOfIt() {
        Reply all = range("/stream", "bytes=20-21,0-1");
        assertEquals(200, all.status());
        assertEquals(LETTERS, all.body());
        assertNull(all.header("content-range"));
        assertEquals("abcd", range("/stream", "bytes=2-3,0-1").body());
        assertEquals(416, range("/stream", "bytes=26-,30-40").status());
    }

    @Test
    void aPartDoesNotWaitForWhatFollows() {
        assertEquals("cdefg", range("/pauses", "bytes=2-6").body());
    }

    @Test
    void partsOfFiles() {
        assertEquals("bytes", get("/large", "").header("accept-ranges"));
        assertEquals(
                LARGE.substring(150_000, 199_000),
                range("/large", "bytes=150000-198999").body());
        assertEquals(LARGE.substring(199_990), range("/large", "bytes=-10").body());
        Reply two = range("/large", "bytes=0-9,100000-100009");
        assertTrue(two.body().contains("\r\n\r\n" + LARGE.substring(100_000, 100_010) + "\r\n"), two.body());
        String tag = get("/large", "").header("etag");
        assertEquals(
                206,
                get("/large", "Range: bytes=0-1\r\nIf-Range: " + tag + "\r\n").status());
    }

    /** What has just changed may have changed twice within that second (RFC 9110 section 8.8.2.2). */
    @Test
    void notOfWhatIsYoungerThanItsDateTells() {
        String later = HttpDate.format(Instant.now().plusSeconds(3_600));
        assertEquals(
                200,
                get("/at?date=" + later.replace(" ", "%20"), "Range: bytes=0-1\r\nIf-Range: " + later + "\r\n")
                        .status());
        String old = "Fri, 20 Nov 2020 10:00:00 GMT";
        assertEquals(
                206,
                get("/at?date=" + old.replace(" ", "%20"), "Range: bytes=0-1\r\nIf-Range: " + old + "\r\n")
                        .status());
    }

    @Test
    void notOfWhatHasNoPlaces() {
        assertEquals(200, range("/unknown", "bytes=0-1").status());
        assertEquals(200, range("/coded", "bytes=0-1").status());
        assertNull(server.askHead("HEAD /bytes HTTP/1.1\r\nHost: a\r\nRange: bytes=0-1\r\n\r\n")
                .header("content-range"));
    }

    @ParameterizedTest
    @CsvSource({
        "/bytes,'\"v1\"',206",
        "/bytes,'\"v2\"',200",
        "/bytes,'W/\"v1\"',200",
        "/weak,'W/\"v1\"',200",
        "/weak,'\"v1\"',200",
        "/bytes,'Fri, 20 Nov 2020 10:00:00 GMT',206",
        "/bytes,'Fri, 20 Nov 2020 10:00:01 GMT',200",
        "/bytes,nonsense,200"
    })
    void ifItIsTheSame(String path, String condition, int status) {
        assertEquals(
                status,
                get(path, "Range: bytes=0-1\r\nIf-Range: " + condition + "\r\n").status());
    }

    @ParameterizedTest
    @CsvSource({
        "If-Match: \"v1\",200",
        "If-Match: *,200",
        "'If-Match: \"v0\", \"v1\"',200",
        "If-Match: \"v2\",412",
        "If-Match: W/\"v1\",412",
        "'If-Unmodified-Since: Fri, 20 Nov 2020 10:00:00 GMT',200",
        "'If-Unmodified-Since: Fri, 20 Nov 2020 09:59:59 GMT',412",
        "If-Unmodified-Since: nonsense,200",
        "If-None-Match: \"v1\",304",
        "If-None-Match: W/\"v1\",304",
        "If-None-Match: \"v2\",200"
    })
    void preconditions(String field, int status) {
        assertEquals(status, get("/bytes", field + "\r\n").status(), field);
    }

    @Test
    void aWeakTagIsNoMatchForAChange() {
        assertEquals(412, get("/weak", "If-Match: W/\"v1\"\r\n").status());
        assertEquals(200, get("/unknown", "If-Match: *\r\n").status());
    }

    @Test
    void anyMatchesAlsoWhatHasNoTag() {
        assertEquals(304, get("/unknown", "If-None-Match: *\r\n").status());
        assertEquals(304, get("/large", "If-None-Match: *\r\n").status());
        assertEquals(200, get("/unknown", "If-None-Match: \"v1\"\r\n").status());
        assertEquals(404, get("/not-there", "If-None-Match: *\r\n").status());
    }

    @ParameterizedTest
    @CsvSource({
        "'If-Match: \"v1,2\"',200",
        "'If-Match: \"v0\",\"v1,2\"',200",
        "'If-Match: \"v1\",\"2\"',412",
        "'If-None-Match: \"v1,2\"',304",
        "'If-None-Match: \"v1\", W/\"v1,2\"',304",
        "'If-None-Match: \"v1\",\"2\"',200"
    })
    void aTagMayHaveACommaInIt(String field, int status) {
        assertEquals(status, get("/comma", field + "\r\n").status(), field);
    }

    @Test
    void aTagWithoutQuotesIsRefused() {
        Reply reply = get("/bytes", "If-Match: \"v0\", v1\r\n");
        assertEquals(400, reply.status());
        String why = "If-Match takes ETags with their quotes, as responses have them: v1 has none";
        assertTrue(reply.body().contains(why), reply.body());
        assertEquals(400, put("/there", "If-Match: v1"));
        assertEquals(400, put("/own", "If-None-Match: \"v1"));
        assertEquals(204, put("/own", "If-Match: *"));
        assertEquals(200, get("/bytes", "If-None-Match: v1\r\n").status(), "one that reads just gets it");
    }

    @Test
    void aListMayGoOnInAnotherField() {
        assertEquals(204, put("/there", "If-Match: \"v0\"\r\nIf-Match: \"v1\""));
        assertEquals(412, put("/there", "If-None-Match: \"v0\"\r\nIf-None-Match: \"v1\""));
        assertEquals(
                304,
                get("/bytes", "If-None-Match: \"v0\"\r\nIf-None-Match: \"v1\"\r\n")
                        .status());
    }

    @ParameterizedTest
    @CsvSource({
        "If-Match: \"v1\",204",
        "If-Match: \"v0\",412",
        "If-Match: *,204",
        "If-None-Match: *,412",
        "If-None-Match: \"v1\",412",
        "If-None-Match: \"v0\",204",
        "'If-Unmodified-Since: Fri, 20 Nov 2020 10:00:00 GMT',204",
        "'If-Unmodified-Since: Fri, 20 Nov 2020 09:00:00 GMT',412",
        "X: y,204"
    })
    void conditionsOfAChange(String field, int status) {
        assertEquals(status, put("/there", field), field);
    }

    @Test
    void conditionsOfACreation() {
        assertEquals(204, put("/nothing", "If-None-Match: *"));
        assertEquals(412, put("/nothing", "If-Match: *"));
        assertEquals(412, put("/nothing", "If-Match: \"v1\""));
    }

    @ParameterizedTest
    @CsvSource({
        "GET,If-None-Match: \"v1\",304",
        "GET,If-None-Match: W/\"v1\",304",
        "GET,If-None-Match: *,304",
        "HEAD,If-None-Match: \"v1\",304",
        "GET,If-None-Match: \"v2\",200",
        "GET,X: y,200",
        "GET,'If-Match: \"v1\"\r\nIf-None-Match: \"v1\"',304",
        "GET,'If-Match: \"v2\"\r\nIf-None-Match: \"v1\"',412",
        "PUT,If-Match: \"v1\",204",
        "PUT,If-Match: \"v2\",412",
        "PUT,If-None-Match: \"v1\",412",
        "PUT,X: y,204"
    })
    void tagsOfOnesOwn(String method, String fields, int status) {
        String request = method + " /own HTTP/1.1\r\nHost: a\r\n" + fields + "\r\n\r\n";
        Reply reply = method.equals("HEAD") ? server.askHead(request) : server.ask(request);
        assertEquals(status, reply.status());
        assertEquals(status == 304 ? "nobody" : null, reply.header("made-for"));
        assertEquals(status == 412 ? null : "\"v1\"", reply.header("etag"));
    }

    @Test
    void tagsHaveNoQuotesAndTheLike() {
        for (String tag : new String[] {"", "\"v1\"", "a b", "ä", "a\r\nb", "\u007f"}) {
            assertThrows(
                    IllegalArgumentException.class, () -> Response.empty(200).withETag(tag), tag);
        }
        assertEquals(500, put("/unquoted", "If-Match: \"v1\""));
        assertEquals("\"!#,~\"", Response.empty(200).withETag("!#,~").headers().get("etag"));
    }

    private static int put(String path, String field) {
        return server.ask("PUT " + path + " HTTP/1.1\r\nHost: a\r\n" + field + "\r\n\r\n")
                .status();
    }
}
