package dev.weir.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.One;
import dev.weir.sql.SqlException.Reason;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** An engine that laws are held against, on an empty database for each of them; after it, all has been given back, and no thread is left. */
public abstract class EngineLaws {
    static final Duration GENEROUS = Duration.ofMinutes(2);

    private Db db;

    /** The engine that is tested. */
    protected abstract Db open();

    /** Ends what was opened. */
    protected void close() {}

    @BeforeEach
    final void openOne() {
        db = open();
    }

    @AfterEach
    final void closeAll() {
        awaitFree();
        close();
        LeftThreads.await();
    }

    final Db db() {
        return db;
    }

    final void run(String sql) {
        var _ = db.query(sql).update().await(GENEROUS);
    }

    final void awaitFree() {
        await(() -> "in use: " + db.load(), () -> db.load().inUse() == 0);
    }

    static void await(Supplier<String> what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + GENEROUS.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError(what.get());
            }
            Thread.onSpinWait();
        }
    }

    static SqlException failure(One<?> one) {
        return assertThrows(SqlException.class, () -> one.await(GENEROUS));
    }

    static void assertWrong(String expected, One<?> one) {
        SqlException failure = failure(one);
        assertEquals(Reason.USAGE, failure.reason(), failure::toString);
        assertTrue(failure.getMessage().contains(expected), failure.getMessage());
    }
}
