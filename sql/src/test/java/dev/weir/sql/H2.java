package dev.weir.sql;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A database in memory for each test, behind a pool of four connections that has to be free again after it. */
public final class H2 implements BeforeEachCallback, AfterEachCallback {
    static final int CONNECTIONS = 4;
    static final Duration GENEROUS = Duration.ofMinutes(2);

    private HikariDataSource pool;
    private Db db;

    @Override
    public void beforeEach(ExtensionContext context) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        config.setMaximumPoolSize(CONNECTIONS);
        pool = new HikariDataSource(config);
        db = Db.jdbc(pool, options(CONNECTIONS));
    }

    @Override
    public void afterEach(ExtensionContext context) throws InterruptedException {
        try {
            awaitFree(db);
        } finally {
            pool.close();
        }
        LeftThreads.await();
    }

    /** It computes on the thread that asks. */
    static JdbcOptions options(int permits) {
        return JdbcOptions.permits(permits).threads(Thread.ofPlatform().daemon().factory());
    }

    public Db db() {
        return db;
    }

    DataSource pool() {
        return pool;
    }

    int active() {
        return pool.getHikariPoolMXBean().getActiveConnections();
    }

    /** Waits until the permits and the connections are all back. */
    void awaitFree(Db which) throws InterruptedException {
        long deadline = System.nanoTime() + GENEROUS.toNanos();
        while (which.load().inUse() > 0 || active() > 0) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("in use: " + which.load() + ", active: " + active());
            }
            Thread.onSpinWait();
        }
    }
}
