package dev.weir.postgres.pipe;

import dev.weir.Cancellable;
import dev.weir.postgres.PostgresOptions;
import dev.weir.sql.Row;
import dev.weir.sql.SqlException;
import dev.weir.sql.SqlException.Reason;
import dev.weir.sql.engine.Call;
import dev.weir.sql.engine.SerialEmitter;
import dev.weir.sql.value.Columns;
import io.vertx.sqlclient.internal.TupleInternal;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A job that emits rows, read through a cursor as they are demanded; while some are on their way out, the next are fetched,
 * unless the server has to go on with the same transaction when nobody wants them.
 */
final class Rows extends Job {
    private static final int LEAST_FETCH = 64;

    private final Call call;
    private final PostgresOptions options;
    private final boolean ahead;
    private final SerialEmitter<Row> emitter;
    private final AtomicBoolean submitted = new AtomicBoolean();
    private final Deque<Row> fetched = new ArrayDeque<>();
    private @Nullable Prepared statement;
    private @Nullable TupleInternal values;
    private @Nullable Columns columns;
    private @Nullable Line line;
    private @Nullable Cancellable timer;
    private int waits;
    private int forNobody = 1; // so many are fetched while nobody asks: more for who asks for one after the other
    private boolean fetching;
    private boolean more = true;
    private boolean emitting;

    /**
     * Makes one.
     *
     * @param ahead whether rows are fetched before those that are there are out: to stop that undoes the transaction
     */
    Rows(Loop loop, SerialEmitter<Row> emitter, Place place, Call call, PostgresOptions options, boolean ahead) {
        super(loop, emitter.context(), place, false);
        this.emitter = emitter;
        this.call = call;
        this.options = options;
        this.ahead = ahead;
    }

    /** Begins at the first request. */
    void listen() {
        emitter.onCancel(this::cancel);
        emitter.onRequest(() -> {
            if (submitted.compareAndSet(false, true)) {
                submit();
            } else {
                loop().execute(this::emit);
            }
        });
    }

    @Override
    void use(Line own) {
        line = own;
        fetching = true;
        Outcome<Object> failed = (_, failure) -> used(failure);
        Tasks.understood(own, call, options.json(), failed, (known, tuple) -> {
            if (!known.hasRows()) {
                throw Tasks.noRows(call);
            }
            statement = known;
            values = tuple;
            columns = known.columns(call.sql().text(), options.json());
            fetch(own, known, tuple, columns, false);
        });
    }

    private void fetch(Line own, Prepared known, TupleInternal tuple, Columns its, boolean again) {
        fetching = true;
        long wanted = emitter.requested();
        long demanded = Math.min(Math.max(wanted, LEAST_FETCH), options.fetch());
        if (wanted == 0 && !ahead) {
            demanded = Math.min(demanded, forNobody - 1L);
            forNobody = Math.min(2 * forNobody, LEAST_FETCH);
        }
        long most = ahead
                ? demanded
                : demanded + 1; // the last one tells that there are more, else they would be fetched for nobody
        own.rows(known, tuple, its, (int) Math.min(most, Integer.MAX_VALUE), again, (batch, failure) -> {
            fetching = false;
            if (batch == null || isStopped()) {
                used(failure);
                return;
            }
            fetched.addAll(batch.rows());
            more = batch.more();
            emit();
        });
    }

    private void fetchMore() {
        if (line != null && statement != null && values != null && columns != null) {
            fetch(line, statement, values, columns, true);
        }
    }

    private void emit() {
        if (emitting || isOver() || line == null) {
            return;
        }
        stopTimer();
        emitting = true;
        while (!isStopped() && emitter.requested() > 0 && !fetched.isEmpty()) {
            if (ahead && more && !fetching && emitter.requested() > fetched.size()) {
                fetchMore();
            }
            emitter.next(fetched.removeFirst());
        }
        emitting = false;
        if (isStopped()) {
            if (!fetching) {
                used(null);
            }
        } else if (fetched.isEmpty() && !more) {
            used(null);
        } else if (fetched.isEmpty()) {
            if (!fetching) {
                fetchMore(); // that there are none is told to who has not asked for more
            }
        } else if (emitter.requested() == 0) { // else it is asked for just now, and this runs again
            int wait = ++waits;
            timer = context().clock().schedule(() -> loop().execute(() -> stall(wait)), options.stall());
        }
    }

    /** Unless it has gone on since, and waits again. */
    private void stall(int wait) {
        if (wait != waits || isOver() || isStopped() || emitter.requested() > 0) {
            return;
        }
        used(new SqlException(
                Reason.STALLED,
                "nobody has asked for the next row for " + options.stall().toMillis()
                        + " ms, and the connection is needed: ask sooner, take rows into a list, or allow more by"
                        + " PostgresOptions.stall(..)",
                call.sql().text()));
    }

    private void stopTimer() {
        Cancellable running = timer;
        timer = null;
        if (running != null) {
            running.cancel();
        }
    }

    @Override
    boolean isWaiting() {
        return !fetching && !emitting;
    }

    @Override
    void letGo() {
        stopTimer();
        fetched.clear();
    }

    @Override
    void ended(@Nullable Throwable failure) {
        if (failure == null) {
            emitter.complete();
        } else {
            emitter.error(failure);
        }
    }
}
