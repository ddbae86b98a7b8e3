package dev.weir.net.http;

import dev.weir.CheckReturnValue;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.http.wire.Statuses;
import dev.weir.net.http.wire.Switching;
import dev.weir.net.loop.Takeover;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a request. Immutable: one can be kept and given many times.
 *
 * <p>The server adds the date and what frames the body. It answers {@code HEAD} without the body, and a request
 * whose {@code If-None-Match} or {@code If-Modified-Since} matches the response's {@code ETag} or {@code
 * Last-Modified} with 304. A body that streams is subscribed only if it is sent.
 */
@CheckReturnValue
public final class Response {
    private static final Set<String> FRAMING = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);

    static {
        FRAMING.addAll(Set.of(
                "Connection", "Content-Length", "Date", "Keep-Alive", "Trailer", "Transfer-Encoding", "Upgrade"));
        Switching.setMaker(Response::switching);
    }

    private final int status;
    private final Headers headers;
    private final Body body;

    private Response(int status, Headers headers, Body body) {
        this.status = status;
        this.headers = headers;
        this.body = body;
    }

    private static Response switching(Response response, Headers fields, @Nullable Takeover takeover) {
        Headers all = response.headers;
        for (Headers.Field field : fields) {
            all = all.and(field.name(), field.value());
        }
        return takeover == null
                ? new Response(response.status, all, response.body)
                : new Response(101, all, new Body.Switch(takeover));
    }

    private static Response ok(String contentType, Body body) {
        return new Response(200, Headers.empty().and("Content-Type", contentType), body);
    }

    /** A status without a body. */
    public static Response empty(int status) {
        return new Response(200, Headers.empty(), Body.Bytes.NONE).withStatus(status);
    }

    /** 200 with plain text. */
    public static Response text(String text) {
        return bytes("text/plain; charset=utf-8", text.getBytes(StandardCharsets.UTF_8));
    }

    /** 200 with a page. */
    public static Response html(String html) {
        return bytes("text/html; charset=utf-8", html.getBytes(StandardCharsets.UTF_8));
    }

    /** 200 with JSON, which is not checked. */
    public static Response json(String json) {
        return bytes("application/json", json.getBytes(StandardCharsets.UTF_8));
    }

    /** 200 with bytes, which must not be changed any more. */
    public static Response bytes(String contentType, byte[] bytes) {
        return ok(contentType, new Body.Bytes(bytes));
    }

    /**
     * 200 with what the stream emits, which is asked for more only while the client keeps up: when the client does
     * not read, at most 64 KiB and one batch of at most 64 items or 64 KiB wait. A failure of the stream
     * breaks the connection off, so that the client does not take a part for the whole.
     */
    public static Response stream(String contentType, Many<ByteBuffer> content) {
        return ok(contentType, new Body.Stream(Body.UNKNOWN, content));
    }

    /** As {@link #stream(String, Many)}, of a known length; a stream that emits more or less is a failure. */
    public static Response stream(String contentType, long length, Many<ByteBuffer> content) {
        if (length < 0) {
            throw new IllegalArgumentException("the length must not be negative: " + length);
        }
        return ok(contentType, new Body.Stream(length, content));
    }

    /**
     * 200 with an event stream. Its head goes out at once, a comment when nothing else was sent for the server's
     * heartbeat; it ends with the stream, or when the server shuts down. A client that does not keep up asks for
     * no more events: what is to happen then is the stream's to say, with {@code onOverflow(..)}.
     */
    public static Response sse(Many<ServerSentEvent> events) {
        return ok("text/event-stream", new Body.Events(events))
                .withHeader("Cache-Control", "no-cache")
                .withHeader("X-Accel-Buffering", "no");
    }

    /**
     * 200 with a file's content, its type by its name, an {@code ETag} and {@code Last-Modified}; 404 if there
     * is no such file. The path is trusted; for paths that clients choose there is {@link StaticFiles}.
     */
    public static One<Response> file(Path file) {
        return One.blocking(() -> FileContent.respond(file));
    }

    /** A problem as JSON (RFC 9457), with the status's name as its title. */
    public static Response problem(int status, String detail) {
        String json = "{\"status\":"
                + status
                + ",\"title\":"
                + Json.string(Statuses.name(status))
                + ",\"detail\":"
                + Json.string(detail)
                + "}\n";
        return bytes("application/problem+json", json.getBytes(StandardCharsets.UTF_8))
                .withStatus(status);
    }

    /** This response with another status, 200 to 599. */
    public Response withStatus(int newStatus) {
        if (newStatus < 200 || newStatus > 599) {
            throw new IllegalArgumentException("a response has a status of 200 to 599, not " + newStatus);
        }
        return new Response(newStatus, headers, body);
    }

    /**
     * This response with the field in place of all of that name.
     *
     * @throws IllegalArgumentException if the name or value can't be sent, or the server itself sets that field
     */
    public Response withHeader(String name, String value) {
        checkNotOurs(name);
        return new Response(status, headers.with(name, value), body);
    }

    /** This response with one more field; throws as {@link #withHeader} does. */
    public Response addHeader(String name, String value) {
        checkNotOurs(name);
        return new Response(status, headers.and(name, value), body);
    }

    private static void checkNotOurs(String name) {
        if (FRAMING.contains(name)) {
            throw new IllegalArgumentException("the server itself sets the field " + name);
        }
    }

    /** This response without its body, and without what describes it. */
    Response withoutBody(int newStatus) {
        return new Response(newStatus, headers.without("Content-Type"), Body.Bytes.NONE);
    }

    /** The status code. */
    public int status() {
        return status;
    }

    /** The fields, without those that the server adds. */
    public Headers headers() {
        return headers;
    }

    Body body() {
        return body;
    }

    @Override
    public String toString() {
        return "Response[" + status + ", " + headers + ", " + Objects.toIdentityString(body) + "]";
    }
}
