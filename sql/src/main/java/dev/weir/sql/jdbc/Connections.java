package dev.weir.sql.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Ends that must not fail, whatever a pool or a driver throws: a broken connection is thrown away. */
final class Connections {
    private Connections() {}

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
