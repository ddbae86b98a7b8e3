package dev.weir.net.http;

import dev.weir.CheckReturnValue;
import dev.weir.Context;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.http.content.Looking;
import dev.weir.net.http.content.Saving;
import dev.weir.net.http.content.StrongTag;
import dev.weir.net.http.route.Params;
import dev.weir.net.http.server.Content;
import dev.weir.net.http.wire.Cookies;
import dev.weir.net.http.wire.OwnFields;
import dev.weir.net.http.wire.Query;
import dev.weir.net.loop.Confided;
import dev.weir.net.loop.Positive;
import dev.weir.net.loop.Reader;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A request. Its body can be read once, by one of {@link #bytes}, {@link #text}, {@link #body()}, {@link #as(Class)},
 * {@link #asMany}, {@link #forEachPiece} and {@link #saveTo}.
 */
@CheckReturnValue
public final class Request implements HttpMessage<Request> {
    static {
        Confided.set(Request.class, new Bodies());
    }

    private final Asked asked;
    private final String path;
    private final Headers headers;
    final Content body;
    final Params params;
    private final Context attributes;

    Request(Asked asked, String path, Headers headers, Content body, Params params, Context attributes) {
        this.asked = asked;
        this.path = path;
        this.headers = headers;
        this.body = body;
        this.params = params;
        this.attributes = attributes;
    }

    /**
     * A request made by hand, to try handlers without a server: {@code routes.handle(Request.of("GET", "/x")).await()}. It has
     * no body, and {@code Host: localhost} as its only field, as if it came by HTTP/1.1 from here to a server with the defaults.
     * What a handler fails with, such as {@link HttpException}, is its One's failure.
     *
     * @param target path and query, with what is not allowed in them percent-encoded
     * @throws IllegalArgumentException if no request can look like that
     */
    public static Request of(String method, String target) {
        return ByHand.request(method, target);
    }

    Request matched(String pattern, Params newParams) {
        asked.matched(pattern);
        return new Request(asked, path, headers, body, newParams, attributes);
    }

    /** The method, in the case in which it was sent. */
    public String method() {
        return asked.head().method();
    }

    /** The path, without the query, with its escapes undone: {@code %2F} has become a slash like the others. */
    public String path() {
        return path;
    }

    /** Path and query, as they were sent; or {@code *}, of a server as a whole. */
    public String target() {
        return asked.head().origin();
    }

    /** {@code HTTP/1.1}, or the version that the client speaks. */
    public String protocol() {
        return asked.head().http10() ? "HTTP/1.0" : asked.protocol();
    }

    /** The pattern of the route that was found for it, or null: before {@link Routes}, or if there is none. */
    public @Nullable String route() {
        return asked.route();
    }

    // ---------------------------------------------------------------- parameters

    /**
     * The part of the path at {@code {name}} in the route's pattern, with its escapes undone: it may have a {@code /}, or be
     * {@code ..}, and so lead out of the folder that it is resolved against.
     *
     * @throws IllegalArgumentException if the pattern has no such parameter
     */
    public String param(String name) {
        return params.get(name);
    }

    /**
     * As {@link #param(String)}, as a value: {@code request.param("id", UUID::fromString)}.
     *
     * @throws HttpException 400 if it is no such value, here and in the methods below
     */
    public <T> T param(String name, ValueParser<? extends T> parser) {
        return Typed.required("path", name, param(name), parser);
    }

    /**
     * The first value of that name in the query, with its escapes undone, or null.
     *
     * @throws HttpException 400 if an escape is malformed, here and in the methods below
     */
    public @Nullable String query(String name) {
        List<String> values = queries().get(name);
        return values == null ? null : values.getFirst();
    }

    /** As {@link #query(String)}, as a value; 400 if it is missing. */
    public <T> T query(String name, ValueParser<? extends T> parser) {
        return Typed.required("query", name, query(name), parser);
    }

    /** As {@link #query(String)}, as a value, or another one if it is missing. */
    public <T extends @Nullable Object> T query(String name, ValueParser<? extends T> parser, T otherwise) {
        return Typed.optional("query", name, query(name), parser, otherwise);
    }

    /** All values of that name in the query. */
    public List<String> queryAll(String name) {
        return queries().getOrDefault(name, List.of());
    }

    /** The query's names and their values, in order. */
    public Map<String, List<String>> queries() {
        return Typed.wellFormed(() -> Query.parse(asked.head().query()));
    }

    @Override
    public Headers headers() {
        return headers;
    }

    /** As {@link #header(String)}, as a value; 400 if it is missing. */
    public <T> T header(String name, ValueParser<? extends T> parser) {
        return Typed.required("header", name, header(name), parser);
    }

    /** As {@link #header(String)}, as a value, or another one if it is missing. */
    public <T extends @Nullable Object> T header(String name, ValueParser<? extends T> parser, T otherwise) {
        return Typed.optional("header", name, header(name), parser, otherwise);
    }

    /** The fields behind the body (RFC 9110 section 6.5); none before all of the body was read. */
    public Headers trailers() {
        return new Headers(asked.body().trailers());
    }

    /**
     * Tells the client what the response will need, such as {@code Link}, while it is made: 103 (RFC 8297), which some clients of
     * HTTP/1.1 don't know. Left out for HTTP/1.0, for a client that does not read, after 16, and when the response has begun.
     *
     * @throws IllegalArgumentException if there is a field that the server itself sets
     */
    public void hint(Headers fields) {
        fields.forEach(field -> OwnFields.OF_SERVERS.check(field.name()));
        asked.interim(103, fields);
    }

    /** The value of the cookie, or null. */
    public @Nullable String cookie(String name) {
        return cookies().get(name);
    }

    /**
     * The cookies' names and values, without those that are malformed.
     *
     * @throws HttpException 431 if there are more than 180
     */
    public Map<String, String> cookies() {
        return Typed.wellFormed(() -> Cookies.parse(headers.all("cookie")));
    }

    /**
     * Checks the conditions under which the client wants a change: {@code If-Match}, {@code If-None-Match}, {@code
     * If-Unmodified-Since} (RFC 9110 section 13). For {@code PUT} and the like; the server checks responses to {@code GET}.
     *
     * @param tag the {@code ETag} of what is there, with its quotes; null if it has none, or there is nothing
     * @param modified when it was changed, or null
     * @throws HttpException 412 if one does not hold; 400 if one has an ETag without quotes
     * @throws IllegalArgumentException if the tag has no quotes
     */
    public void require(@Nullable String tag, @Nullable Instant modified) {
        Conditions.require(this, tag, modified);
    }

    /**
     * As {@link #require}, for what is sent with {@link Response#withETag}.
     *
     * @param tag of what is there, without quotes; null if there is nothing
     */
    public void requireETag(@Nullable String tag) {
        require(tag == null ? null : StrongTag.of(tag), null);
    }

    /**
     * Whether the client already has what {@link Response#withETag} would say this of, so it need not be made: {@code
     * Response.empty(304).withETag(tag)} is the answer. Where it is made anyway, the server compares by itself.
     *
     * @param tag without quotes
     */
    public boolean knowsETag(String tag) {
        return Conditions.known(this, StrongTag.of(tag));
    }

    // ---------------------------------------------------------------- the connection

    /**
     * Who has sent it: the other end of the connection, or whom the server's {@link TrustedProxies} name. Of a Unix domain
     * socket it is the loopback address with port 0: processes have no address there.
     */
    public InetSocketAddress remoteAddress() {
        return asked.client().address();
    }

    /** Whether it came encrypted with TLS, to us or to whom we trust. */
    public boolean isSecure() {
        return asked.client().secure();
    }

    /** {@code https} if it came encrypted, else {@code http}, whatever the request says. */
    public String scheme() {
        return isSecure() ? "https" : "http";
    }

    /** The certificates that the client has proved to have, its own first; empty if it was not asked or has none. */
    public List<X509Certificate> peerCertificates() {
        return asked.peer().certificates();
    }

    /** The connection's event loop; what runs there must not block. */
    public Executor eventLoop() {
        return asked.loop();
    }

    // ---------------------------------------------------------------- the body

    /** The largest body that is held as a whole, in bytes: the server's {@code maxBody}, or that of a filter if it is less. */
    public int maxBody() {
        return body instanceof AtMost limited ? Math.min(limited.most(), asked.maxBody()) : asked.maxBody();
    }

    /** How many bytes the body has; -1 if that is not known before its end, or a filter has put a stream in its place. */
    public long length() {
        return body.length();
    }

    /**
     * The whole body; fails with {@link HttpException}: 413 if it is larger than the server's {@code maxBody}, 503 if connections
     * hold as much as they may, 408 if the client stops sending; and with {@link java.io.IOException} if it has gone.
     */
    public One<byte[]> bytes() {
        return body.whole("bytes()");
    }

    /** The whole body as text, in the charset of its type, else UTF-8. Fails as {@link #bytes} and {@link #requireUncoded} do. */
    public One<String> text() {
        return Values.text(this);
    }

    /**
     * Checks that the body is what its type says, with nothing done to it: the filter {@code Decompression} undoes
     * codings. Texts, values and forms check that by themselves; {@link #bytes} and {@link #body()} are what was sent.
     *
     * @throws HttpException 415 if the body is coded ({@code Content-Encoding}, RFC 9110 section 8.4); {@code
     *     Accept-Encoding} of the answer says that it must not be
     */
    public void requireUncoded() {
        Uncoded.require(this);
    }

    /** The body in pieces, of any size in all; the client is stopped while no piece is demanded. */
    public Many<ByteBuffer> body() {
        return body.pieces(Reader.keeping("body()"));
    }

    /**
     * The whole body as a value, by the server's {@link Codec}. Fails with {@link HttpException}: 415 for a type that
     * the codec does not read, and as {@link #requireUncoded} does, 400 with the place of what is wrong, 413 as {@link #bytes}.
     */
    public <T> One<T> as(Class<T> type) {
        return as(TypeOf.of(type));
    }

    /** As {@link #as(Class)}, for types with parameters. */
    public <T> One<T> as(TypeOf<T> type) {
        return Values.one(this, codec(), type);
    }

    /**
     * The body as values, one a line (NDJSON: {@code application/x-ndjson}), decoded as they are asked for, of any
     * number. Fails as {@link #as(Class)} does; a line may be as long as the server's {@code maxBody}.
     */
    public <T> Many<T> asMany(Class<T> type) {
        return asMany(TypeOf.of(type));
    }

    /** As {@link #asMany(Class)}, for types with parameters. */
    public <T> Many<T> asMany(TypeOf<T> type) {
        return Values.many(this, codec(), type);
    }

    /**
     * Looks at the body piece by piece, without a copy: a piece is good only until {@code look} returns, and shows then what
     * comes next, of whatever connection. It is called on an event loop and must not block. Gives the number of bytes; fails
     * with what {@code look} throws.
     */
    public One<Long> forEachPiece(Consumer<? super ByteBuffer> look) {
        return Looking.at(body.pieces(Reader.looking("forEachPiece(..)")), look);
    }

    /**
     * Writes the body to a new file, which must not be there yet; gives the number of bytes. None is left if it fails. What
     * makes the pieces of a body of {@code withBody(..)} runs on few threads for files, and must not block.
     */
    public One<Long> saveTo(Path file) {
        return Saving.to(Objects.requireNonNull(file, "file"), body.pieces(Reader.keeping("saveTo(..)")));
    }

    Codec codec() {
        return asked.service().codec;
    }

    /** This request with a body of so many bytes at most, which fails with {@link HttpException} 413 beyond that. */
    public Request withMaxBody(int bytes) {
        int most = Positive.of(bytes, "maxBody");
        return withContent(
                new AtMost(body, body instanceof AtMost inner ? Math.min(most, inner.most()) : most, asked.body()));
    }

    /** This request with another body, whose whole is held to the server's {@code maxBody}. */
    @Override
    public Request withBody(Many<ByteBuffer> newBody) {
        return withContent(Content.Changed.to(Objects.requireNonNull(newBody, "newBody"), asked.body()));
    }

    @Override
    public Request withBody(byte[] newBody) {
        return withContent(new Content.Given(Objects.requireNonNull(newBody, "newBody"), asked.body()));
    }

    Request withContent(Content newBody) {
        return new Request(asked, path, headers, newBody, params, attributes);
    }

    @Override
    public Request withHeaders(Headers newHeaders) {
        return new Request(asked, path, newHeaders, body, params, attributes);
    }

    /** This request with a value for the handlers further in, such as who the user is. */
    public <V> Request with(Context.Key<V> key, V value) {
        return new Request(asked, path, headers, body, params, attributes.with(key, value));
    }

    /** The value that a filter put under the key, or null. */
    public <V> @Nullable V get(Context.Key<V> key) {
        return attributes.get(key);
    }

    /** What all views of it share. */
    Asked asked() {
        return asked;
    }

    @Override
    public String toString() {
        return asked.head().toString();
    }
}
