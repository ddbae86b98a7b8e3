package dev.weir.postgres.hub;

import dev.weir.postgres.pipe.Failures;
import dev.weir.postgres.pipe.Loop;
import dev.weir.postgres.pipe.Target;
import io.vertx.core.Future;
import io.vertx.pgclient.PgConnection;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Connections that receive while they send, on an event loop: one that is given, or is made for the first; until {@link #close}. */
public final class PipelinedDialer implements Wire.Dialer, AutoCloseable {
    private final Target target;
    private final long longest; // in milliseconds
    private @Nullable Loop loop;
    private boolean closed;

    /**
     * Connections to a server.
     *
     * @param longest how long an attempt may take, of which nothing is left then, if the URL says no shorter time
     * @throws IllegalArgumentException if the URL is none of PostgreSQL
     */
    public PipelinedDialer(String url, Duration longest) {
        this.target = Target.of(url);
        long most = Math.clamp(longest.toMillis(), 1, Integer.MAX_VALUE);
        this.longest = target.connectMillis() == 0 ? most : Math.min(target.connectMillis(), most);
    }

    /** Connections on a thread that others use too; it is closed with this. */
    public PipelinedDialer(String url, Duration longest, Loop shared) {
        this(url, longest);
        loop = shared;
    }

    /** The thread of its connections; after {@link #close} it need not take tasks. */
    public synchronized Loop loop() {
        Loop made = loop;
        if (made == null) {
            made = new Loop("weir-notifications");
            loop = made;
            if (closed) {
                made.close();
            }
        }
        return made;
    }

    @Override
    public CompletionStage<Wire> dial(Wire.Listener listener) {
        Future<PgConnection> connection;
        try {
            connection = target.connect(loop(), longest)
                    .recover(failure -> Future.failedFuture(Failures.ofDialing(failure)));
        } catch (RuntimeException e) {
            connection = Future.failedFuture(e);
        }
        return connection
                .<Wire>map(connected -> new Pipelined(connected, listener))
                .recover(failure -> Future.failedFuture(Failures.of(failure, "connect")))
                .toCompletionStage();
    }

    @Override
    public synchronized void close() {
        if (!closed && loop != null) {
            loop.close();
        }
        closed = true;
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
                    .recover(failure -> Future.failedFuture(Failures.of(failure, statement)))
                    .toCompletionStage();
        }

        @Override
        public void close() {
            var _ = connection.close();
        }
    }
}
