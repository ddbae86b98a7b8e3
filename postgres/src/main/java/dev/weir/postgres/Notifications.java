package dev.weir.postgres;

import dev.weir.CheckReturnValue;
import dev.weir.Clock;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.Overflow;
import dev.weir.postgres.hub.Hub;
import dev.weir.postgres.hub.HubOptions;
import dev.weir.postgres.hub.HubThread;
import dev.weir.postgres.hub.LoopTasks;
import dev.weir.postgres.hub.PipelinedDialer;
import dev.weir.postgres.hub.PollingDialer;
import dev.weir.sql.Db;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * What is sent by {@code NOTIFY}, as streams (PostgreSQL 18, LISTEN and NOTIFY). All subscribers of all channels share one
 * connection: it is made for the first and closed some time after the last. When it is lost, another is made, and each
 * subscriber is told that there was a {@link Notification.Gap}.
 *
 * <pre>{@code
 * try (Notifications notifications = Notifications.of("postgresql://desk@localhost/desk")) {
 *     notifications.listen("rates").forEach(told -> ..).await();
 * }
 * }</pre>
 */
@CheckReturnValue
public final class Notifications implements AutoCloseable {
    /** A channel's name is an identifier of PostgreSQL: so many bytes at most. */
    public static final int LONGEST_CHANNEL = 63;
    /** How many bytes of UTF-8 a payload has at most. */
    public static final int LONGEST_PAYLOAD = 7_999;

    private final Hub hub;
    private final Runnable atClose;

    private Notifications(Hub hub, Runnable atClose) {
        this.hub = hub;
        this.atClose = atClose;
    }

    /** Those of a database, such as {@code postgresql://user:password@host:5432/database?sslmode=require}. */
    public static Notifications of(String url) {
        return builder().build(url);
    }

    /**
     * Those of the same database, on a connection of their own and its thread: who sends and listens in one program hears of it
     * sooner than on two, and statements wait, too, for a subscriber that takes long. They stay when it is closed; what it had
     * open to a server that takes nothing is then cut when these are closed, and not before.
     *
     * @throws IllegalStateException if it has been closed
     */
    public static Notifications of(Postgres postgres) {
        return builder().build(postgres);
    }

    public static Builder builder() {
        return new Builder();
    }

    /** As {@link #listen(String, Overflow)}; fails if {@link Many#BUFFER_SIZE} messages wait. */
    public Many<Notification> listen(String channel) {
        return listen(channel, Overflow.buffer(Many.BUFFER_SIZE));
    }

    /**
     * What is sent on a channel, from {@link Notification.Listening} on. It comes on a thread that all subscribers share and
     * that must not be blocked.
     *
     * <p><b>emits</b> as told, whatever is demanded: the overflow says what waits; <b>completes</b> when this is closed;
     * <b>fails</b> with a {@link dev.weir.sql.SqlException} if it can't begin to listen, and with {@link IllegalStateException} if
     * this is closed already; afterwards it is told gaps;
     * <b>cancels</b> the listening, with the last subscriber of the channel.
     *
     * @param channel its name, upper and lower case as {@code listen "Name"} has them
     * @throws IllegalArgumentException if there can be no such channel
     */
    public Many<Notification> listen(String channel, Overflow overflow) {
        checkChannel(channel);
        return Many.emitter(overflow, emitter -> hub.subscribe(channel, emitter));
    }

    /**
     * Sends a message to all who listen; in a transaction, when that commits.
     *
     * @param payload at most {@link #LONGEST_PAYLOAD} bytes
     * @throws IllegalArgumentException if there can be no such channel, or the payload is too long
     */
    public static One<@Nullable Void> notify(Db db, String channel, String payload) {
        checkChannel(channel);
        int bytes = payload.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > LONGEST_PAYLOAD) {
            throw new IllegalArgumentException("a payload has at most " + LONGEST_PAYLOAD + " bytes, and this one "
                    + bytes + ": send a key, and keep the rest in a table");
        }
        return db.query("select pg_notify(?, ?)", channel, payload)
                .one(Object.class)
                .map(_ -> null);
    }

    private static void checkChannel(String channel) {
        int bytes = channel.getBytes(StandardCharsets.UTF_8).length;
        if (bytes == 0 || bytes > LONGEST_CHANNEL || channel.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("a channel's name has 1 to " + LONGEST_CHANNEL
                    + " bytes, none of them 0, and this one has " + bytes + ": " + channel);
        }
    }

    /** Completes all streams and closes the connection. */
    @Override
    public void close() {
        hub.close();
        atClose.run();
    }

    /** How to listen; a setting that is not made has the default given at its method. */
    public static final class Builder {
        private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE); // 292 years

        private Clock clock = Clock.system();
        private Duration linger = Duration.ofSeconds(5);
        private Duration heartbeat = Duration.ofSeconds(30);
        private Duration patience = Duration.ofSeconds(10);
        private Duration backoff = Duration.ofMillis(100);
        private Duration maxBackoff = Duration.ofSeconds(10);

        private Builder() {}

        /** How long the connection stays after the last subscriber: 5 seconds. */
        public Builder linger(Duration duration) {
            linger = positive(duration, "linger");
            return this;
        }

        /**
         * How often the server is asked for a sign of life, and how long that may take: 30 and 10 seconds. Who has not listened
         * yet fails if a connection takes longer than that; no other is tried until it has failed, or has taken thirty times as long.
         */
        public Builder heartbeat(Duration every, Duration longest) {
            heartbeat = positive(every, "every");
            patience = positive(longest, "longest");
            return this;
        }

        /** How long it waits before it connects again, when it has failed to: 100 ms, twice as long each time, at most 10 seconds. */
        public Builder backoff(Duration first, Duration longest) {
            backoff = positive(first, "first");
            maxBackoff = positive(longest, "longest");
            return this;
        }

        /** What all that is measured by: the system's. */
        public Builder clock(Clock newClock) {
            clock = Objects.requireNonNull(newClock, "clock");
            return this;
        }

        /** The duration, or the longest of which many can be counted: as if there was no limit. */
        private static Duration positive(Duration duration, String name) {
            if (Objects.requireNonNull(duration, name).isNegative() || duration.isZero()) {
                throw new IllegalArgumentException(name + " must be positive, not " + duration);
            }
            return duration.compareTo(LONGEST) > 0 ? LONGEST : duration;
        }

        private HubOptions options() {
            return new HubOptions(clock, linger, heartbeat, patience, backoff, maxBackoff);
        }

        /**
         * Listens on a connection that sends and receives at the same time. Its thread is made at once, the connection for the
         * first who listens.
         *
         * @param url such as {@code postgresql://user:password@host:5432/database?sslmode=require}
         * @throws IllegalArgumentException if it is none
         */
        public Notifications build(String url) {
            if (url.startsWith("jdbc:")) {
                throw new IllegalArgumentException(
                        "Notifications.of wants PostgreSQL's own URL, as postgresql://user@host/database, not JDBC's");
            }
            PipelinedDialer dialer = new PipelinedDialer(url, options().longestAttempt());
            dialer.loop()
                    .execute(() -> {}); // it takes long in a cold JVM, and who listens first may be on an event loop
            return over(dialer);
        }

        /**
         * As {@link #build(String)}, of the same database and on its thread; they stay when it is closed.
         *
         * @throws IllegalStateException if it has been closed
         */
        public Notifications build(Postgres postgres) {
            return over(postgres.dialer(options().longestAttempt()));
        }

        private Notifications over(PipelinedDialer dialer) {
            return new Notifications(new Hub(dialer, options(), new LoopTasks(dialer::loop)), dialer::close);
        }

        /**
         * Listens on a connection of the JDBC driver, which is asked for messages again and again; a channel waits up to the
         * period until it is listened to.
         *
         * @param source makes connections of {@code org.postgresql}; one of them is in use while somebody listens
         * @param period at least a millisecond, and shorter than a sign of life may take, which waits for it as well
         * @throws IllegalArgumentException if it is not
         */
        public Notifications buildPolling(DataSource source, Duration period) {
            Objects.requireNonNull(source, "source");
            if (positive(period, "period").compareTo(Duration.ofMillis(1)) < 0) {
                throw new IllegalArgumentException(
                        "period must be at least 1 ms, not " + period + ": the driver waits for ever in 0 ms");
            } else if (period.compareTo(patience) >= 0) {
                throw new IllegalArgumentException("period must be shorter than the " + patience
                        + " in which the server has to give a sign of life, not " + period
                        + ": look more often, or allow more by heartbeat(every, longest)");
            }
            PollingDialer dialer = new PollingDialer(source, period);
            return new Notifications(new Hub(dialer, options(), HubThread.executor()), () -> {});
        }
    }
}
