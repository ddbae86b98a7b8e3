package dev.weir.postgres.pipe;

import dev.weir.sql.JsonCodec;
import dev.weir.sql.Row;
import dev.weir.sql.SqlException;
import dev.weir.sql.SqlException.Reason;
import dev.weir.sql.engine.Call;
import dev.weir.sql.engine.Rendered;
import dev.weir.sql.text.FirstWord;
import dev.weir.sql.text.Sql;
import io.vertx.sqlclient.internal.TupleInternal;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Statements that have one answer. */
final class Tasks {
    private static final int MOST_PARAMETERS = 65_535; // which the protocol counts

    private Tasks() {}

    /** The text with marks, and with the columns that it is to give. */
    static Rendered rendered(Call call) {
        Rendered rendered = rendered(call.sql(), call.values());
        if (call.keys().isEmpty()) {
            return rendered;
        }
        String columns = call.keys().stream()
                .map(column -> '"' + column.replace("\"", "\"\"") + '"')
                .collect(Collectors.joining(", "));
        return new Rendered(rendered.text() + "\nreturning " + columns, rendered.values());
    }

    /** The text with marks; more than the server counts are refused here: it would count from 0 again. */
    static Rendered rendered(Sql sql, List<@Nullable Object> values) {
        long size = 0; // before a text is made, which may be too long
        for (Object value : values) {
            size += parameters(value);
        }
        if (size > MOST_PARAMETERS) {
            throw new SqlException(
                    Reason.USAGE,
                    "the statement has " + size + " parameters, and may have " + MOST_PARAMETERS
                            + ": give an array to = any(..), or run it several times",
                    sql.text());
        }
        return Rendered.of(sql, values, Parameters::mark);
    }

    private static int parameters(@Nullable Object value) {
        return value instanceof Collection<?> items ? items.size() : 1;
    }

    static Task<List<Row>> some(Call call, int most, @Nullable JsonCodec json) {
        return (line, outcome) -> understood(line, call, json, outcome, (statement, values) -> {
            if (!statement.hasRows()) {
                throw noRows(call);
            }
            outcome.begins();
            line.rows(
                    statement,
                    values,
                    statement.columns(call.sql().text(), json),
                    most,
                    false,
                    (batch, failure) -> outcome.done(batch == null ? null : batch.rows(), failure));
        });
    }

    /** Of a statement whose changes are undone if nothing can be made of its row. */
    static <T> Task<@Nullable T> one(Call call, Class<T> type, @Nullable JsonCodec json) {
        Task<List<Row>> some = some(call, 2, json);
        return (line, outcome) -> some.run(line, (rows, failure) -> {
            T made = null;
            Throwable why = failure;
            if (rows != null) {
                try {
                    made = call.only(rows, type);
                } catch (Throwable thrown) {
                    why = new Failures.Own(thrown);
                }
            }
            outcome.done(made, why);
        });
    }

    static SqlException noRows(Call call) {
        return new SqlException(
                Reason.USAGE,
                "the statement has no rows: run it by update()",
                call.sql().text());
    }

    static Task<Long> update(Call call, @Nullable JsonCodec json) {
        return (line, outcome) -> understood(line, call, json, outcome, (statement, values) -> {
            if (statement.hasRows()) {
                throw Call.hasRows(call.sql());
            }
            outcome.begins();
            line.update(
                    statement,
                    values,
                    FirstWord.isChange(call.sql().text())
                            ? outcome
                            : (count, failure) -> outcome.done(count == null ? null : 0L, failure));
        });
    }

    /** Runs a statement that the server has understood. */
    interface Understood {
        void run(Prepared statement, TupleInternal values);
    }

    /** Has it understood; what is thrown is the failure. */
    static void understood(Line line, Call call, @Nullable JsonCodec json, Outcome<?> outcome, Understood understood) {
        Rendered rendered;
        try {
            rendered = rendered(call);
        } catch (RuntimeException wrong) {
            outcome.done(null, wrong);
            return;
        }
        line.prepare(rendered.text(), (statement, failure) -> {
            if (statement == null) {
                outcome.done(null, failure);
                return;
            }
            try {
                understood.run(
                        statement,
                        Parameters.of(
                                statement.statement(),
                                rendered.values(),
                                json,
                                call.sql().text()));
            } catch (Throwable thrown) {
                outcome.done(null, thrown);
            }
        });
    }

    static Task<long[]> batch(Sql sql, List<List<@Nullable Object>> values, @Nullable JsonCodec json) {
        return (line, outcome) -> new BatchRun(line, sql, values, json, outcome).next();
    }
}
