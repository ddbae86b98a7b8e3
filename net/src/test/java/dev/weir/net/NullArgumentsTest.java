package dev.weir.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.http.Headers;
import dev.weir.net.http.HttpServer;
import dev.weir.net.http.Response;
import dev.weir.net.http.client.ClientRequest;
import dev.weir.net.http.client.HttpClient;
import dev.weir.net.http.client.MultipartForm;
import dev.weir.net.tcp.TcpServer;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.function.Executable;

/** A null is refused where it is given, by its name. */
@ExtendWith(NoLeaks.class)
class NullArgumentsTest {
    private static void assertNamed(String message, Executable call) {
        assertEquals(message, assertThrows(NullPointerException.class, call).getMessage());
    }

    @Test
    void ofResponses() {
        Response response = Response.empty(200);
        assertNamed("text", () -> Response.text(null));
        assertNamed("html", () -> Response.html(null));
        assertNamed("json", () -> Response.json(null));
        assertNamed("value", () -> Response.value(null));
        assertNamed("values", () -> Response.values(null));
        assertNamed("bytes", () -> Response.bytes("x/y", null));
        assertNamed("contentType", () -> Response.bytes(null, new byte[0]));
        assertNamed("content", () -> Response.stream("x/y", null));
        assertNamed("content", () -> Response.stream("x/y", 1, null));
        assertNamed("events", () -> Response.sse(null));
        assertNamed("file", () -> Response.file(null));
        assertNamed("detail", () -> Response.problem(400, null));
        assertNamed("the value of header field X is null", () -> response.withHeader("X", null));
        assertNamed("the name of the header field is null", () -> response.withHeader(null, "x"));
        assertNamed("cookie", () -> response.withCookie(null));
        assertNamed("the name of the header field is null", () -> Headers.of(null, "x"));
    }

    @Test
    void ofRequests() {
        HttpClient client = HttpClient.create();
        ClientRequest get = client.get("http://a/");
        assertNamed("uri", () -> client.get(null));
        assertNamed("uri", () -> client.request("GET", (URI) null));
        assertNamed("name", () -> get.addQuery(null, "x"));
        assertNamed("the value of query parameter page is null", () -> get.addQuery("page", null));
        assertNamed("the value of header field X is null", () -> get.withHeader("X", null));
        assertNamed("the name of the header field is null", () -> get.withHeader(null, "x"));
        assertNamed("text", () -> get.withBody((String) null));
        assertNamed("bytes", () -> get.withBody((byte[]) null));
        assertNamed("pieces", () -> get.withBody((Many<ByteBuffer>) null));
        assertNamed("json", () -> get.withJson(null));
        assertNamed("value", () -> get.withValue(null));
        assertNamed("token", () -> get.withBearerAuth(null));
        assertNamed("user", () -> get.withBasicAuth(null, "x"));
        assertNamed("password", () -> get.withBasicAuth("x", null));
        assertNamed("fields", () -> get.withForm(null));
        Map<String, String> without = Collections.singletonMap("a", null);
        assertNamed("the value of form field a is null", () -> get.withForm(without));
        assertNamed("form", () -> get.withMultipart(null));
        assertNamed(
                "the value of form field a is null",
                () -> MultipartForm.create().field("a", null));
        client.close();
    }

    @Test
    void ofSettings() {
        assertNamed("idleTimeout", () -> HttpServer.builder().idleTimeout(null));
        assertNamed("stuckAfter", () -> HttpServer.builder().stuckAfter(null));
        assertNamed("idleTimeout", () -> TcpServer.builder().idleTimeout(null));
        assertNamed("connectTimeout", () -> HttpClient.builder().connectTimeout(null));
    }

    @Test
    void ofConnections() {
        CompletableFuture<Void> tried = new CompletableFuture<>();
        TcpServer server = TcpServer.builder()
                .bind("127.0.0.1", 0)
                .handler(connection -> {
                    assertNamed("line", () -> connection.sendLine(null));
                    assertNamed("lines", () -> connection.sendLines(null));
                    assertNamed("bytes", () -> connection.send((Many<ByteBuffer>) null));
                    tried.complete(null);
                    return One.of(null);
                })
                .start()
                .await();
        try (RawSocket socket = RawSocket.connect(server.port())) {
            assertEquals("", socket.rest());
        }
        tried.join();
        server.close();
        server.closed().await();
    }
}
