package dev.weir.net.tcp;

import dev.weir.CheckReturnValue;
import dev.weir.Clock;
import dev.weir.One;
import dev.weir.net.AddressInUseException;
import dev.weir.net.ServerTls;
import dev.weir.net.link.Framing;
import dev.weir.net.link.Link;
import dev.weir.net.link.Links;
import dev.weir.net.link.Speaker;
import dev.weir.net.loop.Confided;
import dev.weir.net.loop.ConnectionFactory;
import dev.weir.net.loop.EventLoops;
import dev.weir.net.loop.Held;
import dev.weir.net.loop.Listener;
import dev.weir.net.loop.Network;
import dev.weir.net.loop.Place;
import dev.weir.net.loop.Positive;
import dev.weir.net.loop.Watchdog;
import dev.weir.net.tls.Strangers;
import dev.weir.net.tls.TlsKeeper;
import dev.weir.net.tls.TlsSource;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Serves connections of lines or bytes.
 *
 * <pre>{@code
 * TcpServer server = TcpServer.builder().bind("127.0.0.1", 8081)
 *         .handler(connection -> connection.sendLines(connection.lines().map(line -> "you said " + line)))
 *         .start()
 *         .await(); // nothing listens before that
 * }</pre>
 */
@CheckReturnValue
public final class TcpServer implements AutoCloseable {
    private static final Duration STUCK_AFTER = Duration.ofSeconds(1);

    private final Listener listener;
    private final Held held;
    private final @Nullable TlsKeeper tls;

    private TcpServer(Listener listener, Held held, @Nullable TlsKeeper tls) {
        this.listener = listener;
        this.held = held;
        this.tls = tls;
        Watchdog.watch(listener, STUCK_AFTER);
    }

    /** What a server does with a connection. */
    @FunctionalInterface
    public interface Handler {
        /**
         * Called on the connection's event loop: it must not block. The connection closes when the
         * One completes; if it fails, the connection is broken off as by {@link TcpConnection#abort()}, so that
         * the peer sees a failure, too. The One is cancelled when the connection breaks.
         */
        One<@Nullable Void> handle(TcpConnection connection) throws Exception;
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

    /** How many bytes all connections hold in memory now, of those that {@code maxHeldBytes} limits. */
    public long heldBytes() {
        return held.bytes();
    }

    /**
     * Stops accepting and ends the input of the connections, so that handlers finish their answers;
     * breaks off the connections that are left at the deadline. Ends when all are closed.
     */
    public One<@Nullable Void> shutdown(Duration deadline) {
        return listener.shutdown(deadline);
    }

    /** Ends when the server has ended. */
    public One<@Nullable Void> closed() {
        return listener.closed();
    }

    /** Breaks off all connections and does not wait. */
    @Override
    public void close() {
        listener.close();
    }

    /** How to serve; a setting that is not made has the default given at its method. */
    @CheckReturnValue
    public static final class Builder {
        static {
            Confided.set(Builder.class, (Links.Server<Builder>) Builder::speak);
        }

        private Place place = new Place.Port("127.0.0.1", 8081);
        private boolean reusePort;
        private @Nullable ServerTls tls;
        private @Nullable Consumer<ConnectionHandler> serve;
        private int maxLineLength = 64 * 1024;
        private int maxFrameLength = 1024 * 1024;
        private int maxConnections = 10_000;
        private List<Network> proxyNetworks = List.of();
        private long maxHeldBytes = Held.standard();
        private Duration idleTimeout = Duration.ofMinutes(5);
        private Duration stallTimeout = Duration.ofSeconds(30);
        private EventLoops loops = EventLoops.shared();
        private @Nullable Clock clock;

        private Builder() {}

        /** Where to listen: 127.0.0.1, port 8081. Port 0 takes any that is free. */
        public Builder bind(String newHost, int newPort) {
            place = new Place.Port(newHost, newPort);
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

        /**
         * Listens on a Unix domain socket instead: a file that only programs of this machine reach. One that a server
         * has left behind is replaced; it is removed when the server stops. Who may connect is the directory's to say.
         * A peer that has finished sending takes no more there: a handler that has begun to read sees the end of its input, its
         * sends fail, and it goes on, for {@link #idleTimeout} at most; one that has read nothing is cancelled.
         */
        public Builder bind(Path socket) {
            place = new Place.Domain(socket);
            return this;
        }

        /**
         * Encrypts connections with TLS: handlers see those whose handshake is over. A peer that says goodbye has
         * finished sending, and takes no more: over TLS there is no half of a connection.
         */
        public Builder tls(ServerTls settings) {
            tls = Objects.requireNonNull(settings, "settings");
            return this;
        }

        /** What to do with a connection; required. */
        public Builder handler(Handler newHandler) {
            Objects.requireNonNull(newHandler, "handler");
            serve = opened -> opened.run(newHandler, new TcpConnection(opened));
            return this;
        }

        private Builder speak(Framing framing, Function<? super Link, ? extends Speaker> speaker) {
            serve = opened -> FramedLink.serve(opened, framing, speaker);
            return this;
        }

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
         * How many connections may be open: 10,000. Beyond it accepting pauses, and new ones wait
         * in the kernel.
         */
        public Builder maxConnections(int count) {
            maxConnections = Positive.of(count, "maxConnections");
            return this;
        }

        /**
         * How many bytes all connections together may hold in memory, heap and direct: a quarter of the largest heap.
         * Counted are what was received and not read, as of half messages, and what the clients have not taken. Beyond
         * it, which the log tells, who reads a message or a line of more than 16 KiB fails with an {@link
         * java.io.IOException}, and a client has a second instead of {@link #stallTimeout} to take something.
         */
        public Builder maxHeldBytes(long bytes) {
            maxHeldBytes = Positive.of(bytes, "maxHeldBytes");
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

        /** Serves on so many event loops of its own, instead of those that the process shares. */
        public Builder threads(int count) {
            loops = EventLoops.shared().own(Positive.of(count, "threads"));
            return this;
        }

        /** The time of the limits and of the handlers' pipelines: that of each event loop. */
        public Builder clock(Clock newClock) {
            clock = Objects.requireNonNull(newClock, "clock");
            return this;
        }

        /**
         * A server that begins to listen when the One is subscribed to or awaited: nothing listens before that.
         *
         * @throws dev.weir.net.AddressInUseException as the One's failure, if another socket has
         *     the address
         */
        public One<TcpServer> start() {
            Consumer<ConnectionHandler> opened = serve;
            if (opened == null) {
                throw new IllegalStateException(
                        "the server has no handler: say what a connection does with handler(..)");
            }
            Place where = reusePort ? place.shared() : place;
            var limits = new TcpLimits(maxLineLength, maxFrameLength, idleTimeout, stallTimeout);
            Held held = Held.ofServer(maxHeldBytes);
            var options = new Listener.Options(
                    where,
                    maxConnections,
                    loops,
                    held,
                    clock,
                    limits.shortest(),
                    true,
                    proxyNetworks,
                    AddressInUseException::new);
            ConnectionFactory connections =
                    (channel, share) -> new ConnectionHandler(channel, share, limits, opened, Parting.of(null));
            TlsSource secrets = (TlsSource) tls;
            if (secrets == null) {
                return Listener.open(options, connections).map(listener -> new TcpServer(listener, held, null));
            }
            return One.defer(() -> {
                TlsKeeper keeper = new TlsKeeper(List.of(), Strangers.IGNORED);
                return keeper.listen(
                                secrets,
                                options,
                                (channel, share, none) ->
                                        channel.pipeline().addLast(connections.handler(channel, share)))
                        .map(listener -> new TcpServer(listener, held, keeper));
            });
        }
    }
}
