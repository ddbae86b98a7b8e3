package dev.weir.net.tcp;

import dev.weir.CheckReturnValue;
import dev.weir.Clock;
import dev.weir.Emitter;
import dev.weir.Ending;
import dev.weir.One;
import dev.weir.net.ClientTls;
import dev.weir.net.Proxy;
import dev.weir.net.Resolver;
import dev.weir.net.dial.Destination;
import dev.weir.net.dial.Dial;
import dev.weir.net.dial.DialFailure;
import dev.weir.net.dial.Dialer;
import dev.weir.net.dial.Engines;
import dev.weir.net.dial.Hop;
import dev.weir.net.dial.Via;
import dev.weir.net.link.Framing;
import dev.weir.net.link.Link;
import dev.weir.net.link.Links;
import dev.weir.net.link.Speaker;
import dev.weir.net.loop.Confided;
import dev.weir.net.loop.Connector;
import dev.weir.net.loop.EventLoops;
import dev.weir.net.loop.Held;
import dev.weir.net.loop.LoopShare;
import dev.weir.net.loop.Positive;
import dev.weir.net.loop.Trace;
import io.netty.channel.Channel;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Opens connections of lines, messages or bytes. There is nothing to close: it keeps no connection, each is closed by its
 * session or by who has got it, and the event loops, also those of {@link Builder#threads}, end with the last of them.
 */
@CheckReturnValue
public final class TcpClient {
    static {
        Confided.set(TcpClient.class, (Links.Client<TcpClient, SocketAddress>) TcpClient::speak);
    }

    private final TcpLimits limits;
    private final Duration connectTimeout;
    private final Duration handshakeTimeout;
    private final @Nullable Hop proxy;
    private final @Nullable Engines tls;
    private final Held held;
    private final Dialer dialer;

    private TcpClient(Builder builder) {
        limits =
                new TcpLimits(builder.maxLineLength, builder.maxFrameLength, builder.idleTimeout, builder.stallTimeout);
        connectTimeout = builder.connectTimeout;
        handshakeTimeout = builder.handshakeTimeout;
        proxy = Via.of(builder.proxy);
        ClientTls secrets = builder.tls;
        tls = secrets == null ? null : secrets::engine;
        held = Held.ofClient(builder.maxHeldBytes);
        dialer = Dialer.of(
                builder.loops,
                held,
                builder.clock,
                limits.shortest(),
                builder.resolver::resolve,
                new Connector.Manner(false, true));
    }

    /** A client with the defaults. */
    public static TcpClient create() {
        return builder().build();
    }

    public static Builder builder() {
        return new Builder();
    }

    /** How many bytes all connections hold in memory now, of those that {@link Builder#maxHeldBytes} limits. */
    public long heldBytes() {
        return held.bytes();
    }

    /** What a client does with a connection. */
    @FunctionalInterface
    public interface Session<R extends @Nullable Object> {
        /** Called on the connection's event loop: it must not block. */
        One<R> run(TcpConnection connection) throws Exception;
    }

    /**
     * Connects and runs the session; the outcome is that of the session's One. The connection is closed when that
     * completes, with what was sent on its way. If it fails, the connection is broken off as by {@link
     * TcpConnection#abort()}, and at once when the returned One is cancelled, so that the server does not take what it
     * has got for the whole.
     *
     * <p>Fails with an {@link java.io.IOException} that names the address if nobody answers there, or there is no
     * agreement on TLS.
     */
    public <R extends @Nullable Object> One<R> connect(String host, int port, Session<R> session) {
        return connect(Destination.of(host, port, proxy), session);
    }

    /**
     * As {@link #connect(String, int, Session)}, to a Unix domain socket; a server that has finished sending closes it.
     * Over TLS the server is {@code localhost}.
     */
    public <R extends @Nullable Object> One<R> connect(Path socket, Session<R> session) {
        return connect(Destination.of(socket), session);
    }

    /**
     * As {@link #connect(String, int, Session)}, to a server's handler itself: no server, and no sockets, as tests want it. The
     * session says what comes to the handler and sees what is sent. The settings hold at both ends, which have the loopback's
     * address with port 0. If the session fails, it is with what failed first: it, or the handler.
     */
    public <R extends @Nullable Object> One<R> connect(TcpServer.Handler handler, Session<R> session) {
        Objects.requireNonNull(handler, "handler");
        Objects.requireNonNull(session, "session");
        return One.defer(() -> {
            ConnectionPipe pipe = new ConnectionPipe(handler, dialer, limits);
            return pipe.open()
                    .flatMap(connection -> run(pipe.watched(session), connection))
                    .onErrorMap(pipe::cause)
                    .onUndelivered(TcpConnection.class, TcpConnection::abort);
        });
    }

    /**
     * Connects, for a connection that outlives this One: whoever gets it closes it. Cancelling before that gives the
     * attempt up. A connection that is lost behind this, as in a {@code zip} whose other half fails, is told to {@code
     * onUndelivered(TcpConnection.class, TcpConnection::abort)}, put last; else {@link Builder#idleTimeout} closes it.
     *
     * <p>Fails as {@link #connect(String, int, Session)} does, which closes the connection whatever happens.
     */
    public One<TcpConnection> connect(String host, int port) {
        return connect(Destination.of(host, port, proxy));
    }

    /** As {@link #connect(String, int)}, to a Unix domain socket as in {@link #connect(Path, Session)}. */
    public One<TcpConnection> connect(Path socket) {
        return connect(Destination.of(socket));
    }

    private <R extends @Nullable Object> One<R> connect(Destination to, Session<R> session) {
        Objects.requireNonNull(session, "session");
        return open(to).flatMap(connection -> run(session, connection))
                .onUndelivered(TcpConnection.class, TcpConnection::abort);
    }

    private static <R extends @Nullable Object> One<R> run(Session<R> session, TcpConnection connection) {
        return One.call(() ->
                        Objects.requireNonNull(session.run(connection), "the session returned null instead of a One"))
                .flatMap(outcome -> outcome)
                .subscribeOn(connection.loop()) // who waits may have taken the connection to a thread of its own
                .doOnError(Trace::cut)
                .doFinally(ending -> end(connection, ending));
    }

    private static void end(TcpConnection connection, Ending ending) {
        if (ending == Ending.COMPLETED) {
            connection.close();
        } else {
            connection.abort();
        }
    }

    private One<TcpConnection> connect(Destination to) {
        return open(to).onUndelivered(TcpConnection.class, TcpConnection::abort);
    }

    private One<TcpConnection> open(Destination to) {
        return One.<TcpConnection>emitter(emitter ->
                        emitter.onEnd(dial(to, emitter, connection -> emitter.next(new TcpConnection(connection)))))
                .map(connection -> Objects.requireNonNull(connection, "no connection"));
    }

    private One<@Nullable Void> speak(
            SocketAddress address, Framing framing, Function<? super Link, ? extends Speaker> speaker) {
        Destination to = switch (address) {
            case UnixDomainSocketAddress unix -> Destination.of(unix.getPath());
            case InetSocketAddress internet -> Destination.of(internet.getHostString(), internet.getPort(), proxy);
            default -> throw new IllegalArgumentException("no address of TCP or a Unix domain socket: " + address);
        };
        return One.emitter(emitter ->
                emitter.onEnd(dial(to, emitter, connection -> begin(connection, framing, speaker, emitter))));
    }

    private static void begin(
            ConnectionHandler connection,
            Framing framing,
            Function<? super Link, ? extends Speaker> speaker,
            Emitter<Void> emitter) {
        if (emitter.isCancelled()) {
            connection.abort();
            return;
        }
        try {
            connection.speak(framing, speaker);
            emitter.complete();
        } catch (Throwable failure) {
            connection.abort();
            emitter.error(failure);
        }
    }

    private Dial dial(Destination to, Emitter<?> emitter, Consumer<ConnectionHandler> opened) {
        Dial.Ask ask = new Dial.Ask(to, tls, List.of(), false, connectTimeout, handshakeTimeout);
        return dialer.dial(ask, new ConnectionCaller(tls == null ? null : to.name(), limits, emitter, opened));
    }

    /**
     * What becomes of a connection when it is there.
     *
     * @param server whom TLS is spoken with, or null
     */
    private record ConnectionCaller(
            @Nullable String server, TcpLimits limits, Emitter<?> emitter, Consumer<ConnectionHandler> opened)
            implements Dial.Caller {
        @Override
        public void opened(Dial dial, Channel channel, LoopShare share, @Nullable String protocol) {
            if (dial.complete()) {
                ConnectionHandler handler = new ConnectionHandler(channel, share, limits, opened, Parting.of(server));
                channel.pipeline().addLast(handler);
                handler.open();
            }
        }

        @Override
        public void failed(DialFailure failure) {
            emitter.error(Trace.none(new IOException(failure.text(), failure.cause())));
        }
    }

    /** How to connect; a setting that is not made has the default given at its method. */
    public static final class Builder {
        private int maxLineLength = 64 * 1024;
        private int maxFrameLength = 1024 * 1024;
        private long maxHeldBytes = Held.standard();
        private Duration connectTimeout = Duration.ofSeconds(5);
        private Duration handshakeTimeout = Duration.ofSeconds(10);
        private Resolver resolver = Resolver.system();
        private @Nullable Proxy proxy;
        private @Nullable ClientTls tls;
        private Duration idleTimeout = Duration.ofMinutes(5);
        private Duration stallTimeout = Duration.ofSeconds(30);
        private EventLoops loops = EventLoops.shared();
        private @Nullable Clock clock;

        private Builder() {}

        /**
         * The longest line to receive, in bytes without its end: 64 KiB; see {@link
         * LineTooLongException}.
         */
        public Builder maxLineLength(int bytes) {
            maxLineLength = Positive.of(bytes, "maxLineLength");
            return this;
        }

        /**
         * The longest message that a {@link Framer} may find, in bytes, with those of its length if it stands behind
         * that: 1 MiB; see {@link FrameTooLongException}.
         */
        public Builder maxFrameLength(int bytes) {
            maxFrameLength = Positive.of(bytes, "maxFrameLength");
            return this;
        }

        /**
         * How many bytes all connections together may hold in memory, heap and direct: a quarter of the largest heap.
         * Counted are what was received and not read, as of half messages, and what the servers have not taken. Beyond
         * it, which the log tells, who reads a message or a line of more than 16 KiB fails with an {@link
         * java.io.IOException}, and a server has a second instead of {@link #stallTimeout} to take something.
         */
        public Builder maxHeldBytes(long bytes) {
            maxHeldBytes = Positive.of(bytes, "maxHeldBytes");
            return this;
        }

        /** How long to wait for the address of the host and an answer from there: 5 seconds. */
        public Builder connectTimeout(Duration limit) {
            connectTimeout = Positive.of(limit, "connectTimeout");
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

        /** Encrypts connections with TLS: they are given when the handshake is over. */
        public Builder tls(ClientTls settings) {
            tls = Objects.requireNonNull(settings, "settings");
            return this;
        }

        /** How long the handshake of TLS may take: 10 seconds. */
        public Builder handshakeTimeout(Duration limit) {
            handshakeTimeout = Positive.of(limit, "handshakeTimeout");
            return this;
        }

        /** A connection without a byte in either direction is broken off: after 5 minutes. */
        public Builder idleTimeout(Duration limit) {
            idleTimeout = Positive.of(limit, "idleTimeout");
            return this;
        }

        /**
         * A connection whose peer takes nothing of what waits for it is broken off: after 30 seconds.
         */
        public Builder stallTimeout(Duration limit) {
            stallTimeout = Positive.of(limit, "stallTimeout");
            return this;
        }

        /** Uses so many event loops of its own, instead of those that the process shares. */
        public Builder threads(int count) {
            loops = EventLoops.shared().own(Positive.of(count, "threads"));
            return this;
        }

        /** The time of the limits and of the pipelines that are sent: that of each event loop. */
        public Builder clock(Clock newClock) {
            clock = Objects.requireNonNull(newClock, "clock");
            return this;
        }

        public TcpClient build() {
            return new TcpClient(this);
        }
    }
}
