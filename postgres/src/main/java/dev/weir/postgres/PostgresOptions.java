package dev.weir.postgres;

import dev.weir.CheckReturnValue;
import dev.weir.sql.JsonCodec;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How connections to PostgreSQL are used.
 *
 * @param shared how many connections statements with one answer share
 * @param inFlight how many such statements are under way on each, at most
 * @param connections how many others there are, at most: for transactions, streams of rows, batches, and statements that
 *     may commit by themselves, such as {@code call}
 * @param mostWaiting how many others may wait, for each of the two kinds; those beyond fail at once with {@code OVERLOADED}
 * @param longestWait how long each may wait, for its turn and then for a connection that takes it, until it fails with
 *     {@code OVERLOADED}, or as the last attempt to connect where nothing is connected
 * @param stall how long a connection waits for the next request for rows until the stream fails with {@code STALLED}
 * @param fetch how many rows are fetched at a time, at most: fewer if fewer are demanded, but at least 64; inside a
 *     transaction one more, which tells whether there are others
 * @param json reads and writes JSON columns; null without
 */
@CheckReturnValue
public record PostgresOptions(
        int shared,
        int inFlight,
        int connections,
        int mostWaiting,
        Duration longestWait,
        Duration stall,
        int fetch,
        @Nullable JsonCodec json) {
    private static final PostgresOptions STANDARD =
            new PostgresOptions(4, 64, 8, 1_000, Duration.ofSeconds(10), Duration.ofMinutes(1), 1_000, null);

    public PostgresOptions {
        positive(shared, "shared");
        positive(inFlight, "inFlight");
        positive(connections, "connections");
        positive(fetch, "fetch");
        if (mostWaiting < 0) {
            throw new IllegalArgumentException("mostWaiting must not be negative: " + mostWaiting);
        }
        positive(longestWait, "longestWait");
        positive(stall, "stall");
    }

    private static void positive(int number, String name) {
        if (number <= 0) {
            throw new IllegalArgumentException(name + " must be positive, not " + number);
        }
    }

    private static void positive(Duration duration, String name) {
        if (Objects.requireNonNull(duration, name).isNegative() || duration.isZero()) {
            throw new IllegalArgumentException(name + " must be positive, not " + duration);
        }
    }

    /**
     * 4 connections with 64 statements each, and 8 others; 1,000 may wait for 10 seconds each, a reader may stall for a
     * minute, 1,000 rows a fetch.
     */
    public static PostgresOptions standard() {
        return STANDARD;
    }

    /** How many connections are shared, and how many statements are under way on each. */
    public PostgresOptions shared(int newShared, int each) {
        return new PostgresOptions(newShared, each, connections, mostWaiting, longestWait, stall, fetch, json);
    }

    /** How many others there are. */
    public PostgresOptions connections(int most) {
        return new PostgresOptions(shared, inFlight, most, mostWaiting, longestWait, stall, fetch, json);
    }

    /** How many may wait, and how long. */
    public PostgresOptions waiting(int most, Duration longest) {
        return new PostgresOptions(shared, inFlight, connections, most, longest, stall, fetch, json);
    }

    public PostgresOptions stall(Duration longest) {
        return new PostgresOptions(shared, inFlight, connections, mostWaiting, longestWait, longest, fetch, json);
    }

    public PostgresOptions fetch(int rows) {
        return new PostgresOptions(shared, inFlight, connections, mostWaiting, longestWait, stall, rows, json);
    }

    public PostgresOptions json(JsonCodec codec) {
        return new PostgresOptions(
                shared,
                inFlight,
                connections,
                mostWaiting,
                longestWait,
                stall,
                fetch,
                Objects.requireNonNull(codec, "codec"));
    }
}
