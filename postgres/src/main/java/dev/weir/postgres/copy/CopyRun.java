package dev.weir.postgres.copy;

import dev.weir.Clock;
import dev.weir.Context;
import dev.weir.Ending;
import dev.weir.Items;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.Out;
import dev.weir.sql.SqlException;
import dev.weir.sql.SqlException.Reason;
import dev.weir.sql.engine.Gate;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.NoSuchElementException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;
import org.postgresql.copy.CopyOut;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/**
 * One copy. It has its connection for itself; whoever begins with it, the thread that copies or a cancellation, gives the permit
 * back, the thread when it has ended.
 */
public final class CopyRun {
    private static final int FIRST_BUFFER = 1024; // full, and so emitted, soon
    private static final int BUFFER = 64 * 1024;
    private static final int AHEAD = 4; // more would be made before the server has the first of them
    private static final int TRIES = 10;
    private static final long PAUSE_MILLIS = 100;

    private final DataSource source;
    private final String sql;
    private final Gate.Permit permit;
    private final CompletableFuture<CopyRun> entered = new CompletableFuture<>();
    private final AtomicBoolean begun = new AtomicBoolean();
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile boolean cancelled;
    private volatile @Nullable Connection connection;
    private volatile @Nullable Items<?> items;

    private CopyRun(DataSource source, Gate gate, String sql) {
        this.source = source;
        this.sql = sql;
        this.permit = gate.permit(sql, () -> entered.complete(this), entered::completeExceptionally);
    }

    public static One<Long> in(DataSource source, Gate gate, String sql, Many<ByteBuffer> bytes) {
        return One.deferContextual(context -> {
            CopyRun run = new CopyRun(source, gate, sql);
            return One.from(() -> run.enter(context))
                    .flatMap(_ -> One.blocking(() -> run.in(bytes.withContext(_ -> context), context.clock())))
                    .doFinally(run::ended);
        });
    }

    public static Many<ByteBuffer> out(DataSource source, Gate gate, String sql) {
        return Many.deferContextual(context -> {
            CopyRun run = new CopyRun(source, gate, sql);
            return One.from(() -> run.enter(context))
                    .flatMapMany(_ -> Reading.<ByteBuffer>generate(run::out))
                    .doFinally(run::ended);
        });
    }

    private CompletableFuture<CopyRun> enter(Context context) {
        permit.enter(context.clock());
        return entered;
    }

    private void ended(Ending ending) {
        cancelled = ending == Ending.CANCELLED;
        if (!permit.withdraw() && begun.compareAndSet(false, true)) {
            permit.leave(); // nobody copies, nor will, be it for want of a thread
        }
        if (!cancelled) {
            return;
        }
        Items<?> read = items;
        if (read != null) {
            read.close();
        }
        abort();
    }

    /**
     * Stops the copy: what was copied is undone. A cancellation that comes before the statement stops nothing, so it is said
     * again until the copy has ended; if the server does not listen, the connection is cut under whoever waits for it.
     */
    private void abort() {
        if (connection != null) {
            Thread.ofVirtual()
                    .name("weir-copy-stop")
                    .inheritInheritableThreadLocals(false)
                    .start(this::stop);
        }
    }

    private void stop() {
        try {
            for (int i = 0; i < TRIES && cancelStatement(); i++) {
                if (over.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS)) {
                    return;
                }
            }
            Connection open = connection;
            if (open != null) {
                cut(open);
            }
        } catch (SQLException e) {
            // it is closed
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** False if there is nothing to cancel. Meanwhile the connection can't get to somebody else, who would be cancelled then. */
    private synchronized boolean cancelStatement() throws SQLException {
        Connection open = connection;
        if (open != null) {
            open.unwrap(PGConnection.class).cancelQuery();
        }
        return open != null;
    }

    private synchronized void release() {
        connection = null;
    }

    private long in(Many<ByteBuffer> bytes, Clock clock) {
        return copy(open -> {
            CopyIn copying = open.unwrap(PGConnection.class).getCopyAPI().copyIn(sql);
            try (Items<ByteBuffer> read = bytes.iterate(AHEAD);
                    Pulse pulse = Pulse.of(clock, copying, read)) {
                items = read;
                if (!cancelled) {
                    writeAll(read, pulse);
                }
                return cancelled ? 0 : copying.endCopy();
            } finally {
                cancel(copying, open);
            }
        });
    }

    /** It was not ended, for a reason that is to be told, whatever comes of this. */
    private static void cancel(CopyIn copying, Connection open) {
        if (copying.isActive()) {
            try {
                copying.cancelCopy();
            } catch (SQLException e) {
                cut(open);
            }
        }
    }

    private static void writeAll(Items<ByteBuffer> read, Pulse pulse) throws SQLException {
        try {
            for (ByteBuffer buffer : read) {
                write(pulse, buffer);
            }
        } catch (NoSuchElementException e) {
            pulse.check(); // it was closed when an item was there
            throw e;
        }
        pulse.check();
    }

    private static void write(Pulse pulse, ByteBuffer buffer) throws SQLException {
        if (buffer.hasArray()) {
            pulse.write(buffer.array(), buffer.arrayOffset() + buffer.position(), buffer.remaining());
        } else {
            byte[] bytes = new byte[buffer.remaining()];
            buffer.duplicate().get(bytes);
            pulse.write(bytes, 0, bytes.length);
        }
    }

    private void out(Out<? super ByteBuffer> out) {
        copy(open -> {
            CopyOut copying = open.unwrap(PGConnection.class).getCopyAPI().copyOut(sql);
            try {
                byte[] row = copying.readFromCopy();
                for (int size = FIRST_BUFFER; row != null; size = Math.min(2 * size, BUFFER)) {
                    ByteBuffer buffer = ByteBuffer.allocate(Math.max(size, row.length));
                    while (row != null && row.length <= buffer.remaining()) {
                        buffer.put(row);
                        row = copying.readFromCopy();
                    }
                    out.emit(buffer.flip());
                }
                return 0L;
            } finally {
                if (copying.isActive()) {
                    cut(open); // the rest would be read and thrown away
                }
            }
        });
    }

    /** What is done with the connection. */
    private interface Body {
        long run(Connection open) throws SQLException;
    }

    private long copy(Body body) {
        if (!begun.compareAndSet(false, true)) {
            return 0; // it was cancelled before
        }
        try (Connection open = source.getConnection()) {
            open.setAutoCommit(true); // else nobody commits what is copied
            try {
                connection = open;
                return cancelled ? 0 : body.run(open);
            } catch (SQLException failure) {
                // the pool sees nothing of what is done with the driver's own, and would give it to the next one
                cut(open);
                throw failure;
            } finally {
                release();
            }
        } catch (SQLException failure) {
            if (cancelled) {
                return 0;
            }
            throw new SqlException(
                    failure.getSQLState() == null ? Reason.CONNECTION : Reason.of(failure.getSQLState()),
                    failure.getSQLState(),
                    what(failure),
                    sql,
                    failure);
        } finally {
            over.countDown();
            permit.leave();
        }
    }

    /** Without what the driver adds to it, such as the line that did not fit. */
    private static String what(SQLException failure) {
        ServerErrorMessage told = failure instanceof PSQLException server ? server.getServerErrorMessage() : null;
        return String.valueOf(told == null ? failure.getMessage() : told.getMessage());
    }

    private static void cut(Connection open) {
        try {
            open.abort(Runnable::run);
        } catch (SQLException e) {
            // it is closed
        }
    }
}
