package dev.weir.sql;

import dev.weir.CheckReturnValue;
import dev.weir.sql.engine.Threads;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/**
 * How a pool of JDBC connections is used.
 *
 * @param permits how many subscriptions have a connection at a time: the size of the pool, or what is this Db's of it
 * @param mostWaiting how many others may wait for one; those beyond fail at once with {@code OVERLOADED}
 * @param longestWait how long each may wait until it fails with {@code OVERLOADED}
 * @param stall how long a connection waits for the next request for rows until the stream fails with {@code STALLED}
 * @param fetch how many rows are fetched at a time, at most: fewer if fewer are demanded, but at least 64; and one more,
 *     which is read ahead
 * @param json reads and writes JSON columns; null without
 * @param threads makes the thread of each statement; rows beyond the first fetch come on a platform thread in any case
 */
@CheckReturnValue
public record JdbcOptions(
        int permits,
        int mostWaiting,
        Duration longestWait,
        Duration stall,
        int fetch,
        @Nullable JsonCodec json,
        ThreadFactory threads) {
    public JdbcOptions {
        if (permits <= 0) {
            throw new IllegalArgumentException("permits must be positive, not " + permits);
        }
        if (mostWaiting < 0) {
            throw new IllegalArgumentException("mostWaiting must not be negative: " + mostWaiting);
        }
        if (fetch <= 0) {
            throw new IllegalArgumentException("fetch must be positive, not " + fetch);
        }
        Objects.requireNonNull(threads, "threads");
        positive(longestWait, "longestWait");
        positive(stall, "stall");
    }

    private static void positive(Duration duration, String name) {
        if (Objects.requireNonNull(duration, name).isNegative() || duration.isZero()) {
            throw new IllegalArgumentException(name + " must be positive, not " + duration);
        }
    }

    /** So many connections; 1,000 may wait for 10 seconds each, a reader may stall for a minute, 1,000 rows a fetch. */
    public static JdbcOptions permits(int permits) {
        return new JdbcOptions(
                permits, 1_000, Duration.ofSeconds(10), Duration.ofMinutes(1), 1_000, null, Threads.VIRTUAL);
    }

    /** How many may wait, and how long. */
    public JdbcOptions waiting(int most, Duration longest) {
        return new JdbcOptions(permits, most, longest, stall, fetch, json, threads);
    }

    public JdbcOptions stall(Duration longest) {
        return new JdbcOptions(permits, mostWaiting, longestWait, longest, fetch, json, threads);
    }

    public JdbcOptions fetch(int rows) {
        return new JdbcOptions(permits, mostWaiting, longestWait, stall, rows, json, threads);
    }

    public JdbcOptions json(JsonCodec codec) {
        return new JdbcOptions(
                permits, mostWaiting, longestWait, stall, fetch, Objects.requireNonNull(codec, "codec"), threads);
    }

    /**
     * Which threads statements run on: virtual ones; rows beyond the first {@link #fetch} are read on one of the platform then,
     * which takes less CPU. A database inside this JVM, such as H2, computes on them, so that a few long queries would keep all
     * other virtual threads waiting: give it {@code Thread.ofPlatform().daemon().factory()}.
     */
    public JdbcOptions threads(ThreadFactory factory) {
        return new JdbcOptions(permits, mostWaiting, longestWait, stall, fetch, json, factory);
    }
}
