package dev.weir.net.http;

import dev.weir.CheckReturnValue;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.http.content.CodedTag;
import dev.weir.net.http.content.StrongTag;
import dev.weir.net.http.server.Passed;
import dev.weir.net.http.server.Reply;
import dev.weir.net.http.server.ResponseMaker;
import dev.weir.net.http.wire.Chars;
import dev.weir.net.http.wire.OwnFields;
import dev.weir.net.http.wire.Trailers;
import dev.weir.net.loop.Confided;
import dev.weir.net.loop.Takeover;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a request. Immutable: one can be kept and given many times.
 *
 * <p>The server adds the date and what frames the body. It answers {@code HEAD} without the body, a {@code GET} whose {@code
 * If-None-Match} or {@code If-Modified-Since} matches the response's {@code ETag} or {@code Last-Modified} with 304, one whose
 * {@code If-Match} or {@code If-Unmodified-Since} does not with 412. Of a response of known length a {@code GET} may ask for a
 * {@code Range}, of bytes or a file for up to 16, and gets 206 or 416. A body that streams is subscribed only if it is sent.
 */
@CheckReturnValue
public final class Response implements HttpMessage<Response> {
    private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);

    static {
        Confided.set(Response.class, new Remaking());
    }

    private final int status;
    private final Headers headers;
    final Body body;
    private final @Nullable Supplier<Headers> trailers;
    final Passed passed;

    private Response(int status, Headers headers, Body body, @Nullable Supplier<Headers> trailers, Passed passed) {
        this.status = status;
        this.headers = headers;
        this.body = body;
        this.trailers = trailers;
        this.passed = passed;
    }

    private Response with(int newStatus, Headers newHeaders, Body newBody) {
        return new Response(newStatus, newHeaders, newBody, trailers, passed);
    }

    private record Remaking() implements ResponseMaker<Response> {
        @Override
        public Response switching(Response response, @Nullable Takeover takeover, String... fields) {
            Headers all = response.headers;
            for (int i = 0; i < fields.length; i += 2) {
                all = all.and(fields[i], fields[i + 1]);
            }
            return takeover == null
                    ? response.with(response.status, all, response.body)
                    : response.with(101, all, new Body.Switch(takeover));
        }

        @Override
        public Response holding(Response response, Passed from) {
            // whose answer is no success, the client sends nothing more
            Body body = response.status < 300 ? response.body : response.body.withoutRequest();
            return new Response(response.status, response.headers, body, response.trailers, from);
        }
    }

    private static Response ok(String contentType, Body body) {
        Objects.requireNonNull(contentType, "contentType");
        return new Response(200, Headers.empty().and("Content-Type", contentType), body, null, Passed.NOT);
    }

    private static byte[] utf8(String text, String what) {
        return Objects.requireNonNull(text, what).getBytes(StandardCharsets.UTF_8);
    }

    /** A status without a body. */
    public static Response empty(int status) {
        return new Response(200, Headers.empty(), Body.Bytes.NONE, null, Passed.NOT).withStatus(status);
    }

    /**
     * Sends the client elsewhere (RFC 9110 section 15.4): with 303 to {@code GET} something else, such as the result of a
     * form; with 307 for this time, or 308 for good, to send the same request there.
     *
     * @param location absolute, or relative to the request, with what is not allowed in a URI percent-encoded; don't take
     *     it from a request unchecked, or others can send users anywhere in your name
     * @throws IllegalArgumentException if it is no URI, or the status none of 301, 302, 303, 307 and 308
     */
    public static Response redirect(int status, String location) {
        if (!REDIRECTS.contains(status)) {
            throw new IllegalArgumentException(
                    "a redirect has a status of 303, 307 or 308 (or 301 or 302), not " + status);
        }
        try {
            String encoded = Chars.ascii(new URI(Objects.requireNonNull(location, "location")));
            return empty(status).withHeader("Location", encoded);
        } catch (URISyntaxException malformed) {
            throw new IllegalArgumentException(
                    "this is no location for a redirect: " + malformed.getMessage(), malformed);
        }
    }

    /** 200 with plain text. */
    public static Response text(String text) {
        return bytes("text/plain; charset=utf-8", utf8(text, "text"));
    }

    /** 200 with a page. */
    public static Response html(String html) {
        return bytes("text/html; charset=utf-8", utf8(html, "html"));
    }

    /** 200 with JSON, which is not checked. */
    public static Response json(String json) {
        return bytes("application/json", utf8(json, "json"));
    }

    /** 200 with a value, encoded by the server's {@link Codec}. */
    public static Response value(Object value) {
        Objects.requireNonNull(value, "value");
        return new Response(200, Headers.empty(), new Body.Valued(value, null), null, Passed.NOT);
    }

    /**
     * 200 with values, encoded by the server's {@link Codec} as they come: as one JSON array, or one a line if the request accepts
     * {@code application/x-ndjson}. The head goes out with the first value, or after the server's heartbeat: if there is a failure
     * before, the answer is a problem as for a handler that fails. Else it is as {@link #stream(String, Many)}.
     */
    public static Response values(Many<?> values) {
        Objects.requireNonNull(values, "values");
        return new Response(200, Headers.empty(), new Body.Valued(null, values), null, Passed.NOT);
    }

    /** 200 with bytes, which must not be changed any more. */
    public static Response bytes(String contentType, byte[] bytes) {
        return ok(contentType, new Body.Bytes(Objects.requireNonNull(bytes, "bytes")));
    }

    /**
     * 200 with what the stream emits, which is asked for more only while the client keeps up: when it does not read, at most
     * 64 KiB and one batch of at most 64 items or 64 KiB wait. A failure breaks the connection off: no part passes for the whole.
     */
    public static Response stream(String contentType, Many<ByteBuffer> content) {
        return ok(contentType, new Body.Stream(Reply.UNKNOWN, Objects.requireNonNull(content, "content")));
    }

    /** As {@link #stream(String, Many)}, of a known length; a stream that emits more or less is a failure. */
    public static Response stream(String contentType, long length, Many<ByteBuffer> content) {
        if (length < 0) {
            throw new IllegalArgumentException("the length must not be negative: " + length);
        }
        return ok(contentType, new Body.Stream(length, Objects.requireNonNull(content, "content")));
    }

    /**
     * 200 with an event stream. Its head goes out at once, a comment when nothing else was sent for the server's
     * heartbeat; it ends with the stream, or when the server shuts down. A client that does not keep up asks for
     * no more events: what is to happen then is the stream's to say, with {@code onOverflow(..)}.
     */
    public static Response sse(Many<ServerSentEvent> events) {
        return ok("text/event-stream", new Body.Events(Objects.requireNonNull(events, "events")))
                .withHeader("Cache-Control", "no-cache")
                .withHeader("X-Accel-Buffering", "no");
    }

    /**
     * 200 with a file's content, its type by its name, an {@code ETag} and {@code Last-Modified}; 404 if there
     * is no such file. The path is trusted; for paths that clients choose there is {@link StaticFiles}.
     *
     * <p>More than 64 KiB is not read before the client takes it: over HTTP/1.1 without TLS the kernel moves it from the file to
     * the socket, else it is read in pieces of 64 KiB, both on the event loop. One that becomes shorter breaks the connection off.
     */
    public static One<Response> file(Path file) {
        Objects.requireNonNull(file, "file");
        return FileContent.of(file);
    }

    /** A problem as JSON (RFC 9457), with the status's name as its title. */
    public static Response problem(int status, String detail) {
        return problem(Problem.of(status, detail));
    }

    /** A problem as JSON (RFC 9457). */
    public static Response problem(Problem problem) {
        return bytes("application/problem+json", utf8(problem.toJson(), "problem"))
                .withStatus(problem.status());
    }

    /** This response with another status, 200 to 599. */
    public Response withStatus(int newStatus) {
        if (newStatus < 200 || newStatus > 599) {
            throw new IllegalArgumentException("a response has a status of 200 to 599, not " + newStatus);
        }
        return with(newStatus, headers, body);
    }

    @Override
    public Response withHeaders(Headers newHeaders) {
        for (Headers.Field field : newHeaders) {
            if (!field.value().equals(header(field.name()))) { // what it has may be of a handshake
                OwnFields.OF_SERVERS.check(field.name());
            }
        }
        return with(status, newHeaders, body);
    }

    @Override
    public Response withHeader(String name, String value) {
        OwnFields.OF_SERVERS.check(name);
        return with(status, headers.with(name, value), body);
    }

    @Override
    public Response addHeader(String name, String value) {
        OwnFields.OF_SERVERS.check(name);
        return with(status, headers.and(name, value), body);
    }

    @Override
    public Response withoutHeader(String name) {
        return with(status, headers.without(name), body);
    }

    /**
     * This response with a strong {@code ETag}: clients that have what it stands for are answered with 304. {@link
     * Request#requireETag} and {@link Request#knowsETag} compare it before there is a response.
     *
     * @param tag without quotes, such as a version or a hash: another one for each change of what is sent
     * @throws IllegalArgumentException if it is empty, or has other characters than visible ASCII without quotes
     */
    public Response withETag(String tag) {
        Headers tagged = headers.with("ETag", StrongTag.of(Objects.requireNonNull(tag, "tag")));
        return new Response(status, tagged, body, trailers, passed.tagged());
    }

    /** This response with a cookie, in place of one of the same name, domain and path. */
    public Response withCookie(Cookie cookie) {
        return with(status, Objects.requireNonNull(cookie, "cookie").among(headers), body);
    }

    /** This response, which depends on that field of the request, as caches must know. */
    public Response withVary(String field) {
        return with(status, headers.withVary(field), body);
    }

    /**
     * This response with fields that follow its body, such as a checksum, asked for on the event loop when that has been sent.
     * {@code withHeader("Trailer", "X-Checksum")} announces them, and some take only such. Over HTTP/1.1 the body goes in chunks
     * then; over HTTP/1.0, or without a body, there are none. A field that can't be sent there breaks the response off.
     */
    public Response withTrailers(Supplier<Headers> newTrailers) {
        return new Response(status, headers, body, Objects.requireNonNull(newTrailers, "trailers"), passed);
    }

    /** With another body, of which the fields before and behind it tell, when they are changed. */
    Response changed(Body newBody, UnaryOperator<Headers> change) {
        return new Response(status, change.apply(headers), newBody, Headers.changed(trailers, change), passed);
    }

    boolean hasTrailers() {
        return trailers != null;
    }

    /** What follows the body, which has been sent. */
    String[] following() {
        return trailers == null
                ? Trailers.NONE
                : OwnFields.OF_SERVERS.trailers(trailers.get().fields());
    }

    /** This response without its body, and without what describes it. */
    Response withoutBody(int newStatus) {
        return with(newStatus, headers.without("Content-Type").without("Content-Encoding"), Body.Bytes.NONE);
    }

    Response withBody(Body newBody) {
        return with(status, headers, newBody);
    }

    @Override
    public Response withBody(Many<ByteBuffer> content) {
        return withBody(new Body.Stream(Reply.UNKNOWN, Objects.requireNonNull(content, "content")));
    }

    @Override
    public Response withBody(byte[] content) {
        return withBody(new Body.Bytes(Objects.requireNonNull(content, "content")));
    }

    /**
     * This response with its body coded as it is sent, with {@code Content-Encoding}, and with the coding's name at the
     * end of its {@code ETag} if that is a strong one: {@code "v1-gzip"}. Requests then come with that tag; {@link
     * dev.weir.net.http.filter.Compression} knows those of its codings. Bodies of at most 64 KiB are coded at once.
     *
     * @param name of the coding: {@code gzip}
     * @throws IllegalArgumentException if the name is no token
     */
    public Response withCoding(String name, Coding coding) {
        if (!Chars.isToken(Objects.requireNonNull(name, "name"))) {
            throw new IllegalArgumentException("\"" + name + "\" is no name of a coding");
        }
        Objects.requireNonNull(coding, "coding");
        Response coded = changed(Body.coded(body, coding), Headers::ofOtherForm).withHeaders(headers.ofCoded(name));
        String tag = headers.get("ETag");
        return tag == null ? coded : coded.withHeader("ETag", CodedTag.of(tag, name));
    }

    /**
     * This response with its values encoded, as the request wants them, by the server's codec. The server does that
     * itself; a filter does it to see the body. Others are returned as they are.
     */
    public Response encoded(Request request) {
        if (body instanceof Body.Coded coded && coded.content() instanceof Body.Valued) {
            Response plain = withBody(coded.content()).encoded(request);
            return plain.withBody(Body.coded(plain.body, coded.coding()));
        }
        if (!(body instanceof Body.Valued valued)) {
            return this;
        }
        Codec codec = request.codec();
        if (valued.one() != null) {
            return typed(codec.contentType()).withBody(Values.encode(codec, valued.one()));
        }
        Many<?> many = Objects.requireNonNull(valued.many());
        String whole = codec.contentType(); // a server without a codec fails here, not after the head
        boolean lines = Values.wantsLines(request);
        return typed(lines ? Values.linesType() : whole)
                .withBody(lines ? Values.lines(codec, many) : Values.array(codec, many))
                .withVary("Accept");
    }

    private Response typed(String contentType) {
        return headers.has("Content-Type") ? this : withHeader("Content-Type", contentType);
    }

    /** How many bytes the body has, or -1 if that is not known before they are sent. */
    public long length() {
        return body.length();
    }

    /**
     * The body in pieces. What was coded at once, bytes of at most 64 KiB, is there as it was coded.
     *
     * @throws IllegalStateException if it has values that are not {@link #encoded}, or is coded as it is sent
     */
    public Many<ByteBuffer> body() {
        return body.shown();
    }

    /**
     * The whole body as text in UTF-8, as that request is answered with it, to look at in tests: with values {@link #encoded}.
     *
     * @throws IllegalStateException if it was coded, of whatever length: look at it without the filter that codes it
     */
    public One<String> textFor(Request request) {
        return Values.text(encoded(request));
    }

    /** Whether the body is an event stream made by {@link #sse}. */
    public boolean isEventStream() {
        return body instanceof Body.Events
                || (body instanceof Body.Coded coded && coded.content() instanceof Body.Events);
    }

    /** The status code. */
    public int status() {
        return status;
    }

    @Override
    public Headers headers() {
        return headers;
    }

    @Override
    public String toString() {
        return "Response[" + status + ", " + headers + ", " + Objects.toIdentityString(body) + "]";
    }
}
