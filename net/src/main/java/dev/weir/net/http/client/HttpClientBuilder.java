package dev.weir.net.http.client;

import dev.weir.CheckReturnValue;
import dev.weir.Clock;
import dev.weir.net.ClientTls;
import dev.weir.net.Proxy;
import dev.weir.net.Resolver;
import dev.weir.net.http.Codec;
import dev.weir.net.http.Headers;
import dev.weir.net.http.client.call.CallLimits;
import dev.weir.net.http.client.call.Url;
import dev.weir.net.http.wire.Chars;
import dev.weir.net.http.wire.OwnFields;
import dev.weir.net.loop.EventLoops;
import dev.weir.net.loop.Held;
import dev.weir.net.loop.Positive;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** How a client works; a setting that is not made has the default given at its method. */
@CheckReturnValue
public final class HttpClientBuilder implements Cloneable {
    private int maxConnections = 64;
    private int maxStreams = 100;
    private int maxWaiting = 256;
    private Duration acquireTimeout = Duration.ofSeconds(10);
    private Duration idleTimeout = Duration.ofSeconds(30);
    private Duration maxAge = Duration.ofMinutes(10);
    private Duration connectTimeout = Duration.ofSeconds(5);
    private Duration handshakeTimeout = Duration.ofSeconds(5);
    private Duration headTimeout = Duration.ofSeconds(30);
    private Duration stallTimeout = Duration.ofSeconds(30);
    private Duration unreadTimeout = Duration.ofSeconds(30);
    private Duration continueTimeout = Duration.ofSeconds(1);
    private int maxHeaderBytes = 64 * 1024;
    private int maxHeaderFields = 200;
    private int maxBody = 10 * 1024 * 1024;
    private int maxInflation = 100;
    long maxHeldBytes = Held.standard();

    Redirects redirects = new Redirects(5, false);
    EventLoops loops = EventLoops.shared();
    ClientTls tls = ClientTls.standard();
    Resolver resolver = Resolver.system();

    @Nullable
    Path socket;

    @Nullable
    String base;

    Headers headers = Headers.empty();

    @Nullable
    ClientFilter filter;

    Function<? super URI, ? extends @Nullable Proxy> proxies = uri -> null;
    Duration maxRetryAfter = Duration.ofMinutes(1);
    String userAgent = "weir";
    boolean http2 = true;
    boolean priorKnowledge;

    @Nullable
    Codec codec;

    @Nullable
    CookieJar cookies;

    @Nullable
    Clock clock;

    HttpClientBuilder() {}

    // ------------------------------------------------------------ connections

    /**
     * How many connections to one origin, that is scheme, host and port, may be open: 64. Beyond it requests wait. Over
     * HTTP/2 there is one that takes requests, as many as {@link #maxStreams} says; those that take no more, and end with the
     * last they have, do not count.
     */
    public HttpClientBuilder maxConnections(int count) {
        maxConnections = Positive.of(count, "maxConnections");
        return this;
    }

    /** How many requests one connection of HTTP/2 carries at the same time, if the server allows it: 100. */
    public HttpClientBuilder maxStreams(int count) {
        maxStreams = Positive.of(count, "maxStreams");
        return this;
    }

    /** Whether HTTP/2 is offered to servers of https: it is. */
    public HttpClientBuilder http2(boolean offered) {
        http2 = offered;
        return this;
    }

    /** Speaks HTTP/2 to servers of http, without asking whether they can (RFC 9113 section 3.3): it does not. */
    public HttpClientBuilder http2PriorKnowledge() {
        priorKnowledge = true;
        return this;
    }

    /** How many requests may wait for a connection to one origin: 256. Beyond it they fail at once. */
    public HttpClientBuilder maxWaiting(int count) {
        maxWaiting = Positive.of(count, "maxWaiting");
        return this;
    }

    /** How long a request may wait for a connection: 10 seconds. */
    public HttpClientBuilder acquireTimeout(Duration limit) {
        acquireTimeout = Positive.of(limit, "acquireTimeout");
        return this;
    }

    /** A connection that has carried no request for so long is closed: 30 seconds. Servers should wait longer. */
    public HttpClientBuilder idleTimeout(Duration limit) {
        idleTimeout = Positive.of(limit, "idleTimeout");
        return this;
    }

    /** A connection takes no more requests after so long, so that changes in the DNS are followed: 10 minutes. */
    public HttpClientBuilder maxAge(Duration limit) {
        maxAge = Positive.of(limit, "maxAge");
        return this;
    }

    /** How long looking up a host and connecting to it may take: 5 seconds. */
    public HttpClientBuilder connectTimeout(Duration limit) {
        connectTimeout = Positive.of(limit, "connectTimeout");
        return this;
    }

    /** How long a proxy's and the server's handshake may take after that: 5 seconds. */
    public HttpClientBuilder handshakeTimeout(Duration limit) {
        handshakeTimeout = Positive.of(limit, "handshakeTimeout");
        return this;
    }

    /** Looks up hosts: as the JDK does. */
    public HttpClientBuilder resolver(Resolver newResolver) {
        resolver = Objects.requireNonNull(newResolver, "resolver");
        return this;
    }

    /** How connections are made secure: TLS as the JDK trusts. */
    public HttpClientBuilder tls(ClientTls newTls) {
        tls = Objects.requireNonNull(newTls, "tls");
        return this;
    }

    /** The proxy for all requests: none. */
    public HttpClientBuilder proxy(Proxy proxy) {
        Objects.requireNonNull(proxy, "proxy");
        return proxy(uri -> proxy);
    }

    /** Chooses the proxy for each URI; null means none. Must not block. */
    public HttpClientBuilder proxy(Function<? super URI, ? extends @Nullable Proxy> choice) {
        proxies = Objects.requireNonNull(choice, "choice");
        return this;
    }

    /**
     * Sends all requests to the server at a Unix domain socket, whatever host their URIs name, which the server and its
     * certificate are told; no proxy is on the way then.
     */
    public HttpClientBuilder socket(Path file) {
        socket = Objects.requireNonNull(file, "file");
        return this;
    }

    /** Uses so many event loops of its own, instead of those that the process shares. */
    public HttpClientBuilder threads(int count) {
        loops = EventLoops.shared().own(Positive.of(count, "threads"));
        return this;
    }

    // ------------------------------------------------------------ requests and responses

    /**
     * What stands before URIs of requests that begin with a slash: with {@code http://api.example/v1}, {@code /orders} is
     * {@code http://api.example/v1/orders}. None; other URIs are absolute as ever.
     *
     * @throws IllegalArgumentException if it is no absolute URI of http or https, or has a query or a fragment
     */
    public HttpClientBuilder baseUri(String uri) {
        URI whole = Url.parse(uri).uri();
        if (whole.getRawQuery() != null || whole.getRawFragment() != null) {
            throw new IllegalArgumentException("a base has no query and no fragment: " + Chars.visible(uri));
        }
        base = uri.endsWith("/") ? uri.substring(0, uri.length() - 1) : uri;
        return this;
    }

    /**
     * Adds a field to all requests, whatever host they go to, save those that are forwarded: none; one that a request has by
     * itself takes its place. {@code Authorization} and {@code Cookie} do not follow a redirect to another origin.
     *
     * @throws IllegalArgumentException if the name or value can't be sent, or the client itself sets that field
     */
    public HttpClientBuilder header(String name, String value) {
        OwnFields.OF_CLIENTS.check(name);
        headers = headers.and(name, value);
        return this;
    }

    /**
     * Puts a filter around each try of each request, inside of those that were given before. Redirects are followed inside of it;
     * what is {@link HttpClient#forward forwarded} goes without.
     */
    public HttpClientBuilder filter(ClientFilter another) {
        Objects.requireNonNull(another, "filter");
        ClientFilter before = filter;
        filter = before == null
                ? another
                : (request, next) -> before.filter(request, changed -> another.filter(changed, next));
        return this;
    }

    /** How long the head of a response may take after the request is complete: 30 seconds. */
    public HttpClientBuilder headTimeout(Duration limit) {
        headTimeout = Positive.of(limit, "headTimeout");
        return this;
    }

    /** How long nothing may come of a body that is waited for, or be taken of one that is sent: 30 seconds. */
    public HttpClientBuilder stallTimeout(Duration limit) {
        stallTimeout = Positive.of(limit, "stallTimeout");
        return this;
    }

    /** How long the body of a response may be left unread before its connection is closed: 30 seconds. */
    public HttpClientBuilder unreadTimeout(Duration limit) {
        unreadTimeout = Positive.of(limit, "unreadTimeout");
        return this;
    }

    /** How long a request that expects 100 waits for it before it sends its body anyway: 1 second. */
    public HttpClientBuilder continueTimeout(Duration limit) {
        continueTimeout = Positive.of(limit, "continueTimeout");
        return this;
    }

    /** The largest header of a response, in bytes: 64 KiB. */
    public HttpClientBuilder maxHeaderBytes(int bytes) {
        maxHeaderBytes = Positive.of(bytes, "maxHeaderBytes");
        return this;
    }

    /** The most header fields of a response: 200. */
    public HttpClientBuilder maxHeaderFields(int count) {
        maxHeaderFields = Positive.of(count, "maxHeaderFields");
        return this;
    }

    /** The largest body that is held, as bytes, text or a value, line of {@code asMany(..)}, and event, in bytes: 10 MiB. */
    public HttpClientBuilder maxBody(int bytes) {
        maxBody = Positive.of(bytes, "maxBody");
        return this;
    }

    /** How many times its size a compressed body may have, once it is beyond 1 MiB: 100. */
    public HttpClientBuilder maxInflation(int times) {
        maxInflation = Positive.of(times, "maxInflation");
        return this;
    }

    /**
     * How many bytes all connections together may hold in memory, heap and direct: a quarter of the largest heap. Counted are
     * bodies while they are read as a whole, what was received and not read, and what servers have not taken. Beyond it, which the log tells,
     * requests and who reads another body as a whole fail with {@link ClientException.Reason#MEMORY}, so do responses over
     * HTTP/2 that are not read, and a server has a second instead of {@code stallTimeout} to take of a request.
     */
    public HttpClientBuilder maxHeldBytes(long bytes) {
        maxHeldBytes = Positive.of(bytes, "maxHeldBytes");
        return this;
    }

    /** How many redirects are followed: 5; 0 follows none. */
    public HttpClientBuilder maxRedirects(int count) {
        if (count < 0) {
            throw new IllegalArgumentException("maxRedirects must not be negative: " + count);
        }
        redirects = new Redirects(count, redirects.downgrade());
        return this;
    }

    /** Follows redirects from https to http, too, which shows others what was meant to be secret: it does not. */
    public HttpClientBuilder allowDowngrade() {
        redirects = new Redirects(redirects.most(), true);
        return this;
    }

    /** The longest {@code Retry-After} that retries wait for: 1 minute. See {@link ClientRequest#withRetry}. */
    public HttpClientBuilder maxRetryAfter(Duration limit) {
        maxRetryAfter = Positive.of(limit, "maxRetryAfter");
        return this;
    }

    /** Keeps cookies: it does not. */
    public HttpClientBuilder cookies(CookieJar jar) {
        cookies = Objects.requireNonNull(jar, "jar");
        return this;
    }

    /**
     * What makes values of bodies and bodies of values, see {@link ClientRequest#as(Class)} and {@link
     * ClientRequest#withValue}: {@link dev.weir.net.http.JacksonCodec} if Jackson is there.
     */
    public HttpClientBuilder codec(Codec newCodec) {
        codec = Objects.requireNonNull(newCodec, "codec");
        return this;
    }

    /** What requests say in {@code User-Agent}: {@code weir}. */
    public HttpClientBuilder userAgent(String name) {
        var _ = Headers.empty().and("User-Agent", name);
        userAgent = name;
        return this;
    }

    /** The time of the limits, of waits before retries, and of bodies that are sent: the system's, and each event loop's. */
    public HttpClientBuilder clock(Clock newClock) {
        clock = Objects.requireNonNull(newClock, "clock");
        return this;
    }

    /** A client with these settings. It opens connections as they are needed, and none before. */
    public HttpClient build() {
        return new HttpClient(copy());
    }

    private HttpClientBuilder copy() {
        try {
            return (HttpClientBuilder) clone();
        } catch (CloneNotSupportedException impossible) {
            throw new AssertionError(impossible);
        }
    }

    CallLimits limits() {
        return new CallLimits(
                maxConnections,
                maxStreams,
                maxWaiting,
                acquireTimeout,
                idleTimeout,
                maxAge,
                connectTimeout,
                handshakeTimeout,
                headTimeout,
                stallTimeout,
                unreadTimeout,
                continueTimeout,
                maxHeaderBytes,
                maxHeaderFields,
                maxBody,
                maxInflation);
    }
}
