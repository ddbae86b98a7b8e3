package dev.weir.net.websocket;

import dev.weir.Cancellable;
import dev.weir.CheckReturnValue;
import dev.weir.Clock;
import dev.weir.Emitter;
import dev.weir.One;
import dev.weir.net.ClientTls;
import dev.weir.net.Proxy;
import dev.weir.net.Resolver;
import dev.weir.net.dial.Destination;
import dev.weir.net.dial.Dial;
import dev.weir.net.dial.Dialer;
import dev.weir.net.dial.Engines;
import dev.weir.net.dial.Hop;
import dev.weir.net.dial.Via;
import dev.weir.net.http.Headers;
import dev.weir.net.http.client.ClientException;
import dev.weir.net.link.Framing;
import dev.weir.net.link.Link;
import dev.weir.net.link.Links;
import dev.weir.net.link.Speaker;
import dev.weir.net.loop.Confided;
import dev.weir.net.loop.Connector;
import dev.weir.net.loop.EventLoops;
import dev.weir.net.loop.Held;
import dev.weir.net.loop.Positive;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Connects to WebSockets. It holds no resources itself and need not be closed.
 *
 * <pre>{@code
 * One<@Nullable Message> answer = WebSocketClient.create().connect(
 *         "ws://127.0.0.1:8080/echo",
 *         socket -> socket.send("hello").then(socket.messages().first()));
 * }</pre>
 */
@CheckReturnValue
public final class WebSocketClient {
    static {
        Confided.set(WebSocketClient.class, (Links.Client<WebSocketClient, String>) WebSocketClient::speak);
    }

    private static final List<String> ONE = List.of("http/1.1");
    private static final List<String> BOTH = List.of("h2", "http/1.1");
    private static final Set<String> OURS = Set.of(
            "host",
            "upgrade",
            "connection",
            "content-length",
            "transfer-encoding",
            "sec-websocket-key",
            "sec-websocket-version",
            "sec-websocket-protocol",
            "sec-websocket-extensions");

    private final WebSocketOptions options;
    private final boolean http2;
    private final Headers headers;
    private final Duration connectTimeout;
    private final Duration handshakeTimeout;
    private final @Nullable Hop proxy;
    private final @Nullable Path socket;
    private final Engines tls;
    private final Held held;
    private final Dialer dialer;

    private WebSocketClient(Builder builder) {
        options = builder.options;
        http2 = builder.http2;
        headers = builder.headers;
        connectTimeout = builder.connectTimeout;
        handshakeTimeout = builder.handshakeTimeout;
        proxy = Via.of(builder.proxy);
        socket = builder.socket;
        tls = builder.tls::engine;
        held = Held.ofClient(builder.maxHeldBytes);
        dialer = Dialer.of(
                builder.loops,
                held,
                builder.clock,
                options.shortest(),
                builder.resolver::resolve,
                new Connector.Manner(false, false));
    }

    /** What a client does with a WebSocket. */
    @FunctionalInterface
    public interface Session<R extends @Nullable Object> {
        /** Called on the connection's event loop: it must not block. */
        One<R> run(WebSocket socket) throws Exception;
    }

    /** A client with the defaults. */
    public static WebSocketClient create() {
        return builder().build();
    }

    public static Builder builder() {
        return new Builder();
    }

    /** How many bytes all WebSockets hold in memory now, of those that {@link Builder#maxHeldBytes} limits. */
    public long heldBytes() {
        return held.bytes();
    }

    /**
     * Connects and runs the session. The WebSocket is closed with 1000 when the session's One ends, with 1011 when it
     * fails, with 1001 when the returned One is cancelled; the outcome is that of the session's One, given when the
     * connection is closed. A session is not cancelled when the server goes: its streams end or fail.
     *
     * <p>Fails with {@link ClientException}, as requests do: its reason is {@code CONNECT} if nobody answers there, {@code
     * TLS}, {@code CLOSED} or {@code PROTOCOL}; with {@link HandshakeException} if the answer is no WebSocket.
     *
     * @param uri {@code ws://host:port/path?query}, or {@code wss:} over TLS
     * @throws IllegalArgumentException if the URI is not of that form
     */
    public <R extends @Nullable Object> One<R> connect(String uri, Session<R> session) {
        return connect(Target.of(uri), session);
    }

    /** As {@link #connect(String, Session)}. */
    public <R extends @Nullable Object> One<R> connect(URI uri, Session<R> session) {
        return connect(Target.of(uri), session);
    }

    /**
     * As {@link #connect(String, Session)}, to a server's handler itself: no server, and no sockets, as tests want it. The
     * session says what comes to the handler and sees what is sent. The options hold at both ends, of which the first
     * subprotocol is agreed on; the handler sees the client's header. If the session fails, it is with what
     * failed first: it, or the handler.
     */
    public <R extends @Nullable Object> One<R> connect(WebSocket.Handler handler, Session<R> session) {
        Objects.requireNonNull(handler, "handler");
        Objects.requireNonNull(session, "session");
        return One.defer(() -> new SocketPipe(handler, dialer, options, headers).run(session));
    }

    private <R extends @Nullable Object> One<R> connect(Target target, Session<R> session) {
        Objects.requireNonNull(session, "session");
        return One.<ClientUse.SessionValue<R>>emitter(emitter -> open(target, session, emitter))
                .map(outcome -> Objects.requireNonNull(outcome, "no outcome").value());
    }

    private <R extends @Nullable Object> void open(
            Target target, Session<R> session, Emitter<ClientUse.SessionValue<R>> emitter) {
        AtomicReference<@Nullable ClientUse<R>> use = new AtomicReference<>();
        Cancellable attempt = open(target, emitter, agreed -> {
            ClientUse<R> begun = new ClientUse<>(target, session, agreed, emitter);
            use.set(begun);
            return begun;
        });
        emitter.onEnd(() -> {
            attempt.cancel();
            ClientUse<R> begun = use.get();
            if (begun != null) {
                begun.given();
            }
        });
    }

    private One<@Nullable Void> speak(String uri, Framing framing, Function<? super Link, ? extends Speaker> speaker) {
        Target target = Target.of(uri);
        return One.emitter(emitter -> {
            SpokenUse use = new SpokenUse(target, speaker, emitter);
            emitter.onEnd(open(target, emitter, agreed -> use));
        });
    }

    /** Connects; gives what gives it up, unless it has begun. */
    private Cancellable open(Target target, Emitter<?> emitter, Function<Handshaken, Use> opened) {
        AtomicReference<@Nullable Dial> attempt = new AtomicReference<>();
        var plain = opening(target, emitter::error, false, () -> {}, opened);
        var first = opening(
                target,
                emitter::error,
                http2,
                () -> {
                    Dial second = dial(plain);
                    attempt.set(second);
                    if (emitter.isCancelled()) {
                        second.cancel();
                    }
                },
                opened);
        attempt.compareAndSet(null, dial(first)); // unless it has come to nothing already
        return () -> Objects.requireNonNull(attempt.get(), "no attempt").cancel();
    }

    private ClientHandshake.HandshakeCaller opening(
            Target target,
            Consumer<? super ClientException> failed,
            boolean overHttp2,
            Runnable again,
            Function<Handshaken, Use> use) {
        var ask = new ClientHandshake.Upgrade(target, headers, options, overHttp2);
        return new ClientHandshake.HandshakeCaller(ask, failed, again, use);
    }

    private Dial dial(ClientHandshake.HandshakeCaller opening) {
        Target target = opening.ask().target();
        return dialer.dial(
                new Dial.Ask(
                        destination(target),
                        target.secure() ? tls : null,
                        opening.ask().http2() ? BOTH : ONE,
                        true,
                        connectTimeout,
                        handshakeTimeout),
                opening);
    }

    private Destination destination(Target target) {
        Path file = socket;
        return file == null
                ? Destination.of(target.host(), target.port(), proxy)
                : new Destination(target + " by " + file, target.host(), target.port(), null, false, file);
    }

    /** How to connect; a setting that is not made has the default given at its method. */
    @CheckReturnValue
    public static final class Builder {
        private WebSocketOptions options = WebSocketOptions.defaults();
        private Headers headers = Headers.empty();
        private long maxHeldBytes = Held.standard();
        private Duration connectTimeout = Duration.ofSeconds(5);
        private Duration handshakeTimeout = Duration.ofSeconds(10);
        private boolean http2;
        private Resolver resolver = Resolver.system();
        private @Nullable Proxy proxy;
        private @Nullable Path socket;
        private ClientTls tls = ClientTls.standard();
        private EventLoops loops = EventLoops.shared();
        private @Nullable Clock clock;

        private Builder() {}

        /** How WebSockets behave, with the subprotocols to offer: {@link WebSocketOptions#defaults}. */
        public Builder options(WebSocketOptions newOptions) {
            options = Objects.requireNonNull(newOptions, "options");
            return this;
        }

        /**
         * Adds a header field to requests, such as {@code Authorization} or {@code Origin}.
         *
         * @throws IllegalArgumentException if the name or value can't be sent, or the client itself sets that field
         */
        public Builder header(String name, String value) {
            if (OURS.contains(name.toLowerCase(Locale.ROOT))) {
                throw new IllegalArgumentException("the client itself sets the field " + name);
            }
            headers = headers.and(name, value);
            return this;
        }

        /**
         * Speaks over HTTP/2 (RFC 8441), on a connection for each WebSocket: with {@code wss://} if the server agrees to, with
         * {@code ws://} without asking. A server that takes no WebSockets there is asked again over HTTP/1.1. Off by default.
         */
        public Builder http2() {
            http2 = true;
            return this;
        }

        /**
         * How many bytes all WebSockets together may hold in memory, heap and direct: a quarter of the largest heap. Counted
         * are messages that have not come as a whole, what was received and not read, and what servers have not taken. Beyond
         * it, which the log tells, a WebSocket of which more than 16 KiB of a message have come is closed with 1013, and a server has a
         * second instead of the options' {@code stallTimeout} to take something.
         */
        public Builder maxHeldBytes(long bytes) {
            maxHeldBytes = Positive.of(bytes, "maxHeldBytes");
            return this;
        }

        /** How long to wait for a connection: 5 seconds. */
        public Builder connectTimeout(Duration limit) {
            connectTimeout = Positive.of(limit, "connectTimeout");
            return this;
        }

        /** How long to wait for TLS and the server's answer on the connection: 10 seconds. */
        public Builder handshakeTimeout(Duration limit) {
            handshakeTimeout = Positive.of(limit, "handshakeTimeout");
            return this;
        }

        /** Looks up hosts: as the JDK does. */
        public Builder resolver(Resolver newResolver) {
            resolver = Objects.requireNonNull(newResolver, "resolver");
            return this;
        }

        /** The proxy on the way, which is asked for a tunnel: none. Unix domain sockets need none. */
        public Builder proxy(Proxy newProxy) {
            proxy = Objects.requireNonNull(newProxy, "proxy");
            return this;
        }

        /** Connects to the server at a Unix domain socket, whatever host a URI names, which the server is told. */
        public Builder socket(Path file) {
            socket = Objects.requireNonNull(file, "file");
            return this;
        }

        /** How connections by {@code wss://} are made secure: TLS as the JDK trusts. */
        public Builder tls(ClientTls newTls) {
            tls = Objects.requireNonNull(newTls, "tls");
            return this;
        }

        /** Uses so many event loops of its own, instead of those that the process shares. */
        public Builder threads(int count) {
            loops = EventLoops.shared().own(Positive.of(count, "threads"));
            return this;
        }

        /** The time of the limits and of the sessions' pipelines: that of each event loop. */
        public Builder clock(Clock newClock) {
            clock = Objects.requireNonNull(newClock, "clock");
            return this;
        }

        public WebSocketClient build() {
            return new WebSocketClient(this);
        }
    }
}
