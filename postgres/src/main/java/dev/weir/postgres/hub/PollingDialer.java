package dev.weir.postgres.hub;

import dev.weir.sql.SqlException;
import dev.weir.sql.SqlException.Reason;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/**
 * Connections of the JDBC driver, each with a virtual thread that asks it again and again. The driver keeps the connection
 * locked while it waits for notifications, so that a statement waits until it has stopped to.
 */
public final class PollingDialer implements Wire.Dialer {
    private final DataSource source;
    private final Duration period;

    public PollingDialer(DataSource source, Duration period) {
        this.source = source;
        this.period = period;
    }

    @Override
    public CompletionStage<Wire> dial(Wire.Listener listener) {
        CompletableFuture<Wire> dialed = new CompletableFuture<>();
        Thread.ofVirtual()
                .name("weir-notifications-poll")
                .inheritInheritableThreadLocals(false)
                .start(() -> {
                    try (Connection connection = source.getConnection()) {
                        connection.setAutoCommit(true); // else nothing is received
                        Polled wire = new Polled(connection, listener);
                        dialed.complete(wire);
                        try {
                            wire.poll(period);
                        } finally {
                            connection.abort(Runnable::run); // a pool would give it to the next one, who would listen
                        }
                    } catch (Throwable failure) { // also what no driver should throw: somebody waits
                        if (!dialed.completeExceptionally(told(failure, "connect"))) {
                            listener.closed(failure);
                        }
                    }
                });
        return dialed;
    }

    private static SqlException told(Throwable failure, String statement) {
        String state = failure instanceof SQLException sql ? sql.getSQLState() : null;
        return new SqlException(
                state == null ? Reason.CONNECTION : Reason.of(state),
                state,
                String.valueOf(failure.getMessage()),
                statement,
                failure);
    }

    /** One of them. */
    private static final class Polled implements Wire {
        private final Connection connection;
        private final Wire.Listener listener;
        private final Queue<Asked> asked = new ConcurrentLinkedQueue<>();
        private volatile boolean closed;

        private record Asked(String statement, CompletableFuture<@Nullable Void> answer) {}

        Polled(Connection connection, Wire.Listener listener) {
            this.connection = connection;
            this.listener = listener;
        }

        void poll(Duration period) throws SQLException {
            PGConnection postgres = connection.unwrap(PGConnection.class);
            try {
                while (!closed) {
                    answerAll();
                    PGNotification[] received =
                            postgres.getNotifications((int) Math.min(period.toMillis(), Integer.MAX_VALUE));
                    for (PGNotification sent : received == null ? new PGNotification[0] : received) {
                        listener.received(sent.getName(), sent.getParameter(), sent.getPID());
                    }
                }
            } finally {
                closed = true;
                failAll();
            }
        }

        private void answerAll() throws SQLException {
            for (Asked next = asked.poll(); next != null; next = asked.poll()) {
                try (Statement statement = connection.createStatement()) {
                    statement.execute(next.statement);
                    next.answer.complete(null);
                } catch (Throwable failure) {
                    next.answer.completeExceptionally(told(failure, next.statement));
                    if (connection.isClosed()) {
                        throw failure;
                    }
                }
            }
        }

        private void failAll() {
            for (Asked next = asked.poll(); next != null; next = asked.poll()) {
                next.answer.completeExceptionally(
                        new SqlException(Reason.CONNECTION, "the connection is closed", next.statement));
            }
        }

        @Override
        public CompletionStage<@Nullable Void> run(String statement) {
            CompletableFuture<@Nullable Void> answer = new CompletableFuture<>();
            asked.add(new Asked(statement, answer));
            if (closed) {
                failAll();
            }
            return answer;
        }

        /** A frozen server may hold the thread in a read: closing the socket frees it. */
        @Override
        public void close() {
            closed = true;
            try {
                connection.abort(Runnable::run);
            } catch (SQLException e) {
                // it is closed
            }
        }
    }
}
