package dev.weir.rsocket;

import dev.weir.CheckReturnValue;
import dev.weir.Clock;
import dev.weir.One;
import dev.weir.net.ClientTls;
import dev.weir.net.Proxy;
import dev.weir.net.Resolver;
import dev.weir.net.http.Codec;
import dev.weir.net.link.Link;
import dev.weir.net.tcp.TcpClient;
import dev.weir.net.websocket.WebSocketClient;
import dev.weir.net.websocket.WebSocketOptions;
import dev.weir.rsocket.engine.Limits;
import dev.weir.rsocket.engine.Redialing;
import dev.weir.rsocket.engine.Resumption;
import dev.weir.rsocket.engine.Session;
import dev.weir.rsocket.frame.FrameType;
import dev.weir.rsocket.loop.LoopConnection;
import dev.weir.rsocket.loop.Responder;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Connects to servers of RSocket. It holds no resources itself and need not be closed. */
@CheckReturnValue
public final class RSocketClient {
    private final Dialing dialing;
    private final Limits limits;
    private final Setup setup;
    private final RSocket handler;
    private final int maxQueued;
    private final Codec codec;
    private final Clock clock;
    private final @Nullable LeasePolicy leases;
    private final @Nullable Resumption resumption;

    private RSocketClient(Builder builder) {
        dialing = new Dialing(
                builder.tcp.build(),
                builder.web.options(builder.options.build()).build());
        limits = builder.limits.build();
        handler = builder.handler;
        maxQueued = builder.maxQueued;
        codec = builder.codec;
        clock = builder.clock;
        leases = builder.leases;
        resumption = builder.limits.resumption();
        setup = new Setup(
                builder.keepalive,
                builder.lifetime,
                builder.metadataMimeType,
                builder.dataMimeType,
                builder.leases != null,
                builder.setupMetadata,
                builder.setupData);
    }

    /** A client with the defaults. */
    public static RSocketClient create() {
        return builder().build();
    }

    public static Builder builder() {
        return new Builder();
    }

    /** How many bytes all connections hold in memory now, of those that {@link Builder#maxHeldBytes} limits, over WebSockets and not. */
    public long heldBytes() {
        return dialing.heldBytes();
    }

    /**
     * Connects; whoever gets the connection closes it. It is given when the setup is sent: a server that refuses it is
     * heard of by requests, which fail with an {@link RSocketException} of setups.
     *
     * <p>Fails with an {@link java.io.IOException}, over WebSockets a {@link
     * dev.weir.net.http.client.ClientException}, if nobody answers there.
     *
     * @param address {@code tcp://host:port}, {@code ws://host:port/path}, {@code wss:} over TLS, or {@code unix:/path}
     * @throws IllegalArgumentException if the address is not of that form
     */
    public One<RSocketConnection> connect(String address) {
        Address to = dialing.address(address);
        return One.defer(() -> {
            AtomicReference<RSocketConnection> opened = new AtomicReference<>();
            return dialing.dial(
                            to,
                            link -> open(
                                    lasting(link, to, is -> connection(opened).cut(is)), opened))
                    .map(session -> connection(opened));
        });
    }

    private static RSocketConnection connection(AtomicReference<RSocketConnection> opened) {
        return Objects.requireNonNull(opened.get(), "no connection");
    }

    /**
     * One socket over several servers that do the same, connected when it is first asked: see {@link RSocketBalancer}. One
     * address is enough for a socket that connects anew.
     *
     * @throws IllegalArgumentException if an address is not of the form that {@link #connect} takes, or there is none
     */
    public RSocketBalancer balance(String... addresses) {
        for (String address : addresses) {
            var _ = dialing.address(address);
        }
        return new RSocketBalancer(List.of(addresses), this::connect, setup, new Values(codec), clock, maxQueued);
    }

    /** The link that a session has, which is another one if it is to outlive the connection. */
    private Link lasting(Link link, Address address, Consumer<Boolean> isCut) {
        return resumption == null
                ? link
                : Redialing.lasting(link, resumption, speaker -> dialing.speak(address, speaker), isCut);
    }

    private Session open(Link link, AtomicReference<RSocketConnection> opened) {
        return Session.client(link, limits, leases, setup, connection -> {
            RSocketConnection asking = new RSocketConnection(connection, maxQueued, codec);
            opened.set(asking);
            return asking.answering(handler);
        });
    }

    /**
     * Connects, for callbacks on the event loop: see {@link dev.weir.rsocket.loop}. The connection is given on its loop, when
     * the setup is sent: a server that refuses it is heard of later. Whoever gets it closes it.
     *
     * <p>Fails with an {@link java.io.IOException}, over WebSockets a {@link
     * dev.weir.net.http.client.ClientException}, if nobody answers there.
     *
     * @param address {@code tcp://host:port}, {@code ws://host:port/path}, {@code wss:} over TLS, or {@code unix:/path}
     * @param responder answers the requests of the server
     * @throws IllegalArgumentException if the address is not of that form
     */
    public One<LoopConnection> connectLoop(String address, Responder responder) {
        Objects.requireNonNull(responder, "responder");
        Address to = dialing.address(address);
        return dialing.dial(
                        to,
                        link -> Session.client(
                                lasting(link, to, _ -> {}), limits, leases, setup, connection -> responder))
                .map(Session::handle);
    }

    /** How to connect; a setting that is not made has the default given at its method. */
    @CheckReturnValue
    public static final class Builder {
        private final TcpClient.Builder tcp = TcpClient.builder().idleTimeout(RSocketServer.FOREVER);
        private WebSocketClient.Builder web = WebSocketClient.builder();
        private WebSocketOptions.Builder options = WebSocketOptions.builder().maxMessage(FrameType.LONGEST);
        private final LimitsOf limits = new LimitsOf();
        private Duration keepalive = Duration.ofSeconds(20);
        private Duration lifetime = Duration.ofSeconds(90);
        private String metadataMimeType = "message/x.rsocket.composite-metadata.v0";
        private String dataMimeType = "application/json";
        private Clock clock = Clock.system();
        private RSocket handler = new RSocket() {};
        private int maxQueued = 1_000;
        private @Nullable LeasePolicy leases;
        private Codec codec = Codec.standard();
        private @Nullable ByteBuffer setupMetadata;
        private ByteBuffer setupData = ByteBuffer.allocate(0);

        private Builder() {}

        /** How often the server is asked whether it is there: every 20 seconds. */
        public Builder keepalive(Duration interval) {
            keepalive = LimitsOf.sayable(interval, "keepalive");
            return this;
        }

        /** A server that is silent for so long is taken for dead, and so it takes this client: 90 seconds. */
        public Builder lifetime(Duration limit) {
            lifetime = LimitsOf.sayable(limit, "lifetime");
            return this;
        }

        /** The type of all metadata: {@code message/x.rsocket.composite-metadata.v0}. */
        public Builder metadataMimeType(String type) {
            metadataMimeType = Setup.mimeType(type);
            return this;
        }

        /** The type of all data: {@code application/json}. */
        public Builder dataMimeType(String type) {
            dataMimeType = Setup.mimeType(type);
            return this;
        }

        /** What the setup tells the server, such as who the client is: nothing. */
        public Builder setup(@Nullable ByteBuffer metadata, ByteBuffer data) {
            setupMetadata = metadata == null ? null : metadata.asReadOnlyBuffer();
            setupData = data.asReadOnlyBuffer();
            return this;
        }

        /** Answers the requests of servers: nobody does. */
        public Builder handler(RSocket newHandler) {
            handler = Objects.requireNonNull(newHandler, "handler");
            return this;
        }

        /** Makes values of data, and data of values, where we ask by routes: {@link Codec#standard}, as in HTTP. */
        public Builder codec(Codec newCodec) {
            codec = Objects.requireNonNull(newCodec, "codec");
            return this;
        }

        /** Sends no request without a lease of the server, and gives leases to the server: there are none. */
        public Builder lease(LeasePolicy policy) {
            leases = Objects.requireNonNull(policy, "policy");
            return this;
        }

        /**
         * Has sessions outlive cut connections for so long, if the server does so, too: they do not. The client connects again,
         * with growing pauses from 0.1 to 10 seconds, and streams go on where they were. Beyond it, and if the server refuses,
         * all that runs fails with an {@link RSocketException.ConnectionError} or {@link RSocketException.RejectedResume}.
         */
        public Builder resume(Duration limit) {
            limits.resume(limit);
            return this;
        }

        /** As {@link RSocketServer.Builder#maxKeptBytes}: 1 MiB. */
        public Builder maxKeptBytes(int bytes) {
            limits.maxKeptBytes = LimitsOf.positive(bytes, "maxKeptBytes");
            return this;
        }

        /** How many requests may wait for a server that does not keep up, or for its lease: 1,000. Those beyond it fail with REJECTED. */
        public Builder maxQueued(int count) {
            maxQueued = LimitsOf.positive(count, "maxQueued");
            return this;
        }

        /** Encrypts connections with TLS, those to {@code tcp:} and {@code unix:}, too; those to {@code wss:} always are. */
        public Builder tls(ClientTls settings) {
            var _ = tcp.tls(settings);
            web = web.tls(settings);
            return this;
        }

        /** The proxy on the way, which is asked for a tunnel: none. Unix domain sockets need none. */
        public Builder proxy(Proxy newProxy) {
            var _ = tcp.proxy(newProxy);
            web = web.proxy(newProxy);
            return this;
        }

        /** Looks up hosts: as the JDK does. */
        public Builder resolver(Resolver newResolver) {
            var _ = tcp.resolver(newResolver);
            web = web.resolver(newResolver);
            return this;
        }

        /** Adds a header field to the requests for WebSockets, such as {@code Authorization}. */
        public Builder header(String name, String value) {
            web = web.header(name, value);
            return this;
        }

        /** How long to wait for the address of the host and an answer from there: 5 seconds. */
        public Builder connectTimeout(Duration limit) {
            var _ = tcp.connectTimeout(limit);
            web = web.connectTimeout(limit);
            return this;
        }

        /** How long the handshakes of TLS and WebSockets may take: 10 seconds. */
        public Builder handshakeTimeout(Duration limit) {
            var _ = tcp.handshakeTimeout(limit);
            web = web.handshakeTimeout(limit);
            return this;
        }

        /** As {@link RSocketServer.Builder#maxStreams}, of the server: 10,000. */
        public Builder maxStreams(int count) {
            limits.maxStreams = LimitsOf.positive(count, "maxStreams");
            return this;
        }

        /** As {@link RSocketServer.Builder#maxHeldBytes}, of connections without and with WebSockets each: a quarter of the largest heap. */
        public Builder maxHeldBytes(long bytes) {
            var _ = tcp.maxHeldBytes(bytes);
            web = web.maxHeldBytes(bytes);
            return this;
        }

        /**
         * The largest payload to receive, in bytes of metadata and data: 16 MiB. Beyond it the stream fails.
         * Metadata that is pushed is dropped if it is larger.
         */
        public Builder maxPayload(int bytes) {
            limits.maxPayload(bytes);
            return this;
        }

        /** As {@link RSocketServer.Builder#maxAssembled}: 32 MiB. */
        public Builder maxAssembled(int bytes) {
            limits.maxAssembled(bytes);
            return this;
        }

        /** As {@link RSocketServer.Builder#maxWaitingBytes}: 1 MiB. */
        public Builder maxWaitingBytes(int bytes) {
            limits.maxWaitingBytes = LimitsOf.positive(bytes, "maxWaitingBytes");
            return this;
        }

        /** As {@link RSocketServer.Builder#maxSignals}: 1,000. */
        public Builder maxSignals(int count) {
            limits.maxSignals = LimitsOf.positive(count, "maxSignals");
            return this;
        }

        /** As {@link RSocketServer.Builder#fragment}: 64 KiB. */
        public Builder fragment(int bytes) {
            limits.fragment(bytes);
            return this;
        }

        /** A connection whose peer takes nothing of what waits for it is broken off: after 30 seconds. */
        public Builder stallTimeout(Duration limit) {
            var _ = tcp.stallTimeout(limit);
            options = options.stallTimeout(limit);
            return this;
        }

        /** Uses so many event loops of its own, instead of those that the process shares. */
        public Builder threads(int count) {
            var _ = tcp.threads(count);
            web = web.threads(count);
            return this;
        }

        /** The time of the limits and of the pipelines, that of each event loop; and of a balancer's pauses, the system's. */
        public Builder clock(Clock newClock) {
            clock = Objects.requireNonNull(newClock, "clock");
            var _ = tcp.clock(newClock);
            web = web.clock(newClock);
            return this;
        }

        /**
         * The client, as the settings are now.
         *
         * @throws IllegalArgumentException if the lifetime is not longer than the keepalive
         */
        public RSocketClient build() {
            if (lifetime.compareTo(keepalive) <= 0) {
                throw new IllegalArgumentException("the lifetime, " + lifetime + ", must be longer than the keepalive, "
                        + keepalive + ", or connections that are idle would be taken for dead");
            }
            return new RSocketClient(this);
        }
    }
}
