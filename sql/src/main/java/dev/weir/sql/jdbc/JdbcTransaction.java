package dev.weir.sql.jdbc;

import dev.weir.Context;
import dev.weir.sql.Isolation;
import dev.weir.sql.TxOptions;
import dev.weir.sql.engine.Engine;
import dev.weir.sql.engine.Threads;
import dev.weir.sql.engine.Transaction;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A transaction on a connection of the pool, which is left as it was found. */
final class JdbcTransaction extends Transaction<Session> {
    /** Databases whose drivers may do nothing about {@link Connection#setReadOnly}, as MariaDB's before 4.0. */
    private static final Set<String> TAKES_HINTS = Set.of("MariaDB", "MySQL");

    private final JdbcEngine engine;
    private final TxOptions options;
    private int isolationBefore;
    private boolean readOnlyBefore;

    JdbcTransaction(JdbcEngine engine, TxOptions options) {
        super(engine.gate());
        this.engine = engine;
        this.options = options;
    }

    @Override
    protected void start(Context context, Runnable connect) {
        Threads.start(engine.options().threads(), context, connect);
    }

    @Override
    protected void connect(CompletableFuture<Engine> opened) {
        Connection connection = null;
        try {
            connection = Connections.open(engine.pool());
            set(connection);
            Session mine = new Session(connection, engine.options().threads());
            if (keep(mine)) {
                opened.complete(new SessionEngine(engine, mine, 0));
            } else {
                release(connection);
            }
        } catch (Throwable failure) {
            release(connection);
            opened.completeExceptionally(Failures.of(failure, "begin"));
        }
    }

    private void set(Connection connection) throws SQLException {
        readOnlyBefore = connection.isReadOnly();
        Isolation isolation = options.isolation();
        if (isolation != null) {
            isolationBefore = connection.getTransactionIsolation();
            connection.setTransactionIsolation(level(isolation));
        }
        if (options.readOnly()) {
            connection.setReadOnly(true);
        }
        connection.setAutoCommit(false);
        if (options.readOnly() && TAKES_HINTS.contains(connection.getMetaData().getDatabaseProductName())) {
            try (Statement statement = connection.createStatement()) {
                statement.execute("set transaction read only"); // of the one that begins now
            }
        }
    }

    private static int level(Isolation isolation) {
        return switch (isolation) {
            case READ_UNCOMMITTED -> Connection.TRANSACTION_READ_UNCOMMITTED;
            case READ_COMMITTED -> Connection.TRANSACTION_READ_COMMITTED;
            case REPEATABLE_READ -> Connection.TRANSACTION_REPEATABLE_READ;
            case SERIALIZABLE -> Connection.TRANSACTION_SERIALIZABLE;
        };
    }

    private void release(@Nullable Connection connection) {
        try {
            if (connection != null) {
                Connections.undo(connection);
                Connections.quietly(() -> reset(connection));
                Connections.close(connection);
            }
        } finally {
            leave();
        }
    }

    private void reset(Connection connection) throws SQLException {
        if (options.isolation() != null) {
            connection.setTransactionIsolation(isolationBefore);
        }
        if (options.readOnly()) {
            connection.setReadOnly(readOnlyBefore);
        }
    }

    @Override
    protected CompletableFuture<@Nullable Void> end(Context context, Session open, boolean commit) {
        return Answer.uncancelled(
                context, open.above(0, commit ? "commit" : "rollback", () -> true), (connection, _) -> {
                    try {
                        if (commit) {
                            open.checkWhole();
                            connection.commit();
                        }
                    } finally {
                        release(connection);
                    }
                    return null;
                });
    }
}
