package dev.weir.sql.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientConnectionException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Opens what may be broken; and ends that must not fail, whatever a pool or a driver throws: a broken connection is thrown away. */
final class Connections {
    private Connections() {}

    /** What a pool fails for without saying why is that it has none, and so is a timeout: nothing has run. */
    static Connection open(DataSource pool) throws SQLException {
        try {
            return pool.getConnection();
        } catch (SQLException failure) {
            boolean isTold = failure.getSQLState() != null && !(failure instanceof SQLTimeoutException);
            throw isTold
                    ? failure
                    : new SQLTransientConnectionException(failure.getMessage(), failure.getSQLState(), failure);
        }
    }

    static void undo(Connection connection) {
        try {
            connection.rollback();
            connection.setAutoCommit(true);
        } catch (Throwable e) {
            // it is broken, and what was done is undone with it
        }
    }

    static void close(@Nullable Connection connection) {
        if (connection != null) {
            quietly(connection::close);
        }
    }

    /** What may fail. */
    interface Action {
        void run() throws SQLException;
    }

    /** Does what matters no more if the connection is broken. */
    static void quietly(Action action) {
        try {
            action.run();
        } catch (Throwable e) {
            // it is broken
        }
    }
}
