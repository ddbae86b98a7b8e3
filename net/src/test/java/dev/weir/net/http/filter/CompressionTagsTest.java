package dev.weir.net.http.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.One;
import dev.weir.net.NoLeaks;
import dev.weir.net.http.Request;
import dev.weir.net.http.Response;
import dev.weir.net.http.Routes;
import dev.weir.net.http.StaticFiles;
import dev.weir.net.http.TestServer;
import dev.weir.net.http.client.HttpClient;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(NoLeaks.class)
class CompressionTagsTest {
    private static final String TEXT = "0123456789".repeat(200);
    private static final String DATE = "Fri, 20 Nov 2020 10:00:00 GMT";

    private static TestServer server;
    private static java.net.http.HttpClient client;

    @BeforeAll
    static void start(@TempDir Path root) throws Exception {
        Files.writeString(root.resolve("a.txt"), TEXT);
        Routes routes = Routes.create()
                .get("/tag/{tag}", request -> One.of(tagged(request.param("tag"))))
                .put("/tag/{tag}", request -> {
                    request.requireETag(request.param("tag"));
                    return One.of(Response.empty(204));
                })
                .get("/weak", request -> One.of(Response.text(TEXT).withHeader("ETag", "W/\"v1\"")))
                .get("/dated", request -> One.of(Response.text(TEXT).withHeader("Last-Modified", DATE)))
                .get("/own", CompressionTagsTest::own)
                .get("/seen", request -> One.of(Response.text(seen(request))))
                .put("/seen", request -> One.of(Response.text(seen(request))))
                .get("/files/{path...}", StaticFiles.directory(root))
                .with(Compression.create());
        server = TestServer.start(
                Routes.create().under("", routes).under("/twice", routes.with(Compression.create())),
                builder -> builder);
        client = java.net.http.HttpClient.newBuilder()
                .version(java.net.http.HttpClient.Version.HTTP_1_1)
                .build();
    }

    private static Response tagged(String tag) {
        return Response.text(TEXT).withETag(tag).withHeader("Accept-Ranges", "bytes");
    }

    /** Knows itself when there is nothing new, and ranges. */
    private static One<Response> own(Request request) {
        if (request.knowsETag("v1")) {
            return One.of(Response.empty(304).withETag("v1"));
        }
        boolean same = request.headers().has("range") && "\"v1\"".equals(request.header("if-range"));
        return One.of(
                same
                        ? Response.text(TEXT.substring(0, 8))
                                .withStatus(206)
                                .withHeader("Content-Range", "bytes 0-7/2000")
                                .withHeader("ETag", "\"v1\"")
                        : tagged("v1"));
    }

    private static String seen(Request request) {
        return String.join("|", request.headers().all("if-match"))
                + ";" + String.join("|", request.headers().all("if-none-match"))
                + ";" + request.header("if-range") + ";" + request.header("range");
    }

    @AfterAll
    static void stop() {
        client.close();
        server.close();
    }

    private static HttpResponse<byte[]> send(String method, String path, String... fields) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.url(path)))
                .method(method, HttpRequest.BodyPublishers.noBody());
        if (fields.length > 0) {
            request.headers(fields);
        }
        return client.send(request.build(), BodyHandlers.ofByteArray());
    }

    private static String body(HttpResponse<byte[]> response) {
        return new String(response.body(), StandardCharsets.UTF_8);
    }

    private static String header(HttpResponse<?> response, String name) {
        return response.headers().firstValue(name).orElse("-");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/tag/v1", "/tag/v-gzip", "/tag/v-br", "/tag/v-identity", "/twice/tag/v1", "/twice/tag/v-gzip"})
    void whatWasSeenCanBeChanged(String path) throws Exception {
        for (String accepted : new String[] {"gzip", "deflate", "zstd", "identity"}) {
            HttpResponse<byte[]> seen = send("GET", path, "Accept-Encoding", accepted);
            String tag = header(seen, "etag");
            assertEquals(204, send("PUT", path, "If-Match", tag).statusCode(), tag);
            assertEquals(204, send("PUT", path, "If-Match", "\"v0\", " + tag).statusCode(), tag);
            assertEquals(412, send("PUT", path, "If-None-Match", tag).statusCode(), tag);
            assertEquals(412, send("PUT", "/tag/v2", "If-Match", tag).statusCode(), tag);
            HttpResponse<byte[]> known =
                    send("GET", path, "Accept-Encoding", accepted, "If-None-Match", "\"v0\", " + tag);
            assertEquals(304, known.statusCode(), tag);
            assertEquals(tag, header(known, "etag"));
        }
    }

    @Test
    void ourClientCanChangeWhatItHasSeen() {
        try (HttpClient ours = HttpClient.create()) {
            String tag = Objects.requireNonNull(ours.get(server.url("/tag/v1"))
                    .send(response -> response.text().map(text -> Objects.requireNonNull(response.header("etag"))))
                    .await());
            int status = Objects.requireNonNull(ours.put(server.url("/tag/v1"))
                    .withHeader("If-Match", tag)
                    .send(response -> One.of(response.status()))
                    .await());
            assertEquals(204, status, tag);
        }
    }

    @Test
    void aTagThatOnlyLooksCodedIsNotTakenForOne() throws Exception {
        assertEquals("\"v-gzip-identity\"", header(send("GET", "/tag/v-gzip"), "etag"));
        assertEquals("\"v-gzip-gzip\"", header(send("GET", "/tag/v-gzip", "Accept-Encoding", "gzip"), "etag"));
        assertEquals(412, send("PUT", "/tag/v-gzip", "If-Match", "\"v-gzip\"").statusCode());
    }

    @Test
    void aWeakTagStaysAsItIs() throws Exception {
        HttpResponse<byte[]> response = send("GET", "/weak", "Accept-Encoding", "gzip");
        assertEquals("gzip", header(response, "content-encoding"));
        assertEquals("W/\"v1\"", header(response, "etag"));
        assertEquals("-;W/\"v1-gzip\";null;null", "-" + body(send("PUT", "/seen", "If-None-Match", "W/\"v1-gzip\"")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "gzip; \"v1-gzip\"; 304; \"v1-gzip\"",
                "gzip; \"v1\"; 304; \"v1\"",
                "deflate; \"v1-gzip\"; 200; \"v1-deflate\"",
                "identity; \"v1-gzip\"; 200; \"v1\"",
                "identity; \"v1\"; 304; \"v1\""
            })
    void aHandlerThatKnowsTheTagAnswersForTheFormOfTheClient(String accepted, String known, int status, String tag)
            throws Exception {
        HttpResponse<byte[]> response = send("GET", "/own", "Accept-Encoding", accepted, "If-None-Match", known);
        assertEquals(status, response.statusCode());
        assertEquals(tag, header(response, "etag"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/own", "/tag/v1"})
    void aRangeGoesWithThePlainFormOnly(String path) throws Exception {
        HttpResponse<byte[]> plain =
                send("GET", path, "Accept-Encoding", "gzip", "Range", "bytes=0-7", "If-Range", "\"v1\"");
        assertEquals(206, plain.statusCode());
        assertEquals("01234567", body(plain));
        assertEquals("\"v1\"", header(plain, "etag"));
        HttpResponse<byte[]> coded =
                send("GET", path, "Accept-Encoding", "gzip", "Range", "bytes=0-7", "If-Range", "\"v1-gzip\"");
        assertEquals(200, coded.statusCode());
        assertEquals("gzip", header(coded, "content-encoding"));
        assertEquals("\"v1-gzip\"", header(coded, "etag"));
        HttpResponse<byte[]> changed = send("GET", path, "Range", "bytes=0-7", "If-Range", "\"v1-gzip\"");
        assertEquals(200, changed.statusCode());
        assertEquals(TEXT, body(changed));
        assertEquals("\"v1\"", header(changed, "etag"));
    }

    @Test
    void aRangeUnderATagThatOnlyLooksCodedGoesWithIt() throws Exception {
        HttpResponse<byte[]> part = send("GET", "/tag/v-gzip", "Range", "bytes=0-7", "If-Range", "\"v-gzip-identity\"");
        assertEquals(206, part.statusCode());
        assertEquals("\"v-gzip-identity\"", header(part, "etag"));
    }

    /** Who has a date may have parts of either. */
    @Test
    void aRangeUnderADateGoesWithNoneOfTheForms() throws Exception {
        HttpResponse<byte[]> part =
                send("GET", "/dated", "Accept-Encoding", "gzip", "Range", "bytes=0-7", "If-Range", DATE);
        assertEquals(200, part.statusCode());
        assertEquals("gzip", header(part, "content-encoding"));
        HttpResponse<byte[]> plain = send("GET", "/dated", "Range", "bytes=0-7", "If-Range", DATE);
        assertEquals(206, plain.statusCode());
        assertEquals("01234567", body(plain));
    }

    /** There is no range but of GET. */
    @Test
    void aRangeChangesNoOtherAnswer() throws Exception {
        HttpResponse<byte[]> whole = send("HEAD", "/tag/v1", "Accept-Encoding", "gzip");
        HttpResponse<byte[]> part = send("HEAD", "/tag/v1", "Accept-Encoding", "gzip", "Range", "bytes=0-7");
        assertEquals(header(whole, "etag"), header(part, "etag"));
        assertEquals("\"v1-gzip\"", header(part, "etag"));
    }

    @Test
    void partsOfTheCodedFormCannotBeHadOnCondition() throws Exception {
        HttpResponse<byte[]> part =
                send("GET", "/tag/v1", "Accept-Encoding", "gzip", "Range", "bytes=0-7", "If-Match", "\"v1-gzip\"");
        assertEquals(412, part.statusCode());
    }

    /** One that is known has a weak tag in all forms: a cache may have another form than this request would get. */
    @Test
    void whatIsKnownIsNotToldAsCoded() throws Exception {
        HttpResponse<byte[]> known = send("GET", "/weak", "Accept-Encoding", "gzip", "If-None-Match", "W/\"v1\"");
        assertEquals(304, known.statusCode());
        assertEquals("-", header(known, "content-encoding"));
        assertEquals("Accept-Encoding", header(known, "vary"));
    }

    @Test
    void filesAreKnownAgainAndCutInBothForms() throws Exception {
        HttpResponse<byte[]> coded = send("GET", "/files/a.txt", "Accept-Encoding", "gzip");
        String tag = header(coded, "etag");
        assertEquals("gzip", header(coded, "content-encoding"));
        HttpResponse<byte[]> known = send("GET", "/files/a.txt", "Accept-Encoding", "gzip", "If-None-Match", tag);
        assertEquals(304, known.statusCode());
        assertEquals(tag, header(known, "etag"));
        HttpResponse<byte[]> all =
                send("GET", "/files/a.txt", "Accept-Encoding", "gzip", "Range", "bytes=0-7", "If-Range", tag);
        assertEquals(200, all.statusCode());
        assertEquals(tag, header(all, "etag"));
        String plain = header(send("GET", "/files/a.txt"), "etag");
        assertEquals(plain.replaceAll("\"$", "-gzip\""), tag);
        HttpResponse<byte[]> part =
                send("GET", "/files/a.txt", "Accept-Encoding", "gzip", "Range", "bytes=0-7", "If-Range", plain);
        assertEquals(206, part.statusCode());
        assertEquals("01234567", body(part));
    }

    @Test
    void whatIsBehindSeesItsOwnTags() throws Exception {
        assertEquals(
                "\"a\", W/\"b-gzip\",\"c\"|\"d\";\"e\";null;null",
                body(send(
                        "PUT",
                        "/seen",
                        "If-Match",
                        "\"a-gzip\", W/\"b-gzip\",\"c-br\"",
                        "If-Match",
                        "\"d-zstd\"",
                        "If-None-Match",
                        "\"e-deflate\"")));
        assertEquals("*;*;null;null", body(send("PUT", "/seen", "If-Match", "*", "If-None-Match", "*")));
        assertEquals(";;\"a\";bytes=0-1", body(send("GET", "/seen", "Range", "bytes=0-1", "If-Range", "\"a\"")));
        assertEquals(";;null;null", body(send("GET", "/seen", "Range", "bytes=0-1", "If-Range", "\"a-gzip\"")));
    }

    @Test
    void aCodingHasAName() {
        String message = assertThrows(
                        IllegalArgumentException.class, () -> Response.text("a").withCoding("gzip, br", to -> to))
                .getMessage();
        assertEquals("\"gzip, br\" is no name of a coding", message);
    }
}
