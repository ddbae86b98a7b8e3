package dev.weir.sql.jdbc;

import dev.weir.One;
import dev.weir.sql.SqlException;
import dev.weir.sql.SqlException.Reason;
import dev.weir.sql.TxOptions;
import dev.weir.sql.engine.Engine;
import dev.weir.sql.engine.Tx;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A part of a transaction that can be undone alone. */
final class Savepoint implements Tx {
    private final SessionEngine outer;
    private final TxOptions options;
    private final AtomicBoolean begun = new AtomicBoolean();
    private final AtomicBoolean over = new AtomicBoolean();
    private volatile java.sql.@Nullable Savepoint savepoint;

    Savepoint(SessionEngine outer, TxOptions options) {
        this.outer = outer;
        this.options = options;
    }

    @Override
    public One<Engine> begin() {
        if (options.isolation() != null || options.readOnly() || options.retry() != null) {
            return One.fail(() -> new SqlException(
                    Reason.USAGE,
                    "isolation, read-only and retry are matters of the whole transaction: give them to the outermost"
                            + " tx(..)",
                    "savepoint"));
        }
        return Answer.of(
                () -> outer.session().deeper(outer.level(), "savepoint", () -> begun.set(true)), (connection, _) -> {
                    savepoint = connection.setSavepoint();
                    return outer.deeper();
                });
    }

    @Override
    public One<@Nullable Void> commit() {
        return end(connection -> {
            java.sql.Savepoint mine = savepoint;
            if (mine != null) {
                release(connection, mine);
            }
        });
    }

    private static void release(Connection connection, java.sql.Savepoint savepoint) throws SQLException {
        try {
            connection.releaseSavepoint(savepoint);
        } catch (SQLFeatureNotSupportedException e) {
            // it goes with the transaction
        }
    }

    @Override
    public One<@Nullable Void> rollback() {
        return end(connection -> {
                    java.sql.Savepoint mine = savepoint;
                    if (mine != null) {
                        connection.rollback(mine);
                    }
                })
                .onErrorReturn(_ -> null); // a transaction that is broken ends so, too
    }

    @Override
    public void abandon() {
        var _ = rollback().subscribe();
    }

    /** What is done with the savepoint. */
    private interface End {
        void run(Connection connection) throws SQLException;
    }

    private One<@Nullable Void> end(End end) {
        return One.defer(() -> {
            if (!begun.get()
                    || !over.compareAndSet(false, true)
                    || !outer.session().isOpen(outer.level() + 1)) {
                return One.ofVoid();
            }
            return Answer.uncancelled(outer.session().above(outer.level() + 1, "savepoint"), (connection, _) -> {
                end.run(connection);
                return null;
            });
        });
    }
}
