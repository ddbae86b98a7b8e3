package dev.weir.net.http.client;

import dev.weir.Broadcast;
import dev.weir.CheckReturnValue;
import dev.weir.Clock;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.Overflow;
import dev.weir.net.Proxy;
import dev.weir.net.dial.Dialer;
import dev.weir.net.dial.Via;
import dev.weir.net.http.Codec;
import dev.weir.net.http.Headers;
import dev.weir.net.http.HttpException;
import dev.weir.net.http.Request;
import dev.weir.net.http.ServerSentEvent;
import dev.weir.net.http.client.call.CallLimits;
import dev.weir.net.http.client.call.Payload;
import dev.weir.net.http.client.call.Route;
import dev.weir.net.http.client.call.Url;
import dev.weir.net.http.client.line.Exchange;
import dev.weir.net.http.client.pool.Means;
import dev.weir.net.http.client.pool.Pools;
import dev.weir.net.http.wire.Chars;
import dev.weir.net.http.wire.Percent;
import dev.weir.net.loop.Connector;
import dev.weir.net.loop.Held;
import java.net.URI;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Sends HTTP requests, over connections that it keeps.
 *
 * <pre>{@code
 * try (HttpClient client = HttpClient.create()) {
 *     String text = client.get("https://example.org/").text().await();
 * }
 * }</pre>
 *
 * <p>One client serves a whole program: it may be used by any number of threads. Its connections keep the program
 * alive, each until it has been idle for {@code idleTimeout}, or until the client is closed.
 */
@CheckReturnValue
public final class HttpClient implements AutoCloseable {
    private static final Duration QUIET = Duration.ofSeconds(60);

    private final Pools pools;
    private final CallLimits limits;
    private final Held held;
    private final HttpClientBuilder settings;
    private final CompletableFuture<@Nullable Void> closed = new CompletableFuture<>();
    private final One<@Nullable Void> whenClosed = One.from(closed); // which forgets who has left
    private final Broadcast<Boolean> ending = Broadcast.create();

    HttpClient(HttpClientBuilder settings) {
        this.settings = settings;
        this.limits = settings.limits();
        this.held = Held.ofClient(settings.maxHeldBytes);
        Dialer dialer = Dialer.of(
                settings.loops,
                held,
                settings.clock,
                limits.shortest(),
                settings.resolver::resolve,
                new Connector.Manner(true, false));
        this.pools = new Pools(
                new Means(dialer, settings.tls::engine, settings.http2, settings.priorKnowledge, settings.socket),
                limits);
    }

    /** A client with the defaults. */
    public static HttpClient create() {
        return builder().build();
    }

    public static HttpClientBuilder builder() {
        return new HttpClientBuilder();
    }

    // ------------------------------------------------------------ requests

    /**
     * A request for something.
     *
     * @param uri absolute, of scheme http or https, with what is not allowed in a URI percent-encoded
     * @throws IllegalArgumentException if it can't be requested, here and in all that follow
     */
    public ClientRequest get(String uri) {
        return request("GET", uri);
    }

    /** A request for the head of a response only. */
    public ClientRequest head(String uri) {
        return request("HEAD", uri);
    }

    /** A request that hands something in. */
    public ClientRequest post(String uri) {
        return request("POST", uri);
    }

    /** A request that puts something in a place. */
    public ClientRequest put(String uri) {
        return request("PUT", uri);
    }

    /** A request that changes a part of something. */
    public ClientRequest patch(String uri) {
        return request("PATCH", uri);
    }

    /** A request that removes something. */
    public ClientRequest delete(String uri) {
        return request("DELETE", uri);
    }

    /**
     * A request of any method save {@code CONNECT}, which is for proxies; with {@code TRACE} it can have no body. {@code OPTIONS}
     * of a URI without a path, as {@code https://host}, asks about the server as a whole: {@code OPTIONS *}.
     */
    public ClientRequest request(String method, String uri) {
        Objects.requireNonNull(uri, "uri");
        return request(method, url(uri));
    }

    private Url url(String uri) {
        return Url.parse(settings.base != null && uri.startsWith("/") ? settings.base + uri : uri);
    }

    /** As {@link #request(String, String)}. */
    public ClientRequest request(String method, URI uri) {
        return request(method, Url.of(uri));
    }

    /**
     * What a server was asked for, to be asked elsewhere: its method, fields and body, as an intermediary sends them (RFC
     * 9110 section 7.6): without {@code Connection}, what that names, and the other fields of a connection, with {@code
     * Via}. What is the client's own stays out of it: fields, filters, cookies, redirects and decoding; without an {@code
     * Accept-Encoding} it asks for {@code identity}. The answer is sent back with {@link ClientResponse#forward}.
     *
     * @param uri absolute, what the request is for now: {@code "http://127.0.0.1:9000" + request.target()}; characters that
     *     no URI has but clients send are percent-encoded; without a path it is for {@code /}, with {@code OPTIONS}, too
     * @throws HttpException 400 if the request asks about the server that gets it: {@code OPTIONS *}, and {@code OPTIONS} and
     *     {@code TRACE} with {@code Max-Forwards: 0}; and if the path has {@code .} or {@code ..} in it, however they are written: routes
     *     and filters here have seen another path than a server that removes them (RFC 3986 section 5.2.4)
     */
    public ClientRequest forward(Request request, String uri) {
        if (request.target().equals("*")) {
            throw new HttpException(400, "OPTIONS * asks about this server, and is not passed on to others");
        }
        return Forwarding.of(
                request, request(request.method(), url(Percent.repaired(uri)).rooted()));
    }

    private ClientRequest request(String method, Url url) {
        if (!Chars.isToken(method) || method.equals("CONNECT")) {
            throw new IllegalArgumentException("\"" + Chars.visible(method) + "\" is no method of a request");
        }
        RequestOptions options =
                new RequestOptions(limits.stallTimeout(), limits.maxBody(), settings.redirects.most() > 0);
        return new ClientRequest(this, method, url, settings.headers, Payload.Bytes.NONE, options);
    }

    /**
     * The events of an event stream, as browsers' {@code EventSource} reads them (HTML standard, section 9.2).
     *
     * <p>The first connection fails as any request does, unless it has a {@link ClientRequest#withRetry}. From then on, when
     * the connection ends or breaks, can't be made, is not secure or not HTTP, or nothing came for a minute, it is made again
     * after the delay that the server asked for, 100 milliseconds at least and an hour at most, else 3 seconds, doubled by
     * each further failure in a row up to a minute, with the id of the last event in {@code Last-Event-ID}; the log has it, as
     * a warning when an outage begins. 204 completes the stream; any other status than 200, or another type than {@code
     * text/event-stream}, fails it with {@link StatusException}.
     *
     * <p>Between two connections it keeps no program alive: one that does nothing else awaits its end.
     */
    public Many<ServerSentEvent> events(String uri) {
        return events(get(uri));
    }

    /**
     * As {@link #events(String)}, for a request with other fields or limits; a {@code stallTimeout} that is not the
     * client's says what takes the place of the minute.
     */
    public Many<ServerSentEvent> events(ClientRequest request) {
        return EventStream.of(patient(request));
    }

    ClientRequest patient(ClientRequest request) {
        Duration usual = limits.stallTimeout();
        boolean own = !request.options().stallTimeout.equals(usual);
        return own || usual.compareTo(QUIET) > 0 ? request : request.withStallTimeout(QUIET);
    }

    // ------------------------------------------------------------ connections

    /** What the connections do now. */
    public PoolStats pool() {
        return PoolStats.of(pools.counts());
    }

    /** How many bytes all connections hold in memory now, of those that {@code maxHeldBytes} limits. */
    public long heldBytes() {
        return held.bytes();
    }

    /**
     * Takes no more requests, lets those that run finish, over redirects too, closes what is left at the deadline. {@link
     * #events Event streams} fail at once, as they have no end of their own, and so does what waits for its next try by {@link
     * ClientRequest#withRetry}; what is tried meanwhile is not tried again. Ends when no request runs and all connections are
     * closed, or at the deadline.
     */
    public One<@Nullable Void> shutdown(Duration deadline) {
        Objects.requireNonNull(deadline, "deadline");
        return One.from(() -> {
            end().thenRun(() -> closed.complete(null));
            if (!closed.isDone()) {
                var due = pools.clock().schedule(pools::kill, deadline);
                closed.whenComplete((done, failure) -> due.cancel());
            }
            return closed.copy();
        });
    }

    /** Ends when the client is closed and has no connection left. */
    public One<@Nullable Void> closed() {
        return whenClosed;
    }

    /** Closes everything at once and does not wait; requests that run fail, and so does reading what was left unread. */
    @Override
    public void close() {
        var ended = end();
        pools.kill();
        ended.thenRun(() -> closed.complete(null));
    }

    private CompletableFuture<@Nullable Void> end() {
        var ended = pools.end();
        ending.complete();
        return ended;
    }

    // ------------------------------------------------------------ for what runs a request

    /** Waits until the time has passed, or no more requests are taken. */
    One<?> pause(Duration time) {
        Many<Boolean> passed = timed(One.timer(time)).map(done -> true).toMany();
        return Many.merge(passed, ended()).first();
    }

    /** Gives something when no more requests are taken. */
    Many<Boolean> ended() {
        return Many.concat(ending.listen(Overflow.latest()), Many.of(false));
    }

    boolean isClosed() {
        return pools.isClosed();
    }

    /** A request begins: false if no more are taken. {@link #leave} follows if it is true. */
    boolean enter() {
        return pools.enter();
    }

    /** A request has its response, or has failed. */
    void leave() {
        pools.leave();
    }

    CallLimits limits() {
        return limits;
    }

    Clock clock() {
        return pools.clock();
    }

    /** Sends it as the client's filters have it. */
    One<ClientResponse> filtered(ClientRequest request, Function<ClientRequest, One<ClientResponse>> next) {
        ClientFilter filter = settings.filter;
        return filter == null || request.options().forwarded ? next.apply(request) : filter.filter(request, next);
    }

    /** What waits, by the client's clock if it has one of its own. */
    <T extends @Nullable Object> One<T> timed(One<T> one) {
        Clock own = settings.clock;
        return own == null ? one : one.withContext(context -> context.withClock(own));
    }

    Redirects redirects() {
        return settings.redirects;
    }

    Codec codec() {
        Codec own = settings.codec;
        return own == null ? Codec.standard() : own;
    }

    Duration maxRetryAfter() {
        return settings.maxRetryAfter;
    }

    String userAgent() {
        return settings.userAgent;
    }

    @Nullable
    String cookies(Url url) {
        return settings.cookies == null ? null : settings.cookies.of(url);
    }

    void keepCookies(Url url, Headers headers) {
        if (settings.cookies != null) {
            settings.cookies.keep(url, headers.all("set-cookie"));
        }
    }

    Held held() {
        return held;
    }

    void begin(Exchange exchange, Url url) {
        if (held.isFull()) {
            exchange.refuse(exchange.full());
            return;
        }
        Proxy proxy = settings.socket == null ? settings.proxies.apply(url.uri()) : null;
        pools.acquire(exchange, Route.of(url, Via.of(proxy)));
    }
}
