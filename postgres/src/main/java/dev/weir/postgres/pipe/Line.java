package dev.weir.postgres.pipe;

import dev.weir.sql.Row;
import dev.weir.sql.value.Columns;
import io.vertx.core.Completable;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.pgclient.PgConnection;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.desc.ColumnDescriptor;
import io.vertx.sqlclient.internal.Connection;
import io.vertx.sqlclient.internal.PreparedStatement;
import io.vertx.sqlclient.internal.QueryResultHandler;
import io.vertx.sqlclient.internal.RowDesc;
import io.vertx.sqlclient.internal.SqlConnectionInternal;
import io.vertx.sqlclient.internal.TupleInternal;
import io.vertx.sqlclient.internal.command.CloseStatementCommand;
import io.vertx.sqlclient.internal.command.CommandBase;
import io.vertx.sqlclient.internal.command.CompositeCommand;
import io.vertx.sqlclient.internal.command.ExtendedQueryCommand;
import io.vertx.sqlclient.internal.command.PrepareStatementCommand;
import io.vertx.sqlclient.internal.command.QueryCommandBase;
import io.vertx.sqlclient.internal.command.SimpleQueryCommand;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collector;
import org.jspecify.annotations.Nullable;

/** A connection, on the loop only. Statements are run in the order in which they are given; none waits for an answer. */
final class Line {
    private static final long LONGEST_PAUSE_MS = 500;
    private static final long LEAST_AGE_NANOS = 1_000_000_000; // or each change that is refused would cost a login

    private final PgConnection connection;
    private final Connection wire;
    private final Stopper stopper;
    private final Known prepared = new Known();
    private final Map<String, List<Outcome<Prepared>>> preparing = new HashMap<>();
    private final Deque<Asked<?>> underWay = new ArrayDeque<>();
    private final Stops stops = new Stops();
    private final Misread misread = new Misread();
    private @Nullable CompositeCommand corked;
    private Runnable atClose = () -> {};
    private Runnable user = () -> {};
    private long answered; // of all that was asked
    private boolean open = true;
    private final long made = System.nanoTime();
    private boolean readOnly; // as its user wants it
    private boolean doubtful;
    private @Nullable Future<Void> ended;

    /** Rows, and whether there are more. */
    record Batch(List<Row> rows, boolean more) {}

    Line(PgConnection connection, Stopper stopper) {
        this.connection = connection;
        this.wire = ((SqlConnectionInternal) connection).unwrap();
        this.stopper = stopper;
        connection.closeHandler(_ -> closed());
        connection.exceptionHandler(this::lost);
        connection.noticeHandler(_ -> {}); // nobody asks for them
    }

    /** Whether it may run something else. */
    boolean isUsable() {
        return open && !doubtful && !misread.isBroken();
    }

    boolean isOpen() {
        return open;
    }

    void atClose(Runnable action) {
        atClose = action;
    }

    /** Ends it, and gives when that is done; what runs fails at once, however long the server takes to notice. */
    Future<Void> close() {
        Promise<Void> promise = Promise.promise();
        if (ended == null) {
            ended = promise.future();
            boolean running = open && !underWay.isEmpty();
            closed();
            end(running ? LONGEST_PAUSE_MS / 128 : Long.MAX_VALUE, promise);
        }
        return ended;
    }

    /** What runs would run to its end: the server is asked again, since what has not begun yet may not notice. */
    private void end(long pause, Promise<Void> promise) {
        if (underWay.isEmpty() || pause > LONGEST_PAUSE_MS) {
            connection.close().onComplete(promise);
        } else {
            stop();
            whenQuiet(() -> stopper.later(pause, () -> end(2 * pause, promise)));
        }
    }

    /** The driver gives it up. If that is for what the server has said, then to what it was doing. */
    private void lost(Throwable why) {
        misread.broken();
        Asked<?> oldest = underWay.peek();
        if (oldest != null && why instanceof PgException) {
            oldest.tell(null, why);
        }
        var _ = close();
    }

    private void closed() {
        if (open) {
            open = false;
            List.copyOf(underWay).forEach(asked -> asked.tell(null, new ClosedChannelException()));
            atClose.run();
            user.run();
        }
    }

    /** Whoever has it is told when it ends; null is nobody. */
    void usedBy(@Nullable Runnable told) {
        user = told == null ? () -> {} : told;
    }

    /** Whether nothing is to be changed: that the server refuses it then says nothing about the server. */
    void readOnly(boolean wanted) {
        readOnly = wanted;
    }

    /** From now on statements are kept back, so that they go out as one. */
    void cork() {
        corked = new CompositeCommand();
    }

    void uncork() {
        CompositeCommand kept = corked;
        corked = null;
        if (kept != null && !kept.commands().isEmpty()) {
            wire.schedule(kept, (_, _) -> {});
        }
    }

    private <R> void run(CommandBase<R> command, Outcome<R> outcome) {
        if (!open) {
            outcome.done(null, new ClosedChannelException());
            return;
        }
        Asked<R> asked = new Asked<>(outcome);
        underWay.add(asked);
        CompositeCommand kept = corked;
        if (kept == null) {
            wire.schedule(command, asked);
        } else {
            kept.add(command, asked);
        }
    }

    /** What the server has been asked, and who is told; answers come in the order of questions. */
    private final class Asked<R> implements Completable<R> {
        private final Outcome<R> outcome;
        private boolean answered;
        private boolean told;

        Asked(Outcome<R> outcome) {
            this.outcome = outcome;
        }

        @Override
        public void complete(@Nullable R result, @Nullable Throwable failure) {
            if (answered) {
                return;
            }
            answered = true;
            if (!readOnly && Failures.isReadOnly(failure) && System.nanoTime() - made > LEAST_AGE_NANOS) {
                doubtful = true; // a new one may lead to the server that has taken over
            }
            while (!underWay.isEmpty() && underWay.peek().answered) {
                underWay.remove();
                Line.this.answered++;
            }
            tell(result, misread.told(failure));
        }

        void tell(@Nullable R result, @Nullable Throwable failure) {
            if (!told) {
                told = true;
                outcome.done(result, failure);
            }
        }
    }

    /** The place of what is asked next, among all that ever is. */
    long next() {
        return answered + underWay.size();
    }

    /** The place of what the server does now, or is asked next if it does nothing. */
    long now() {
        return answered;
    }

    /** Runs statements without parameters or rows, separated by semicolons. */
    void run(String text, Outcome<Boolean> outcome) {
        run(
                new SimpleQueryCommand<>(
                        text, false, false, QueryCommandBase.NULL_COLLECTOR, QueryResultHandler.NOOP_HANDLER),
                outcome);
    }

    /** Has the server understand a statement, unless it has before. */
    void prepare(String text, Outcome<Prepared> outcome) {
        Prepared known = prepared.get(text);
        if (known != null) {
            outcome.done(known, null);
            return;
        }
        List<Outcome<Prepared>> waiting = preparing.get(text);
        if (waiting != null) {
            waiting.add(outcome);
            return;
        }
        RuntimeException refusal = NoStatement.refusal(text);
        if (refusal != null) {
            outcome.done(null, refusal);
            return;
        }
        preparing.put(text, new ArrayList<>(List.of(outcome)));
        describe(text, (described, failure) -> {
            boolean kept = described != null && prepared.add(described, one -> release(one.statement()));
            List<Outcome<Prepared>> waited = preparing.remove(text);
            if (waited != null) {
                waited.forEach(one -> one.done(described, failure));
            }
            if (described != null && !kept) {
                release(described.statement()); // behind what runs it
            }
        });
    }

    private void describe(String text, Outcome<Prepared> outcome) {
        parse(
                text,
                (statement, columns) -> {
                    if (columns.stream().noneMatch(Cell::wantsText)) {
                        outcome.done(new Prepared(text, statement, columns), null);
                        return;
                    }
                    release(statement);
                    parse(
                            Cell.withTexts(text, columns),
                            (texts, _) -> outcome.done(new Prepared(text, texts, columns), null),
                            (_, failure) -> outcome.done(
                                    null, Failures.isWrong(failure) ? Cell.withoutTexts(columns, failure) : failure));
                },
                outcome);
    }

    /** Is told what the server has understood. */
    private interface Parsed {
        void done(PreparedStatement statement, List<ColumnDescriptor> columns);
    }

    private void parse(String text, Parsed parsed, Outcome<Prepared> outcome) {
        run(new PrepareStatementCommand(text, null, true), (statement, failure) -> {
            if (statement == null) {
                outcome.done(null, failure);
            } else {
                RowDesc rows = statement.rowDesc();
                parsed.done(statement, rows == null ? List.of() : rows.columnDescriptor());
            }
        });
    }

    private void release(PreparedStatement statement) {
        run(new CloseStatementCommand(statement), (_, _) -> {});
    }

    /** A table has changed: the statement has to be understood anew. */
    private void forgetIfStale(Prepared statement, @Nullable Throwable failure) {
        if (Failures.isStale(failure) && prepared.remove(statement)) {
            release(statement.statement());
        }
    }

    /**
     * Reads rows.
     *
     * @param most how many, at most; 0 is all
     * @param again whether to go on where it stopped before, in the same transaction
     */
    void rows(
            Prepared statement,
            TupleInternal values,
            Columns columns,
            int most,
            boolean again,
            Outcome<Batch> outcome) {
        Collected<List<Row>> collected = new Collected<>();
        Collector<io.vertx.sqlclient.Row, List<Row>, List<Row>> collector = Collector.of(
                ArrayList::new,
                (rows, raw) -> rows.add(statement.row(raw, columns)),
                (one, _) -> one,
                Collector.Characteristics.IDENTITY_FINISH);
        run(
                ExtendedQueryCommand.createQuery(
                        statement.statement().sql(),
                        null,
                        statement.statement(),
                        values,
                        most,
                        null,
                        again,
                        false,
                        collector,
                        collected),
                (more, failure) -> {
                    forgetIfStale(statement, failure);
                    Throwable why = statement.told(failure == null ? collected.failure : failure, columns);
                    List<Row> rows = collected.result;
                    outcome.done(
                            why == null ? new Batch(rows == null ? List.of() : rows, Boolean.TRUE.equals(more)) : null,
                            why);
                });
    }

    /** Changes rows; gives how many. */
    void update(Prepared statement, TupleInternal values, Outcome<Long> outcome) {
        Collected<Void> collected = new Collected<>();
        run(
                ExtendedQueryCommand.createQuery(
                        statement.statement().sql(),
                        null,
                        statement.statement(),
                        values,
                        false,
                        QueryCommandBase.NULL_COLLECTOR,
                        collected),
                (_, failure) -> {
                    forgetIfStale(statement, failure);
                    if (failure == null && statement.isForgetting()) {
                        prepared.clear();
                    }
                    outcome.done(failure == null ? collected.count() : null, failure);
                });
    }

    /** Changes rows once for each of the values, in one round trip. */
    void batch(Prepared statement, List<TupleInternal> values, Outcome<List<Long>> outcome) {
        Collected<Void> collected = new Collected<>();
        run(
                ExtendedQueryCommand.createBatch(
                        statement.statement().sql(),
                        null,
                        statement.statement(),
                        List.copyOf(values),
                        false,
                        QueryCommandBase.NULL_COLLECTOR,
                        collected),
                (_, failure) -> {
                    forgetIfStale(statement, failure);
                    outcome.done(failure == null ? collected.counts : null, failure);
                });
    }

    /**
     * Asks the server to stop whatever it runs on this connection: it may have gone on to the next statement when that comes.
     * So it is counted, and {@link #whenQuiet} waits until the server has taken it.
     */
    void stop() {
        stops.add();
        stopper.ask(connection.processId(), connection.secretKey(), taken -> {
            doubtful |= !taken; // it may come whenever
            stops.done();
        });
    }

    /** How many times it was asked to stop. */
    int stops() {
        return stops.made();
    }

    boolean isQuiet() {
        return stops.isQuiet();
    }

    /** Runs it when no request to stop is on its way. */
    void whenQuiet(Runnable action) {
        stops.whenQuiet(action);
    }
}
