package dev.weir.postgres;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.weir.One;
import dev.weir.postgres.embedded.Database;
import dev.weir.postgres.embedded.EmbeddedPostgres;
import dev.weir.sql.Db;
import dev.weir.sql.JdbcOptions;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A database for each test, a copy of that of its class, or one for all tests of a class, on a server for all; a pool that
 * has to be free after each test.
 */
final class PostgresServer implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback {
    static final int CONNECTIONS = 4;
    static final Duration GENEROUS = Duration.ofMinutes(2);

    /** The role of the pool's connections: the server tells it before their database, and the driver's name only behind that. */
    private static final String POOL = "pool";

    private static final long PAUSE_NANOS = 500_000;
    private static final long QUICK_NANOS = 10_000_000;

    private static EmbeddedPostgres server;

    private final String schema;
    private final boolean isShared;
    private Database template;
    private Database database;
    private HikariDataSource pool;
    private Db db;

    PostgresServer(String schema) {
        this(schema, false);
    }

    private PostgresServer(String schema, boolean isShared) {
        this.schema = schema;
        this.isShared = isShared;
    }

    /** For tests that leave the database as it was: a copy for each of hundreds takes longer than they do. */
    static PostgresServer shared(String schema) {
        return new PostgresServer(schema, true);
    }

    private static synchronized EmbeddedPostgres server() {
        if (server == null) {
            server = EmbeddedPostgres.start();
            server.createDatabase().execute("create role " + POOL + " superuser login");
        }
        return server;
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        template = server().createDatabase();
        template.execute(schema);
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        database = isShared ? template : template.copy();
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(database.jdbcUrl().replace("user=postgres", "user=" + POOL));
        config.setMaximumPoolSize(CONNECTIONS);
        pool = new HikariDataSource(config);
        db = Db.jdbc(pool, JdbcOptions.permits(CONNECTIONS));
    }

    @Override
    public void afterEach(ExtensionContext context) {
        try {
            awaitFree(db);
            await(() -> "nothing runs", () -> running() == 0);
        } finally {
            pool.close();
        }
    }

    Db db() {
        return db;
    }

    DataSource pool() {
        return pool;
    }

    Database database() {
        return database;
    }

    int active() {
        return pool.getHikariPoolMXBean().getActiveConnections();
    }

    void awaitFree(Db which) {
        await("in use: " + which.load(), () -> which.load().inUse() == 0 && active() == 0);
    }

    /** How many statements run in this database. */
    int running() {
        return count("state = 'active'");
    }

    /** How many of them sleep: such a one has begun, and is not just understood. */
    int sleeping() {
        return count("wait_event = 'PgSleep'");
    }

    /** How many connections wait inside of a transaction for its next statement. */
    int idle() {
        return count("state = 'idle in transaction'");
    }

    /** How many connections to this database there are, without those of the pool. */
    int others() {
        return count("usename <> '" + POOL + "' and application_name <> 'PostgreSQL JDBC Driver'");
    }

    private int count(String which) {
        return db.query("select count(*) from pg_stat_activity where datname = current_database() and pid <>"
                        + " pg_backend_pid() and backend_type = 'client backend' and " + which)
                .one(Integer.class)
                .await(GENEROUS);
    }

    /** What it gives when it was quick, as its engine, which has waited less, knows then: others may be sent behind it. */
    static <T extends @Nullable Object> T quick(One<T> one) {
        T value;
        long begun;
        do {
            begun = System.nanoTime();
            value = one.await(GENEROUS);
        } while (System.nanoTime() - begun >= QUICK_NANOS);
        return value;
    }

    static void await(String what, BooleanSupplier condition) {
        await(() -> what, condition);
    }

    static void await(Supplier<String> what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + GENEROUS.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError(what.get());
            }
            LockSupport.parkNanos(PAUSE_NANOS); // what is waited for needs the processors
        }
    }
}
