package dev.weir.net.tcp;

import dev.weir.Cancellable;
import dev.weir.Clock;
import dev.weir.Emitter;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.Overflow;
import dev.weir.net.loop.Connector;
import dev.weir.net.loop.EventLoops;
import dev.weir.net.loop.Positive;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Opens connections of lines or bytes. It holds no resources itself and need not be closed. */
public final class TcpClient {
    private final ConnectionHandler.Limits limits;
    private final Duration connectTimeout;
    private final EventLoops loops;
    private final @Nullable Clock clock;

    private TcpClient(Builder builder) {
        limits = new ConnectionHandler.Limits(builder.maxLineLength, builder.idleTimeout, builder.stallTimeout);
        connectTimeout = builder.connectTimeout;
        loops = builder.loops;
        clock = builder.clock;
    }

    /** A client with the defaults. */
    public static TcpClient create() {
        return builder().build();
    }

    public static Builder builder() {
        return new Builder();
    }

    /**
     * Connects. Whoever gets the connection closes it; cancelling before that gives the attempt up.
     *
     * <p>Fails with an {@link java.io.IOException} that names the address if nobody answers there.
     */
    public One<TcpConnection> connect(String host, int port) {
        return One.blocking(() -> Connector.resolve(host, port)).flatMap(this::connect);
    }

    private One<TcpConnection> connect(InetSocketAddress address) {
        return One.defer(() -> {
            AtomicBoolean claimed = new AtomicBoolean();
            return Many.<TcpConnection>emitter(Overflow.buffer(1), emitter -> open(address, emitter, claimed))
                    .first()
                    .map(connection -> {
                        claimed.set(true);
                        return Objects.requireNonNull(connection);
                    });
        });
    }

    private void open(InetSocketAddress address, Emitter<TcpConnection> emitter, AtomicBoolean claimed) {
        AtomicBoolean opened = new AtomicBoolean();
        Cancellable attempt = Connector.connect(
                loops,
                address,
                connectTimeout,
                clock,
                limits.shortest(),
                (channel, share) -> new ConnectionHandler(channel, share, limits, connection -> {
                    opened.set(true);
                    deliver(connection, emitter, claimed);
                }),
                emitter::error);
        emitter.onEnd(() -> {
            if (!opened.get()) {
                attempt.cancel();
            }
        });
    }

    private static void deliver(ConnectionHandler connection, Emitter<TcpConnection> emitter, AtomicBoolean claimed) {
        emitter.next(new TcpConnection(connection));
        if (emitter.isCancelled() && !claimed.get()) { // whoever wanted it has gone meanwhile
            connection.kill();
        }
    }

    /** How to connect; a setting that is not made has the default given at its method. */
    public static final class Builder {
        private int maxLineLength = 64 * 1024;
        private Duration connectTimeout = Duration.ofSeconds(5);
        private Duration idleTimeout = Duration.ofMinutes(5);
        private Duration stallTimeout = Duration.ofSeconds(30);
        private EventLoops loops = EventLoops.halfClosing();
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

        /** How long to wait for an answer to the attempt: 5 seconds. */
        public Builder connectTimeout(Duration limit) {
            connectTimeout = Positive.of(limit, "connectTimeout");
            return this;
        }

        /** A connection without a byte in either direction is closed: after 5 minutes. */
        public Builder idleTimeout(Duration limit) {
            idleTimeout = Positive.of(limit, "idleTimeout");
            return this;
        }

        /**
         * A connection whose peer takes nothing of what waits for it is closed: after 30 seconds.
         */
        public Builder stallTimeout(Duration limit) {
            stallTimeout = Positive.of(limit, "stallTimeout");
            return this;
        }

        /** Uses so many event loops of its own, instead of those that the process shares. */
        public Builder threads(int count) {
            loops = EventLoops.halfClosing().own(Positive.of(count, "threads"));
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
