package dev.weir.sql.jdbc;

import dev.weir.sql.engine.Gate;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/** A connection of the pool, behind the gate, for one statement: its changes are committed if it succeeds. */
final class Pooled implements Place {
    private final JdbcEngine engine;
    private final boolean together;
    private final String query;
    private volatile Gate.@Nullable Permit permit;

    /**
     * Makes one for a statement.
     *
     * @param together whether it needs a transaction: several statements, or rows that are fetched one after the other
     */
    Pooled(JdbcEngine engine, boolean together, String query) {
        this.engine = engine;
        this.together = together;
        this.query = query;
    }

    @Override
    public void enter(Work work) {
        Gate.Permit mine = engine.gate().permit(query, work::start, work::refuse);
        permit = mine;
        mine.enter(work.context().clock());
        if (work.isStopped()) {
            mine.withdraw();
        }
    }

    @Override
    public ThreadFactory threads() {
        return engine.options().threads();
    }

    @Override
    public void withdraw(Work work) {
        Gate.Permit mine = permit;
        if (mine != null) {
            mine.withdraw();
        }
    }

    @Override
    public Connection take(Work work) throws SQLException {
        Connection connection = Connections.open(engine.pool());
        try {
            if (connection.getAutoCommit() == together) {
                connection.setAutoCommit(!together);
            }
            return connection;
        } catch (Throwable failure) {
            Connections.close(connection);
            throw failure;
        }
    }

    @Override
    public @Nullable Throwable giveBack(Work work, @Nullable Connection taken, @Nullable Throwable failure) {
        Throwable outcome = failure;
        try {
            if (taken != null && together) {
                outcome = end(taken, work, failure);
            }
            Connections.close(taken);
        } finally {
            leave();
        }
        return outcome == null ? null : Failures.of(outcome, query);
    }

    private void leave() {
        Gate.Permit mine = permit;
        if (mine != null) {
            mine.leave();
        }
    }

    private static @Nullable Throwable end(Connection taken, Work work, @Nullable Throwable failure) {
        try {
            if (failure == null && !work.isStopped()) {
                taken.commit();
                Connections.quietly(() -> taken.setAutoCommit(true)); // what was done is done
                return null;
            }
        } catch (Throwable thrown) {
            Connections.undo(taken);
            return thrown;
        }
        Connections.undo(taken);
        return failure;
    }

    @Override
    public String toString() {
        return query;
    }
}
