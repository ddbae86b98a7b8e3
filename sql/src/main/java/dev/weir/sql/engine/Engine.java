package dev.weir.sql.engine;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.sql.JsonCodec;
import dev.weir.sql.Load;
import dev.weir.sql.Row;
import dev.weir.sql.TxOptions;
import dev.weir.sql.text.Sql;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What runs statements: each subscription runs one, on a connection that it has for itself, or on that of a transaction.
 * Failures are {@link dev.weir.sql.SqlException}s.
 */
public interface Engine {
    /** The rows of a statement, read as they are demanded; its changes are kept if it completes. */
    Many<Row> rows(Call call);

    /** The same as records or plain values. */
    default <T> Many<T> as(Call call, Class<T> type) {
        return rows(call).map(row -> call.item(row.as(type)));
    }

    /** At most so many of the rows, read before the connection is free again. */
    One<List<Row>> some(Call call, int most);

    /** The only row as a record or plain value, or null if there is none; what changes rows and then fails is undone. */
    default <T> One<@Nullable T> one(Call call, Class<T> type) {
        return some(call, 2).<@Nullable T>map(rows -> call.only(rows, type));
    }

    /** How many rows a statement has changed. */
    One<Long> update(Call call);

    /** How many rows a statement has changed, for each of several lists of values, in one transaction. */
    One<long[]> batch(Sql sql, List<List<@Nullable Object>> values);

    /** A transaction that has not begun; inside another one, a savepoint. One for each subscription. */
    Tx tx(TxOptions options);

    @Nullable
    JsonCodec json();

    Load load();
}
