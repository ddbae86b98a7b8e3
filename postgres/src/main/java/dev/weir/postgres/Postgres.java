package dev.weir.postgres;

import dev.weir.postgres.hub.PipelinedDialer;
import dev.weir.postgres.pipe.PipelinedEngine;
import dev.weir.sql.Db;
import java.time.Duration;
import java.util.Objects;

/**
 * A PostgreSQL, spoken to without JDBC: statements share connections, and each is sent while those before are under way. What
 * runs is a {@link Db}, as over JDBC. Results come on one thread for all, on which {@code await()} fails.
 *
 * <pre>{@code
 * try (Postgres postgres = Postgres.of("postgresql://desk@localhost/desk")) {
 *     Db db = postgres.db();
 *     var rate = db.query("select rate from rates where code = ?", "USD").one(BigDecimal.class).await();
 * }
 * }</pre>
 */
public final class Postgres implements AutoCloseable {
    private final String url;
    private final PipelinedEngine engine;
    private final Db db;

    private Postgres(String url, PipelinedEngine engine) {
        this.url = url;
        this.engine = engine;
        this.db = new Db(engine);
    }

    /** As {@link #of(String, PostgresOptions)}, with {@link PostgresOptions#standard()}. */
    public static Postgres of(String url) {
        return of(url, PostgresOptions.standard());
    }

    /**
     * The one at a URL; connections are made when they are needed.
     *
     * @param url such as {@code postgresql://user:password@host:5432/database?sslmode=require}
     * @throws IllegalArgumentException if it is none, or has a parameter that would not hold
     */
    public static Postgres of(String url, PostgresOptions options) {
        Objects.requireNonNull(options, "options");
        if (url.startsWith("jdbc:")) {
            throw new IllegalArgumentException(
                    "Postgres.of wants PostgreSQL's own URL, as postgresql://user@host/database, not JDBC's");
        }
        return new Postgres(url, new PipelinedEngine(url, options));
    }

    /** As above; after so long a connection is asked for a sign of life before a statement. */
    static Postgres of(String url, PostgresOptions options, Duration longestIdle) {
        return new Postgres(url, new PipelinedEngine(url, options, longestIdle));
    }

    /** See {@link PipelinedDialer}. */
    PipelinedDialer dialer(Duration longest) {
        return new PipelinedDialer(url, longest, engine.share());
    }

    public Db db() {
        return db;
    }

    /** Ends all connections; what runs fails with {@code CONNECTION}, what comes later with {@link IllegalStateException}. */
    @Override
    public void close() {
        engine.close();
    }
}
