package dev.weir.sql.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;

/**
 * Asks the database to stop a statement. The driver of PostgreSQL asks once for each statement, and never while it fetches rows;
 * if that comes before the server has begun, it is lost. Its connections have a method of their own that always asks.
 */
final class Stopping {
    private static final ClassValue<Optional<Method>> OF_CONNECTIONS = new ClassValue<>() {
        @Override
        protected Optional<Method> computeValue(Class<?> type) {
            try {
                return type.getName().startsWith("org.postgresql.")
                        ? Optional.of(type.getMethod("cancelQuery"))
                        : Optional.empty();
            } catch (NoSuchMethodException e) {
                return Optional.empty();
            }
        }
    };

    private Stopping() {}

    static void stop(Statement statement) throws SQLException {
        Connection connection = statement.getConnection().unwrap(Connection.class);
        Optional<Method> own = OF_CONNECTIONS.get(connection.getClass());
        if (own.isEmpty()) {
            statement.cancel();
            return;
        }
        try {
            own.get().invoke(connection);
        } catch (InvocationTargetException e) {
            throw new SQLException(e.getCause());
        } catch (IllegalAccessException e) {
            statement.cancel();
        }
    }
}
