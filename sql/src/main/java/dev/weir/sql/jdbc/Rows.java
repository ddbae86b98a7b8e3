package dev.weir.sql.jdbc;

import dev.weir.Cancellable;
import dev.weir.sql.JdbcOptions;
import dev.weir.sql.SqlException;
import dev.weir.sql.SqlException.Reason;
import dev.weir.sql.engine.Call;
import dev.weir.sql.engine.SerialEmitter;
import dev.weir.sql.engine.Threads;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A work that emits rows, read through a cursor: its thread reads ahead by one row, and waits until that is demanded. */
final class Rows<T> extends Work {
    private static final int LEAST_FETCH = 64;

    private final Call call;
    private final JdbcOptions options;
    private final Reading.Maker<T> maker;
    private final SerialEmitter<T> emitter;
    private final AtomicBoolean submitted = new AtomicBoolean();
    private volatile @Nullable Thread owner;
    private int forNobody = 1; // so many are fetched while nobody asks: more for who asks for one after the other

    Rows(SerialEmitter<T> emitter, Place place, Call call, JdbcOptions options, Reading.Maker<T> maker) {
        super(emitter.context(), place, false);
        this.emitter = emitter;
        this.call = call;
        this.options = options;
        this.maker = maker;
    }

    /** Begins at the first request. */
    void listen() {
        emitter.onCancel(this::cancel);
        emitter.onRequest(this::requested);
    }

    private void requested() {
        if (submitted.compareAndSet(false, true)) {
            submit();
        } else {
            wake();
        }
    }

    private void wake() {
        LockSupport.unpark(owner);
    }

    @Override
    public void stop() {
        super.stop();
        wake();
    }

    @Override
    void use(Connection own) throws Exception {
        try (PreparedStatement statement = Statements.prepare(own, call, options.json())) {
            statement.setFetchSize(demandedRows());
            running(statement);
            try (ResultSet rows = Statements.rows(statement, call)) {
                emit(rows);
            }
        }
    }

    /**
     * What is fetched first, here; what is fetched besides, on a thread of the platform, since a virtual one waits for each few
     * kilobytes of it, and each time three threads wake up one after the other (ADR 34).
     */
    private void emit(ResultSet rows) throws Exception {
        Reading<T> reading = maker.of(new ResultReader(rows, call.sql().text(), options.json()));
        if (emit(rows, reading, options.fetch())) {
            Threads.onPlatform(context(), () -> emit(rows, reading.forMany(), Long.MAX_VALUE));
        }
    }

    /** False if there are no more rows than these, or nobody wants them. */
    private boolean emit(ResultSet rows, Reading<T> reading, long most) throws Exception {
        owner = Thread.currentThread();
        long demanded = emitter.requested(); // nobody else emits, so it is at least what it was, less what was emitted
        for (long i = 0; i < most; i++) {
            demanded = demanded == 0 ? emitter.requested() : demanded;
            if (demanded == 0) {
                rows.setFetchSize(
                        Math.min(forNobody, options.fetch())); // what tells whether there are more, and few others
                forNobody = Math.min(2 * forNobody, LEAST_FETCH);
            }
            if (isStopped() || !rows.next()) { // which may fetch more
                return false;
            }
            if (demanded == 0) {
                awaitDemand();
                if (isStopped()) {
                    return false;
                }
                rows.setFetchSize(demandedRows());
                demanded = emitter.requested();
            }
            emitter.next(call.item(reading.row()));
            demanded--;
        }
        return true;
    }

    /** What is read ahead comes with what is demanded: it would be fetched for nobody otherwise. */
    private int demandedRows() {
        long demanded = Math.min(Math.max(emitter.requested(), LEAST_FETCH), options.fetch());
        return (int) Math.min(demanded + 1, Integer.MAX_VALUE);
    }

    private void awaitDemand() {
        AtomicBoolean stalled = new AtomicBoolean(); // of this wait: a timer that comes late says nothing of the next
        Runnable stall = () -> {
            stalled.set(true);
            wake();
        };
        Cancellable timer = context().clock().schedule(stall, options.stall());
        while (emitter.requested() == 0 && !isStopped() && !stalled.get()) {
            LockSupport.park(this);
            boolean _ = Thread.interrupted(); // nobody has a reason to; else it would spin
        }
        timer.cancel();
        if (stalled.get() && emitter.requested() == 0 && !isStopped()) {
            throw new SqlException(
                    Reason.STALLED,
                    "nobody has asked for the next row for " + options.stall().toMillis()
                            + " ms, and the connection is needed: ask sooner, take rows into a list, or allow more by"
                            + " JdbcOptions.stall(..)",
                    call.sql().text());
        }
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
