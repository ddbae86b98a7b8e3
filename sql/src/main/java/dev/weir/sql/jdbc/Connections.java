package dev.weir.sql.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/** Ends that must not fail: a pool throws a broken connection away. */
final class Connections {
    private Connections() {}

    static void undo(Connection connection) {
        try {
            connection.rollback();
            connection.setAutoCommit(true);
        } catch (SQLException e) {
            // it is broken, and what was done is undone with it
        }
    }

    static void close(Connection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            // it is broken
        }
    }
}
