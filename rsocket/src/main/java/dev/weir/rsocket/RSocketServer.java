package dev.weir.rsocket;

import dev.weir.CheckReturnValue;
import dev.weir.Clock;
import dev.weir.One;
import dev.weir.net.ServerTls;
import dev.weir.net.http.Codec;
import dev.weir.net.http.Handler;
import dev.weir.net.link.Framing;
import dev.weir.net.link.Link;
import dev.weir.net.link.Links;
import dev.weir.net.link.Speaker;
import dev.weir.net.tcp.TcpServer;
import dev.weir.net.websocket.WebSocket;
import dev.weir.net.websocket.WebSocketOptions;
import dev.weir.rsocket.engine.Frames;
import dev.weir.rsocket.engine.Resumption;
import dev.weir.rsocket.engine.Session;
import dev.weir.rsocket.engine.Sessions;
import dev.weir.rsocket.frame.FrameType;
import dev.weir.rsocket.loop.Acceptor;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Serves RSocket.
 *
 * <pre>{@code
 * RSocketServer server = RSocketServer.builder()
 *         .bind("127.0.0.1", 7878)
 *         .handler(new RSocket() {
 *             public One<Payload> requestResponse(Payload request) {
 *                 return One.of(Payload.of("you said " + request.text()));
 *             }
 *         })
 *         .start()
 *         .await(); // nothing listens before that
 * }</pre>
 */
@CheckReturnValue
public final class RSocketServer implements AutoCloseable {
    static final Framing FRAMES = new Frames();
    private static final Links.Opener<WebSocket> MESSAGES = Links.of(WebSocket.class);
    static final Duration FOREVER = Duration.ofDays(10_000);
    private static final Links.Server<TcpServer.Builder> SERVERS = Links.of(TcpServer.Builder.class);

    private final TcpServer server;
    private final @Nullable Sessions sessions;

    private RSocketServer(TcpServer server, @Nullable Sessions sessions) {
        this.server = server;
        this.sessions = sessions;
    }

    /** Says who answers. */
    @FunctionalInterface
    public interface Accept {
        /**
         * A peer wants to speak. Called on the connection's event loop: it must not block. Nothing of the peer is read until
         * the One ends; if that fails, or this throws, the peer is refused, with the code and message of a {@link
         * RSocketException} of setups, else with REJECTED_SETUP.
         *
         * @param peer to be asked when the One has ended
         */
        One<RSocket> accept(Setup setup, RSocketConnection peer) throws Exception;
    }

    public static Builder builder() {
        return new Builder();
    }

    /** Where it listens, with the real port if it was bound to port 0; of a Unix domain socket the loopback and port 0. */
    public InetSocketAddress address() {
        return server.address();
    }

    public int port() {
        return server.port();
    }

    /** How many connections are open. */
    public int connections() {
        return server.connections();
    }

    /** How many bytes all connections hold in memory now, of those that {@code maxHeldBytes} limits. */
    public long heldBytes() {
        return server.heldBytes();
    }

    /** How many sessions there are that may be resumed, with and without a connection: see {@link Builder#resume}. */
    public int sessions() {
        return sessions == null ? 0 : sessions.size();
    }

    /** As {@link TcpServer#reloadTls}. */
    public One<@Nullable Void> reloadTls(ServerTls settings) {
        return server.reloadTls(settings);
    }

    /**
     * Stops accepting, tells the peers that connections are being closed, refuses new streams, and closes each connection
     * when its last stream has ended; breaks off those that are left at the deadline. Ends when all are closed. Sessions
     * without a connection end at once, and no others are resumed.
     */
    public One<@Nullable Void> shutdown(Duration deadline) {
        return One.defer(() -> {
            endSessions();
            return server.shutdown(deadline);
        });
    }

    private void endSessions() {
        if (sessions != null) {
            sessions.close();
        }
    }

    /** Ends when the server has ended. */
    public One<@Nullable Void> closed() {
        return server.closed();
    }

    /** Breaks off all connections and does not wait. */
    @Override
    public void close() {
        endSessions();
        server.close();
    }

    @Override
    public String toString() {
        return "RSocketServer[" + address() + ", connections=" + connections() + ", sessions=" + sessions() + "]";
    }

    /** How to serve; a setting that is not made has the default given at its method. */
    @CheckReturnValue
    public static final class Builder {
        private TcpServer.Builder server = TcpServer.builder().bind("127.0.0.1", 7878);
        private WebSocketOptions.Builder options = WebSocketOptions.builder().maxMessage(FrameType.LONGEST);
        private @Nullable Supplier<Acceptor> acceptor;
        private int maxQueued = 1_000;
        private int maxSessions = 1_000;
        private @Nullable LeasePolicy leases;
        private Codec codec = Codec.standard();
        private final LimitsOf limits = new LimitsOf();

        private Builder() {}

        /** Where to listen: 127.0.0.1, port 7878. Port 0 takes any that is free. */
        public Builder bind(String host, int port) {
            server = server.bind(host, port);
            return this;
        }

        /** Listens on a Unix domain socket instead: see {@link TcpServer.Builder#bind(Path)}. */
        public Builder bind(Path socket) {
            server = server.bind(socket);
            return this;
        }

        /** Whether other servers of this user that say the same may listen on the port, too: false. */
        public Builder reusePort(boolean isShared) {
            server = server.reusePort(isShared);
            return this;
        }

        /** Encrypts connections with TLS. */
        public Builder tls(ServerTls settings) {
            server = server.tls(settings);
            return this;
        }

        /**
         * As {@link TcpServer.Builder#proxyProtocol}: no networks. Over WebSockets it is a setting of the HTTP server.
         *
         * @throws IllegalArgumentException if a network is malformed
         */
        public Builder proxyProtocol(String... networks) {
            server = server.proxyProtocol(networks);
            return this;
        }

        /** Answers the requests of all peers; required, unless {@link #accept} or {@link #loop} says who does. */
        public Builder handler(RSocket handler) {
            Objects.requireNonNull(handler, "handler");
            return accept((setup, peer) -> One.of(handler));
        }

        /** Says who answers the requests of a peer, by its setup, and may ask the peer. */
        public Builder accept(Accept accept) {
            Objects.requireNonNull(accept, "accept");
            acceptor = () -> new Accepting(accept, maxQueued, codec); // once a start: later settings are for later ones
            return this;
        }

        /** Makes values of data, and data of values, where we ask by routes: {@link Codec#standard}, as in HTTP. */
        public Builder codec(Codec newCodec) {
            codec = Objects.requireNonNull(newCodec, "codec");
            return this;
        }

        /** Takes clients that want leases, and gives them: there are none, and such clients are refused. */
        public Builder lease(LeasePolicy policy) {
            leases = Objects.requireNonNull(policy, "policy");
            return this;
        }

        /**
         * Has sessions outlive cut connections for so long, of clients that want it: there are none, and such clients are
         * refused. Streams go on where they were, when the client has connected again. Beyond it they fail with CONNECTION_ERROR;
         * who comes later is told REJECTED_RESUME. What was pushed as metadata, and keepalives, may be lost with a connection.
         */
        public Builder resume(Duration limit) {
            limits.resume(limit);
            return this;
        }

        /**
         * How many bytes that were sent on streams a session that may be resumed keeps until the peer says that it has them:
         * 1 MiB. Beyond it payloads wait, and {@link #maxWaitingBytes} is for what does not.
         */
        public Builder maxKeptBytes(int bytes) {
            limits.maxKeptBytes = LimitsOf.positive(bytes, "maxKeptBytes");
            return this;
        }

        /**
         * How many sessions that may be resumed there may be, with and without a connection: 1,000. Beyond it setups that want
         * one are refused with REJECTED_SETUP.
         */
        public Builder maxSessions(int count) {
            maxSessions = LimitsOf.positive(count, "maxSessions");
            return this;
        }

        /** How many requests may wait for a peer that does not keep up, or for its lease: 1,000. Those beyond it fail with REJECTED. */
        public Builder maxQueued(int count) {
            maxQueued = LimitsOf.positive(count, "maxQueued");
            return this;
        }

        /** Who answers, by callbacks on the event loop: see {@link dev.weir.rsocket.loop}. */
        public Builder loop(Acceptor newAcceptor) {
            Objects.requireNonNull(newAcceptor, "acceptor");
            acceptor = () -> newAcceptor;
            return this;
        }

        /** How many connections may be open: 10,000. Beyond it accepting pauses, and new ones wait in the kernel. */
        public Builder maxConnections(int count) {
            server = server.maxConnections(count);
            return this;
        }

        /**
         * As {@link TcpServer.Builder#maxHeldBytes}: a quarter of the largest heap. Beyond it, which the log tells, what is sent here in
         * more than 16 KiB and not whole or not done is refused, and what a client leaves unread; it has a second to read.
         */
        public Builder maxHeldBytes(long bytes) {
            server = server.maxHeldBytes(bytes);
            return this;
        }

        /**
         * How many streams of a peer may be open on a connection: 10,000. Beyond it: REJECTED. What needs no answer counts while its
         * pipeline runs, and is dropped beyond it; a call of {@link RSocketRoutes#blocking} counts until it has returned.
         */
        public Builder maxStreams(int count) {
            limits.maxStreams = LimitsOf.positive(count, "maxStreams");
            return this;
        }

        /** The largest payload to receive, in bytes of metadata and data: 16 MiB. Beyond it: INVALID; what is pushed is dropped. */
        public Builder maxPayload(int bytes) {
            limits.maxPayload(bytes);
            return this;
        }

        /**
         * How many bytes of a connection's payloads may wait for their other fragments: 32 MiB, or {@link #maxPayload} if that
         * is more. Beyond it the stream whose fragment comes fails with INVALID.
         */
        public Builder maxAssembled(int bytes) {
            limits.maxAssembled(bytes);
            return this;
        }

        /**
         * How many bytes may wait for a peer that does not read, besides payloads, which wait for demand: 1 MiB. Beyond it
         * the connection ends with CONNECTION_ERROR. No response is begun while more bytes of others wait.
         */
        public Builder maxWaitingBytes(int bytes) {
            limits.maxWaitingBytes = LimitsOf.positive(bytes, "maxWaitingBytes");
            return this;
        }

        /**
         * How many frames that are of no stream, as keepalives and metadata pushes, may come within a second: 1,000. Beyond
         * it the connection ends with CONNECTION_ERROR. Keepalives of sessions that can be resumed are not counted: they say
         * how far the peer is.
         */
        public Builder maxSignals(int count) {
            limits.maxSignals = LimitsOf.positive(count, "maxSignals");
            return this;
        }

        /**
         * Longer frames are sent in fragments of so many bytes: 64 KiB.
         *
         * @throws IllegalArgumentException if it is not from 64 to 16,777,215
         */
        public Builder fragment(int bytes) {
            limits.fragment(bytes);
            return this;
        }

        /** How long a client may take until its setup has come and is answered: 10 seconds. Beyond it: INVALID_SETUP. */
        public Builder setupTimeout(Duration limit) {
            limits.setupTimeout(limit);
            return this;
        }

        /** A connection whose peer takes nothing of what waits for it is broken off: after 30 seconds. */
        public Builder stallTimeout(Duration limit) {
            server = server.stallTimeout(limit);
            options = options.stallTimeout(limit);
            return this;
        }

        /** Serves on so many event loops of its own, instead of those that the process shares. */
        public Builder threads(int count) {
            server = server.threads(count);
            return this;
        }

        /** The time of the limits and of the handlers' pipelines: that of each event loop. */
        public Builder clock(Clock clock) {
            server = server.clock(clock);
            return this;
        }

        /**
         * A server that begins to listen when the One is subscribed to or awaited: nothing listens before that.
         *
         * @throws dev.weir.net.AddressInUseException as the One's failure, if another socket has the address
         * @throws IllegalStateException without a {@link #handler} or another that answers; for {@code reusePort(true)}
         *     of a Unix domain socket
         */
        public One<RSocketServer> start() {
            Sessions sessions = sessions();
            Function<Link, Speaker> speaker = speaker(sessions);
            return SERVERS.speak(server.idleTimeout(FOREVER), FRAMES, speaker)
                    .start()
                    .map(started -> new RSocketServer(started, sessions));
        }

        private @Nullable Sessions sessions() {
            Resumption resumption = limits.resumption();
            return resumption == null ? null : new Sessions(resumption, maxSessions);
        }

        /** What is spoken on each connection, as the settings are now. */
        private Function<Link, Speaker> speaker(@Nullable Sessions sessions) {
            Acceptor answering = Accepting.of(acceptor);
            var most = limits.build();
            LeasePolicy leasing = leases;
            Function<Link, Session> session = link -> new Session(link, most, leasing, answering);
            return sessions == null ? session::apply : link -> sessions.receive(link, session);
        }

        /**
         * Serves over WebSockets that an HTTP server of {@code dev.weir.net.http} accepts, whose address, certificates and
         * number of connections count instead of those given here: {@code routes.get("/rsocket", builder.webSocket())}.
         *
         * @throws IllegalStateException without a {@link #handler} or another that answers
         */
        public Handler webSocket() {
            return webSocket(options.build());
        }

        /**
         * As above.
         *
         * @param options as for pages of other origins, whose {@code stallTimeout} counts instead of the one given here; {@code
         *     maxMessage} should be 16,777,215, as a frame may be so long
         * @throws IllegalStateException without a {@link #handler} or another that answers
         */
        public Handler webSocket(WebSocketOptions options) {
            Function<Link, Speaker> speaker = speaker(sessions());
            return request -> WebSocket.accept(request, options, socket -> MESSAGES.speak(socket, FRAMES, speaker));
        }
    }
}
