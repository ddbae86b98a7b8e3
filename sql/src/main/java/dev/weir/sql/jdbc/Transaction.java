package dev.weir.sql.jdbc;

import dev.weir.Context;
import dev.weir.One;
import dev.weir.sql.Isolation;
import dev.weir.sql.SqlException;
import dev.weir.sql.SqlException.Reason;
import dev.weir.sql.TxOptions;
import dev.weir.sql.engine.Engine;
import dev.weir.sql.engine.Gate;
import dev.weir.sql.engine.Tx;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** A transaction on a connection of the pool, which it has from before its begin until after its end. */
final class Transaction implements Tx {
    private final JdbcEngine engine;
    private final TxOptions options;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile Gate.@Nullable Permit permit;
    private @Nullable Session session;
    private boolean over;
    private int isolationBefore;
    private boolean readOnlyBefore;

    Transaction(JdbcEngine engine, TxOptions options) {
        this.engine = engine;
        this.options = options;
    }

    @Override
    public One<Engine> begin() {
        return One.deferContextual(context -> One.from(() -> open(context)));
    }

    private CompletableFuture<Engine> open(Context context) {
        CompletableFuture<Engine> opened = new CompletableFuture<>();
        Gate.Permit mine = engine.gate()
                .permit(
                        () -> Threads.start(engine.options().threads(), context, () -> connect(opened)),
                        why -> opened.completeExceptionally(new SqlException(Reason.OVERLOADED, why, "begin")));
        permit = mine;
        mine.enter(context.clock());
        if (isOver()) {
            mine.withdraw();
        }
        return opened;
    }

    private void connect(CompletableFuture<Engine> opened) {
        Connection connection = null;
        try {
            connection = engine.pool().getConnection();
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

    private boolean keep(Session newSession) {
        lock.lock();
        try {
            session = newSession;
            return !over;
        } finally {
            lock.unlock();
        }
    }

    private boolean isOver() {
        lock.lock();
        try {
            return over;
        } finally {
            lock.unlock();
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
    }

    private static int level(Isolation isolation) {
        return switch (isolation) {
            case READ_UNCOMMITTED -> Connection.TRANSACTION_READ_UNCOMMITTED;
            case READ_COMMITTED -> Connection.TRANSACTION_READ_COMMITTED;
            case REPEATABLE_READ -> Connection.TRANSACTION_REPEATABLE_READ;
            case SERIALIZABLE -> Connection.TRANSACTION_SERIALIZABLE;
        };
    }

    /** Leaves the connection as it was found. */
    private void release(@Nullable Connection connection) {
        if (connection != null) {
            Connections.undo(connection);
            try {
                if (options.isolation() != null) {
                    connection.setTransactionIsolation(isolationBefore);
                }
                if (options.readOnly()) {
                    connection.setReadOnly(readOnlyBefore);
                }
            } catch (SQLException e) {
                // it is broken
            }
            Connections.close(connection);
        }
        Gate.Permit mine = permit;
        if (mine != null) {
            mine.leave();
        }
    }

    @Override
    public One<@Nullable Void> commit() {
        return One.defer(() -> end(true));
    }

    @Override
    public One<@Nullable Void> rollback() {
        return One.defer(() -> end(false));
    }

    @Override
    public void abandon() {
        var _ = rollback().subscribe();
        Gate.Permit mine = permit;
        if (mine != null) {
            mine.withdraw();
        }
    }

    private One<@Nullable Void> end(boolean commit) {
        Session open;
        lock.lock();
        try {
            if (over) {
                return One.ofVoid();
            }
            over = true;
            open = session;
        } finally {
            lock.unlock();
        }
        if (open == null) {
            return One.ofVoid();
        }
        return Answer.uncancelled(open.above(0, commit ? "commit" : "rollback"), (connection, _) -> {
            try {
                if (commit) {
                    connection.commit();
                }
            } finally {
                release(connection);
            }
            return null;
        });
    }
}
