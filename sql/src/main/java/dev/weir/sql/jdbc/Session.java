package dev.weir.sql.jdbc;

import dev.weir.sql.SqlException;
import dev.weir.sql.SqlException.Reason;
import dev.weir.sql.engine.Turns;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.concurrent.ThreadFactory;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The connection of a transaction, and who may use it. */
final class Session {
    private final Connection connection;
    private final ThreadFactory threads;
    private final Turns turns = new Turns();
    private volatile boolean hasFailures;
    private volatile @Nullable Throwable undoing; // for which the database has undone all of it

    Session(Connection connection, ThreadFactory threads) {
        this.connection = connection;
        this.threads = threads;
    }

    /** A place for what is done at a level. */
    Place at(int itsLevel, String query) {
        return new Turned(query, work -> turns.enter(work, itsLevel, query));
    }

    /** A place for what makes a savepoint, after which the level is deeper; not if it begins no more. */
    Place deeper(int itsLevel, String query, BooleanSupplier begins) {
        return new Turned(query, work -> turns.deeper(work, itsLevel, query, begins));
    }

    /**
     * A place for what ends a level, from which on that above is the one of now; -1 is above all. If it ends no more, that is done
     * at once.
     */
    Place above(int itsLevel, String query, BooleanSupplier ends) {
        return new Turned(query, work -> {
            if (!turns.end(work, itsLevel - 1, ends)) {
                work.ended(null);
            }
        });
    }

    /**
     * Fails if what was done is not all there, though nobody minded: a commit would not tell. After some failures a
     * database has undone the transaction, and begun another; PostgreSQL takes no more statements, also none that makes a
     * savepoint, and undoes it when it is to commit.
     */
    void checkWhole() throws SQLException {
        if (undoing != null) {
            String what = "the database has undone the transaction for a failure that nobody minded";
            throw new SqlException(Reason.CONFLICT, null, what, "commit", undoing);
        }
        if (hasFailures) {
            try {
                connection.setSavepoint();
            } catch (SQLFeatureNotSupportedException e) {
                // a database without has no such rule
            }
        }
    }

    private void note(Throwable failure) {
        hasFailures = true;
        if (Failures.undoesAll(failure, this::isSqlServer)) {
            undoing = failure;
        }
    }

    private boolean isSqlServer() {
        try {
            return connection.getMetaData().getDatabaseProductName().contains("SQL Server");
        } catch (SQLException broken) {
            return false;
        }
    }

    /** How a work gets its turn. */
    private interface Entrance {
        void enter(Work work);
    }

    private final class Turned implements Place {
        private final String query;
        private final Entrance entrance;

        Turned(String query, Entrance entrance) {
            this.query = query;
            this.entrance = entrance;
        }

        @Override
        public void enter(Work work) {
            entrance.enter(work);
        }

        @Override
        public ThreadFactory threads() {
            return threads;
        }

        @Override
        public void withdraw(Work work) {
            turns.withdraw(work);
        }

        @Override
        public Connection take(Work work) {
            return connection;
        }

        @Override
        public @Nullable Throwable giveBack(Work work, @Nullable Connection taken, @Nullable Throwable failure) {
            if (failure != null) {
                note(failure);
            }
            turns.leave();
            return failure == null ? null : Failures.of(failure, query);
        }

        @Override
        public String toString() {
            return query;
        }
    }
}
