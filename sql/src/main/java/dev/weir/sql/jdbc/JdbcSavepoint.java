package dev.weir.sql.jdbc;

import dev.weir.Context;
import dev.weir.One;
import dev.weir.sql.TxOptions;
import dev.weir.sql.engine.Engine;
import dev.weir.sql.engine.Savepoint;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A savepoint of the driver's. */
final class JdbcSavepoint extends Savepoint {
    private final SessionEngine outer;
    private volatile java.sql.@Nullable Savepoint savepoint;

    JdbcSavepoint(SessionEngine outer, TxOptions options) {
        super(options);
        this.outer = outer;
    }

    @Override
    protected One<Engine> make(BooleanSupplier begins) {
        return Answer.of(() -> outer.session().deeper(outer.level(), "savepoint", begins), (connection, _) -> {
            savepoint = connection.setSavepoint();
            return outer.deeper();
        });
    }

    @Override
    protected CompletableFuture<@Nullable Void> leave(Context context, boolean keep, BooleanSupplier ends) {
        return Answer.uncancelled(
                context, outer.session().above(outer.level() + 1, "savepoint", ends), (connection, _) -> {
                    java.sql.Savepoint mine = savepoint;
                    if (mine != null && keep) {
                        release(connection, mine);
                    } else if (mine != null) {
                        undo(connection, mine);
                    }
                    return null;
                });
    }

    private static void release(Connection connection, java.sql.Savepoint savepoint) throws SQLException {
        try {
            connection.releaseSavepoint(savepoint);
        } catch (SQLFeatureNotSupportedException e) {
            // it goes with the transaction
        } catch (SQLException broken) {
            Connections.quietly(() -> undo(connection, savepoint)); // so that the rest of the transaction goes on
            throw broken;
        }
    }

    /** It would stay, and those that come later would be inside of it. */
    private static void undo(Connection connection, java.sql.Savepoint savepoint) throws SQLException {
        connection.rollback(savepoint);
        Connections.quietly(() -> connection.releaseSavepoint(savepoint)); // not all drivers can
    }
}
