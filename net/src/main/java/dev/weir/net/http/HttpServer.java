package dev.weir.net.http;

import dev.weir.CheckReturnValue;
import dev.weir.Clock;
import dev.weir.One;
import dev.weir.net.ServerTls;
import dev.weir.net.loop.EventLoops;
import dev.weir.net.loop.Held;
import dev.weir.net.loop.Listener;
import dev.weir.net.loop.Network;
import dev.weir.net.loop.Place;
import dev.weir.net.loop.Positive;
import dev.weir.net.tls.TlsKeeper;
import dev.weir.net.tls.TlsSource;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Serves HTTP/1.1, and HTTP/2 to clients that begin with it: they need not tell beforehand.
 *
 * <pre>{@code
 * HttpServer server = HttpServer.builder().bind("127.0.0.1", 8080)
 *         .handler(Routes.create().get("/hello/{name}",
 *                 request -> One.of(Response.text("hello " + request.param("name")))))
 *         .start()
 *         .await(); // nothing listens before that
 * }</pre>
 */
@CheckReturnValue
public final class HttpServer implements AutoCloseable {
    private final Listener listener;
    private final Service service;
    private final @Nullable TlsKeeper tls;

    HttpServer(Listener listener, Service service, @Nullable TlsKeeper tls) {
        this.listener = listener;
        this.service = service;
        this.tls = tls;
    }

    public static Builder builder() {
        return new Builder();
    }

    /** Where it listens, with the real port if it was bound to port 0; of a Unix domain socket the loopback and port 0. */
    public InetSocketAddress address() {
        return listener.address();
    }

    public int port() {
        return address().getPort();
    }

    /**
     * Takes certificates anew, from new settings or the same whose files have changed: connections that open from then
     * on get them. If that fails, so does the One, and nothing has changed.
     *
     * @throws IllegalStateException if the server was started without TLS
     */
    public One<@Nullable Void> reloadTls(ServerTls settings) {
        return TlsKeeper.reload(tls, (TlsSource) settings);
    }

    /** How many connections are open. */
    public int connections() {
        return listener.connections();
    }

    /** How many requests have no response yet, or a blocking handler that runs, without those always served. */
    public int inFlight() {
        return service.inFlight();
    }

    /** How many requests were refused with 503 because of {@code maxInFlight} or {@code maxHeldBytes}. */
    public long refused() {
        return service.refused();
    }

    /** How many bytes all connections hold in memory now, of those that {@code maxHeldBytes} limits. */
    public long heldBytes() {
        return service.held().bytes();
    }

    /** How many responses are streaming. */
    public int streams() {
        return service.streams();
    }

    /**
     * Stops accepting, closes idle connections, ends event streams, lets other requests finish, and closes what is
     * left at the deadline, which is a warning in the log. Ends when all connections are closed.
     */
    public One<@Nullable Void> shutdown(Duration deadline) {
        One<@Nullable Void> ended = listener.shutdown(deadline, service::running);
        return One.defer(() -> {
            service.drain();
            return ended;
        });
    }

    /** Ends when the server has ended. */
    public One<@Nullable Void> closed() {
        return listener.closed();
    }

    /** Closes everything at once and does not wait. */
    @Override
    public void close() {
        listener.close();
    }

    /** How to serve; a setting that is not made has the default given at its method. */
    @CheckReturnValue
    public static final class Builder {
        Place place = new Place.Port("127.0.0.1", 8080);
        boolean reusePort;

        @Nullable
        ServerTls tls;

        @Nullable
        Handler handler;

        int maxRequestLine = 8 * 1024;
        int maxHeaderBytes = 16 * 1024;
        int maxHeaderFields = 100;
        int maxBody = 10 * 1024 * 1024;
        int maxPipelinedBytes = 16 * 1024;
        int maxConnections = 10_000;
        int maxInFlight = 10_000;
        long maxHeldBytes = Held.standard();
        int maxConcurrentStreams = 100;
        int maxResets = 200;
        int streamWindow = 256 * 1024;
        Duration retryAfter = Duration.ofSeconds(1);
        Predicate<? super Request> alwaysServed = request -> false;
        Duration headerTimeout = Duration.ofSeconds(10);
        Duration idleTimeout = Duration.ofSeconds(60);
        Duration stallTimeout = Duration.ofSeconds(30);
        Duration heartbeat = Duration.ofSeconds(15);
        EventLoops loops = EventLoops.shared();

        @Nullable
        Clock clock;

        Duration stuckAfter = Duration.ofSeconds(1);

        @Nullable
        Codec codec;

        @Nullable
        Observer observer;

        List<Network> proxyNetworks = List.of();

        @Nullable
        TrustedProxies proxies;

        private Builder() {}

        /** Where to listen: 127.0.0.1, port 8080. Port 0 takes any that is free. */
        public Builder bind(String newHost, int newPort) {
            place = new Place.Port(newHost, newPort);
            return this;
        }

        /**
         * Listens on a Unix domain socket instead: a file that only programs of this machine reach. One that a server
         * has left behind is replaced; it is removed when the server stops. Who may connect is the directory's to say.
         */
        public Builder bind(Path socket) {
            place = new Place.Domain(socket);
            return this;
        }

        /**
         * Whether other servers of this user that say the same may listen on the port, too: false. The kernel spreads
         * new connections over them; those that nobody has accepted when a server stops are lost.
         */
        public Builder reusePort(boolean isShared) {
            reusePort = isShared;
            return this;
        }

        /** Serves https instead of http, HTTP/2 to the clients that offer it. */
        public Builder tls(ServerTls settings) {
            tls = Objects.requireNonNull(settings, "settings");
            return this;
        }

        /** What answers requests, most likely {@link Routes}; required. */
        public Builder handler(Handler newHandler) {
            handler = Objects.requireNonNull(newHandler, "handler");
            return this;
        }

        /** The longest request line, in bytes: 8 KiB. Beyond it: 414. */
        public Builder maxRequestLine(int bytes) {
            maxRequestLine = Positive.of(bytes, "maxRequestLine");
            return this;
        }

        /** The largest header, in bytes without the request line: 16 KiB. Beyond it: 431. */
        public Builder maxHeaderBytes(int bytes) {
            maxHeaderBytes = Positive.of(bytes, "maxHeaderBytes");
            return this;
        }

        /** The most header fields: 100. Beyond it: 431. */
        public Builder maxHeaderFields(int count) {
            maxHeaderFields = Positive.of(count, "maxHeaderFields");
            return this;
        }

        /**
         * The largest body that is held, as bytes, text, a value or a form, and the longest line of NDJSON: 10 MiB. Beyond
         * it: 413.
         */
        public Builder maxBody(int bytes) {
            maxBody = Positive.of(bytes, "maxBody");
            return this;
        }

        /**
         * While a request is served, so many bytes of those after it, and of its body before anybody reads it, are read
         * ahead: 16 KiB, and at most one read more. If nobody takes any of it for a second or two, up to 256 KiB more are, to
         * see whether the client is still there.
         */
        public Builder maxPipelinedBytes(int bytes) {
            maxPipelinedBytes = Positive.of(bytes, "maxPipelinedBytes");
            return this;
        }

        /** How many connections may be open: 10,000. Beyond it accepting pauses, and new ones wait in the kernel. */
        public Builder maxConnections(int count) {
            maxConnections = Positive.of(count, "maxConnections");
            return this;
        }

        /**
         * How many requests may be in flight, from their head until their response begins, and until {@link
         * Handler#blocking} has ended if that handles them: 10,000. Beyond it the answer is 503 at once. Responses
         * that stream do not count; connections, and streams of each, bound them.
         */
        public Builder maxInFlight(int count) {
            maxInFlight = Positive.of(count, "maxInFlight");
            return this;
        }

        /**
         * How many bytes all connections together may hold in memory, heap and direct: a quarter of the largest heap.
         * Counted are bodies that are read as a whole, until their exchange is over, what was received and not read,
         * and what the clients have not taken of responses. Beyond it, which the log tells, requests are answered with
         * 503, so is who wants to read another body as a whole, bodies over HTTP/2 that are not read are reset, and a
         * client has a second instead of {@code stallTimeout} to take of a response.
         */
        public Builder maxHeldBytes(long bytes) {
            maxHeldBytes = Positive.of(bytes, "maxHeldBytes");
            return this;
        }

        /** How many requests a connection of HTTP/2 may carry at a time: 100. A client that begins more is refused them. */
        public Builder maxConcurrentStreams(int count) {
            maxConcurrentStreams = Positive.of(count, "maxConcurrentStreams");
            return this;
        }

        /**
         * How many requests on a connection of HTTP/2 a client may give up by resets within 30 seconds: 200. As many it
         * may make the server reset. Then the connection is closed, as such a client makes work for nothing; one that
         * carries the requests of many, such as a proxy, may have reason to.
         */
        public Builder maxResets(int count) {
            maxResets = Positive.of(count, "maxResets");
            return this;
        }

        /**
         * How many bytes of a request's body a client of HTTP/2 may send ahead of the handler, from 1 KiB: 256 KiB.
         * The requests of one connection together have 16 times as much, and at least 64 KiB.
         */
        public Builder streamWindow(int bytes) {
            streamWindow = Positive.atLeast(1024, bytes, "streamWindow");
            return this;
        }

        /** When a client that got 503 may try again, in whole seconds: 1 second. */
        public Builder retryAfter(Duration delay) {
            retryAfter = Positive.of(delay, "retryAfter");
            return this;
        }

        /** Requests that are served whatever the load and not counted, such as health checks: none. Must not block. */
        public Builder alwaysServe(Predicate<? super Request> requests) {
            alwaysServed = Objects.requireNonNull(requests, "requests");
            return this;
        }

        /** How long the head of a request may take from its first byte, the first one from the connection: 10 seconds. */
        public Builder headerTimeout(Duration limit) {
            headerTimeout = Positive.of(limit, "headerTimeout");
            return this;
        }

        /** How long a connection may wait for its next request: 60 seconds. */
        public Builder idleTimeout(Duration limit) {
            idleTimeout = Positive.of(limit, "idleTimeout");
            return this;
        }

        /**
         * How long a client may take nothing of a response that waits for it, or send less than 1 KiB of a body that
         * is waited for: 30 seconds.
         */
        public Builder stallTimeout(Duration limit) {
            stallTimeout = Positive.of(limit, "stallTimeout");
            return this;
        }

        /** An event stream that was quiet for so long gets a comment: 15 seconds. */
        public Builder heartbeat(Duration period) {
            heartbeat = Positive.of(period, "heartbeat");
            return this;
        }

        /** Serves on so many event loops of its own, instead of those that the process shares. */
        public Builder threads(int count) {
            loops = EventLoops.shared().own(Positive.of(count, "threads"));
            return this;
        }

        /** The time of the limits, of heartbeats and of the handlers' pipelines: that of each event loop. */
        public Builder clock(Clock newClock) {
            clock = Objects.requireNonNull(newClock, "clock");
            return this;
        }

        /**
         * An event loop that is busy with one thing for so long is logged with its stack, once each time, and again when
         * it goes on: 1 second. Zero means that the server does not watch its loops.
         */
        public Builder stuckAfter(Duration limit) {
            stuckAfter = Positive.orZero(limit, "stuckAfter");
            return this;
        }

        /**
         * What makes values of bodies and bodies of values: {@link JacksonCodec} if Jackson is there. See {@link
         * Request#as(Class)} and {@link Response#value}.
         */
        public Builder codec(Codec newCodec) {
            codec = Objects.requireNonNull(newCodec, "codec");
            return this;
        }

        /**
         * The proxies that are believed when they say for whom a request is: nobody, so that a client is who has connected.
         * See {@link Request#remoteAddress}.
         */
        public Builder trust(TrustedProxies trusted) {
            proxies = Objects.requireNonNull(trusted, "trusted");
            return this;
        }

        /**
         * Connections from these networks, as {@code 10.0.0.0/8} or {@code ::1}, begin with a header of the PROXY protocol,
         * version 1 or 2, which says for whom they are: no networks. All that is said of the remote address is of that client
         * then. One without it within 5 seconds, or with a malformed one, is closed. Of Unix domain sockets the network is
         * {@code 127.0.0.1}.
         *
         * @throws IllegalArgumentException if a network is malformed
         */
        public Builder proxyProtocol(String... networks) {
            proxyNetworks = Network.all(networks);
            return this;
        }

        /** What sees each exchange when it is over, besides those before it: none. Must not block. */
        public Builder observe(Observer another) {
            observer = Observers.of(observer, another);
            return this;
        }

        /**
         * A server that begins to listen when the One is subscribed to or awaited: nothing listens before that.
         *
         * @throws dev.weir.net.AddressInUseException as the One's failure, if another socket has the address
         * @throws IllegalStateException without a {@link #handler}; for {@code reusePort(true)} of a Unix domain socket
         */
        public One<HttpServer> start() {
            return Launch.of(this);
        }
    }
}
