package dev.weir.net.http.client;

import dev.weir.CheckReturnValue;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.Retry;
import dev.weir.net.http.Headers;
import dev.weir.net.http.HttpMessage;
import dev.weir.net.http.TypeOf;
import dev.weir.net.http.client.call.Basic;
import dev.weir.net.http.client.call.Payload;
import dev.weir.net.http.client.call.Url;
import dev.weir.net.http.wire.OwnFields;
import dev.weir.net.loop.Positive;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A request, immutable: each method gives another one, and one can be sent many times. Nothing happens until what
 * {@link #text}, {@link #bytes} or {@code send} gives is subscribed to or awaited.
 */
@CheckReturnValue
public final class ClientRequest implements HttpMessage<ClientRequest> {
    private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS", "TRACE");
    private static final Set<String> IDEMPOTENT = Set.of("PUT", "DELETE");

    private final HttpClient client;
    private final String method;
    private final Url url;
    private final Headers headers;
    private final Payload content;
    private final RequestOptions options;

    ClientRequest(HttpClient client, String method, Url url, Headers headers, Payload content, RequestOptions options) {
        this.client = client;
        this.method = method;
        this.url = url;
        this.headers = headers;
        this.content = content;
        this.options = options;
    }

    /** It as somebody else's. */
    ClientRequest forwarding(Headers theirs, Payload theirContent, Consumer<RequestOptions> how) {
        return with(method, url, theirs, theirContent).with(how).with(changed -> {
            changed.forwarded = true;
            changed.followRedirects = false;
        });
    }

    /** It with a response that has no end of its own. */
    ClientRequest endless() {
        return with(changed -> changed.endless = true);
    }

    ClientRequest with(String newMethod, Url newUrl, Headers newHeaders, Payload newContent) {
        return new ClientRequest(client, newMethod, newUrl, newHeaders, newContent, options);
    }

    private ClientRequest with(Headers newHeaders) {
        return with(method, url, newHeaders, content);
    }

    private ClientRequest with(Consumer<RequestOptions> change) {
        return new ClientRequest(client, method, url, headers, content, options.with(change));
    }

    private ClientRequest with(Payload newContent) {
        return with(method, url, headers, newContent.of(method));
    }

    // ------------------------------------------------------------ what to send

    @Override
    public ClientRequest withHeaders(Headers newHeaders) {
        newHeaders.forEach(field -> check(field.name(), field.value()));
        return with(newHeaders);
    }

    @Override
    public ClientRequest withHeader(String name, String value) {
        check(name, value);
        return with(headers.with(name, value));
    }

    @Override
    public ClientRequest addHeader(String name, String value) {
        check(name, value);
        return with(headers.and(name, value));
    }

    /** Trailers are always taken, and whoever wants that said may say so (RFC 9110 section 10.1.4). */
    private static void check(String name, String value) {
        if (!("TE".equalsIgnoreCase(name) && "trailers".equals(value))) {
            OwnFields.OF_CLIENTS.check(name);
        }
    }

    /** This request with the user's name and password (RFC 7617), in UTF-8; the name must have no colon. */
    public ClientRequest withBasicAuth(String user, String password) {
        return withHeader("Authorization", Basic.credentials(user, password));
    }

    /** This request with a token (RFC 6750). */
    public ClientRequest withBearerAuth(String token) {
        return withHeader("Authorization", "Bearer " + Objects.requireNonNull(token, "token"));
    }

    @Override
    public ClientRequest withBody(byte[] bytes) {
        return with(new Payload.Bytes(Objects.requireNonNull(bytes, "bytes")));
    }

    /** This request with text as its body, as any message; its type is plain text unless a {@code Content-Type} was set before. */
    @Override
    public ClientRequest withBody(String text) {
        return HttpMessage.super.withBody(text).typed("text/plain; charset=utf-8");
    }

    /**
     * This request with a value, by the client's {@link HttpClientBuilder#codec}, which encodes it at once.
     *
     * @throws IllegalArgumentException if it can't be encoded
     */
    public ClientRequest withValue(Object value) {
        return typed(client.codec().contentType()).withBody(BodyValues.encode(client.codec(), value));
    }

    /** This request with values, one a line (NDJSON), each encoded as the server takes it; see {@link #withBody(Many)}. */
    public ClientRequest withValues(Many<?> values) {
        Objects.requireNonNull(values, "values");
        return typed(BodyValues.NDJSON).withBody(values.map(value -> BodyValues.line(client.codec(), value)));
    }

    /** This request with JSON, which is not checked. */
    public ClientRequest withJson(String json) {
        Objects.requireNonNull(json, "json");
        return withHeader("Content-Type", "application/json").withBody(json.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * This request with what the stream emits, which is asked for more only while the server takes it. It is
     * subscribed once for each time that the request is sent, so a redirect or a retry that needs it again works
     * only with streams that can be subscribed to again.
     */
    @Override
    public ClientRequest withBody(Many<ByteBuffer> pieces) {
        return with(new Payload.Stream(Payload.UNKNOWN, Objects.requireNonNull(pieces, "pieces")));
    }

    /** As {@link #withBody(Many)}, of a known length; less is a failure, and so is more, until the response has come. */
    public ClientRequest withBody(long length, Many<ByteBuffer> pieces) {
        if (length < 0) {
            throw new IllegalArgumentException("the length must not be negative: " + length);
        }
        return with(new Payload.Stream(length, Objects.requireNonNull(pieces, "pieces")));
    }

    /**
     * This request with a file, which is read as the server takes it. Its length is taken, and it is read anew, each time
     * that the request is sent, so redirects and retries can have it again. Its type is not guessed. If there is no such
     * file, or it becomes shorter while it is sent, the request fails with the reason {@code BODY}.
     */
    public ClientRequest withBody(Path file) {
        return with(new Payload.File(Objects.requireNonNull(file, "file")));
    }

    /** This request with a form, as browsers send it: {@code application/x-www-form-urlencoded}, in UTF-8. */
    public ClientRequest withForm(Map<String, String> fields) {
        return withHeader("Content-Type", "application/x-www-form-urlencoded").withBody(FormFields.encode(fields));
    }

    /** This request with a form with files, as browsers send it: {@code multipart/form-data}. */
    public ClientRequest withMultipart(MultipartForm form) {
        Objects.requireNonNull(form, "form");
        String boundary = "weir-" + UUID.randomUUID();
        return withHeader("Content-Type", "multipart/form-data; boundary=" + boundary)
                .with(form.content(boundary));
    }

    /**
     * This request with fields that follow its body, such as a checksum, asked for on the event loop each time that it was sent.
     * {@code withHeader("Trailer", "X-Checksum")} announces them, and some take only such, as Go's servers do over HTTP/2. Over
     * HTTP/1.1 it goes in chunks then. A field that can't be sent there fails the request with the reason {@code BODY}.
     */
    public ClientRequest withTrailers(Supplier<Headers> trailers) {
        Objects.requireNonNull(trailers, "trailers");
        return with(changed -> changed.trailers = trailers);
    }

    private ClientRequest typed(String type) {
        return headers.has("Content-Type") ? this : withHeader("Content-Type", type);
    }

    /** This request with {@code name=value} added to its query, encoded. */
    public ClientRequest addQuery(String name, String value) {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(value, () -> "the value of query parameter " + name + " is null");
        return with(method, url.withQuery(FormFields.pair(name, value)), headers, content);
    }

    // ------------------------------------------------------------ how to send it

    /**
     * How long all of it may take, from the subscription until the body has been read, with all tries of a {@link #withRetry} and
     * the waits between them: no limit of its own. For each try there is {@link #withTryTimeout}.
     */
    public ClientRequest withTimeout(Duration limit) {
        return with(changed -> changed.timeout = Positive.of(limit, "timeout"));
    }

    /**
     * How long one try may take until its response's head is there, with the wait for a connection and all redirects: no limit
     * of its own. Beyond it the try fails with the reason {@code HEAD_TIMEOUT}, which is worth a {@link #withRetry}; its
     * connection is closed, over HTTP/2 as soon as others are done with it, if nothing at all came on it for a second. The body is bounded by {@link #withTimeout} and {@link #withStallTimeout}.
     */
    public ClientRequest withTryTimeout(Duration limit) {
        return with(changed -> changed.tryTimeout = Positive.of(limit, "tryTimeout"));
    }

    /** How long this response's body, or the server's taking of the request's, may stop: the client's {@code stallTimeout}. */
    public ClientRequest withStallTimeout(Duration limit) {
        return with(changed -> changed.stallTimeout = Positive.of(limit, "stallTimeout"));
    }

    /** The largest body that is held, line and event, in bytes: the client's {@link HttpClientBuilder#maxBody}. */
    public ClientRequest withMaxBody(int bytes) {
        return with(changed -> changed.maxBody = Positive.of(bytes, "maxBody"));
    }

    /** Whether redirects are followed: as the client does. */
    public ClientRequest withRedirects(boolean follow) {
        return with(changed -> changed.followRedirects = follow);
    }

    /**
     * Who is told of what the server hints at before it answers, such as {@code Link} (103, RFC 8297): nobody. Called on the event
     * loop, up to 32 times for each try; if it fails, so does the request.
     */
    public ClientRequest withHints(Consumer<Headers> told) {
        Objects.requireNonNull(told, "told");
        return with(changed -> changed.hints(told));
    }

    /** Sends a body only when the server says that it wants it, or after a second ({@code continueTimeout}). */
    public ClientRequest withExpectContinue() {
        return with(changed -> changed.expectContinue = true);
    }

    /**
     * Sends the request again if it failed with {@code CONNECT}, {@code CLOSED}, {@code HEAD_TIMEOUT}, {@code STALL} or {@code
     * ACQUIRE_TIMEOUT}, or was answered with 429, 502, 503 or 504, and not before the time that {@code Retry-After} says. A
     * server that wants more time than the client's {@code maxRetryAfter}, or than the retry's deadline or the request's timeout
     * leave, is not asked again: its response is the answer. {@link #withTimeout} is of all tries, {@link #withTryTimeout} of
     * each. A failure says after how many tries, and what the server asked for. What the retry's filter sees is a {@link
     * ClientException} or a {@link StatusException}.
     *
     * @throws IllegalStateException if the method is not idempotent: what it does could be done twice
     */
    public ClientRequest withRetry(Retry retry) {
        if (!isIdempotent()) {
            throw new IllegalStateException(method
                    + " is not idempotent: if it were sent again, what it does could be done twice; if that does"
                    + " no harm, put retry(..) behind what it gives");
        }
        return with(changed -> changed.retry = Objects.requireNonNull(retry, "retry"));
    }

    // ------------------------------------------------------------ sending

    /** The response's text; fails with {@link StatusException} if the status is not 200 to 299. */
    public One<String> text() {
        return send(response -> Journey.ok(response).flatMap(ClientResponse::text));
    }

    /** The response's bytes; fails with {@link StatusException} if the status is not 200 to 299. */
    public One<byte[]> bytes() {
        return send(response -> Journey.ok(response).flatMap(ClientResponse::bytes));
    }

    /**
     * Writes the response's body to a new file, of any size; gives the number of bytes. Fails with {@link
     * StatusException} if the status is not 200 to 299, else as {@link ClientResponse#saveTo} does.
     */
    public One<Long> saveTo(Path file) {
        Objects.requireNonNull(file, "file");
        return send(response -> Journey.ok(response).flatMap(ok -> ok.saveTo(file)));
    }

    /**
     * Looks at the response's body piece by piece: see {@link ClientResponse#forEachPiece}. Fails with {@link StatusException}
     * if the status is not 200 to 299.
     */
    public One<Long> forEachPiece(Consumer<? super ByteBuffer> look) {
        Objects.requireNonNull(look, "look");
        return send(response -> Journey.ok(response).flatMap(ok -> ok.forEachPiece(look)));
    }

    /**
     * The response as a value, by the client's {@link HttpClientBuilder#codec}. Fails with {@link StatusException} if the
     * status is not 200 to 299, else as {@link ClientResponse#as(Class)} does.
     */
    public <T> One<T> as(Class<T> type) {
        return as(TypeOf.of(type));
    }

    /** As {@link #as(Class)}, for types with parameters: {@code as(new TypeOf<List<Order>>() {})}. */
    public <T> One<T> as(TypeOf<T> type) {
        return accepting(client.codec().contentType())
                .send(response -> Journey.ok(response).flatMap(ok -> ok.as(type)));
    }

    /** The response as values, one a line, as they come: see {@link ClientResponse#asMany(Class)}. */
    public <T> Many<T> asMany(Class<T> type) {
        return asMany(TypeOf.of(type));
    }

    /** As {@link #asMany(Class)}, for types with parameters. */
    public <T> Many<T> asMany(TypeOf<T> type) {
        return accepting(BodyValues.NDJSON).send().flatMap(Journey::ok).flatMapMany(ok -> ok.asMany(type));
    }

    private ClientRequest accepting(String type) {
        return headers.has("Accept") ? this : withHeader("Accept", type);
    }

    /**
     * What the function makes of the response. When its One has ended, what is left of the response is dropped and
     * the connection is free: nothing can leak.
     */
    public <R extends @Nullable Object> One<R> send(Function<? super ClientResponse, ? extends One<R>> function) {
        Objects.requireNonNull(function, "function");
        return Journey.through(this, function);
    }

    /**
     * The response, whose body has to be read by whoever gets it: if nobody begins to within the client's {@code
     * unreadTimeout}, the connection is closed. Where it can be, {@link #send(Function)} is better.
     */
    public One<ClientResponse> send() {
        return Journey.to(this);
    }

    // ------------------------------------------------------------ what it is

    /** The method. */
    public String method() {
        return method;
    }

    /** What it is for. */
    public URI uri() {
        return url.uri();
    }

    @Override
    public Headers headers() {
        return headers;
    }

    HttpClient client() {
        return client;
    }

    Url url() {
        return url;
    }

    Payload content() {
        return content;
    }

    RequestOptions options() {
        return options;
    }

    boolean isSafe() {
        return SAFE.contains(method);
    }

    boolean isIdempotent() {
        return isSafe() || IDEMPOTENT.contains(method);
    }

    @Override
    public String toString() {
        return method + " " + url.brief();
    }
}
