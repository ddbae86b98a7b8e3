package dev.weir.postgres.hub;

import dev.weir.sql.SqlException;
import dev.weir.sql.SqlException.Reason;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgConnection;
import io.vertx.pgclient.PgException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Connections that receive while they send, on an event loop; it is made for the first and ends with {@link #close}. */
public final class PipelinedDialer implements Wire.Dialer, AutoCloseable {
    private final PgConnectOptions options;
    private @Nullable Vertx vertx;
    private boolean closed;

    /**
     * Connections to a server.
     *
     * @throws IllegalArgumentException if the URL is none of PostgreSQL
     */
    public PipelinedDialer(String url) {
        options = PgConnectOptions.fromUri(url);
        options.setReconnectAttempts(0);
    }

    private synchronized Vertx vertx() {
        if (closed) {
            throw new IllegalStateException("closed");
        }
        Vertx made = vertx;
        if (made == null) {
            made = Vertx.vertx(new VertxOptions()
                    .setEventLoopPoolSize(1)
                    .setWorkerPoolSize(1)
                    .setInternalBlockingPoolSize(1)
                    .setUseDaemonThread(true));
            vertx = made;
        }
        return made;
    }

    @Override
    public CompletionStage<Wire> dial(Wire.Listener listener) {
        Future<PgConnection> connection;
        try {
            connection = PgConnection.connect(vertx(), options);
        } catch (RuntimeException e) {
            connection = Future.failedFuture(e);
        }
        return connection
                .<Wire>map(connected -> new Pipelined(connected, listener))
                .recover(failure -> Future.failedFuture(told(failure, "connect")))
                .toCompletionStage();
    }

    private static Throwable told(Throwable failure, String statement) {
        return failure instanceof PgException known
                ? new SqlException(
                        Reason.of(known.getSqlState()),
                        known.getSqlState(),
                        String.valueOf(known.getErrorMessage()),
                        statement,
                        known)
                : new SqlException(Reason.CONNECTION, null, String.valueOf(failure.getMessage()), statement, failure);
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (vertx != null) {
            var _ = vertx.close();
        }
    }

    /** One of them. */
    private static final class Pipelined implements Wire {
        private final PgConnection connection;

        Pipelined(PgConnection connection, Wire.Listener listener) {
            this.connection = connection;
            connection.notificationHandler(
                    sent -> listener.received(sent.getChannel(), sent.getPayload(), sent.getProcessId()));
            connection.exceptionHandler(listener::closed);
            connection.closeHandler(_ -> listener.closed(new IllegalStateException("the server has closed it")));
        }

        @Override
        public CompletionStage<@Nullable Void> run(String statement) {
            return connection
                    .query(statement)
                    .execute()
                    .<@Nullable Void>mapEmpty()
                    .recover(failure -> Future.failedFuture(told(failure, statement)))
                    .toCompletionStage();
        }

        @Override
        public void close() {
            var _ = connection.close();
        }
    }
}
