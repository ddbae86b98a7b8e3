package dev.weir.sql;

import dev.weir.CheckReturnValue;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.sql.engine.Call;
import dev.weir.sql.engine.Engine;
import dev.weir.sql.text.Bindings;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A statement and its values; immutable. Nothing runs before a subscription, and each runs it anew. A value that is a
 * {@link java.util.Collection} stands for as many parameters as it has items: {@code where id in (:ids)}. Times are those of
 * {@code java.time}; enums are their names; {@link Json} is what its codec writes.
 */
@CheckReturnValue
public final class Query {
    private static final int BATCH = 1_000;

    private final Engine engine;
    private final Bindings bindings;
    private final List<String> keys;

    Query(Engine engine, Bindings bindings, List<String> keys) {
        this.engine = engine;
        this.bindings = bindings;
        this.keys = keys;
    }

    /**
     * Gives {@code :name} a value, or another one.
     *
     * @throws IllegalArgumentException if the statement has no such parameter
     */
    public Query bind(String name, @Nullable Object value) {
        return new Query(engine, bindings.with(name, value), keys);
    }

    /** Makes the result of an insert, update or delete these columns of the rows that it has made or changed. */
    public Query returning(String... columns) {
        if (columns.length == 0) {
            throw new IllegalArgumentException("returning needs the columns, such as \"id\"");
        }
        return new Query(engine, bindings, List.of(columns));
    }

    /**
     * The rows. A connection is taken at the first request and given back at the end; rows are fetched as they are
     * demanded, and changes are kept if the stream completes.
     *
     * <p><b>fails</b> with a {@link SqlException}; <b>cancels</b> the statement in the database.
     */
    public Many<Row> rows() {
        return Many.defer(() -> engine.rows(call()));
    }

    /**
     * The rows as records, whose components are called like columns ({@code createdAt} is {@code created_at}), or as plain
     * values if there is one column.
     *
     * <p>As {@link #rows()}; <b>fails</b> with {@code USAGE} if a row does not fit, or is a plain value that is null.
     */
    public <T> Many<T> as(Class<T> type) {
        Objects.requireNonNull(type, "type");
        return Many.defer(() -> engine.as(call(), type));
    }

    /**
     * The only row as a record or plain value, or null if there is none.
     *
     * <p><b>fails</b> with a {@link SqlException}, {@code USAGE} if there are several, or none can be; what an insert, update or
     * delete has done is undone then, inside a transaction by its rollback only; <b>cancels</b> the statement in the
     * database.
     */
    public <T> One<@Nullable T> one(Class<T> type) {
        Objects.requireNonNull(type, "type");
        return One.defer(() -> engine.one(call(), type));
    }

    /**
     * How many rows an insert, update or delete has changed; 0 of other statements that have no rows.
     *
     * <p><b>fails</b> with a {@link SqlException}, also if the statement has rows; <b>cancels</b> the statement in the database.
     */
    public One<Long> update() {
        if (!keys.isEmpty()) {
            throw new IllegalStateException("what is returning(..) columns has rows: ask for as(..) or one(..)");
        }
        return One.defer(() -> engine.update(call()));
    }

    /**
     * Runs the statement for each item, 1,000 in a batch, and emits how many rows each has changed, in order; {@code -2} if
     * the driver does not know. Each batch is a transaction, unless this is inside one; it runs when 1,000 items have come, or at the
     * end.
     *
     * <p><b>fails</b> with a {@link SqlException}, after which earlier batches stay done; <b>cancels</b> as {@link #update}.
     *
     * @param items values for {@code ?}: an {@code Object[]} or a {@link List}; for names: a record, or a {@link java.util.Map};
     *     names that an item lacks have the values that were bound
     * @throws IllegalStateException if there are values for {@code ?} already, or columns to return
     */
    public Many<Long> batch(Many<?> items) {
        if (bindings.hasPositional()) {
            throw new IllegalStateException("the items of a batch have the values: leave those of query(..) out");
        } else if (!keys.isEmpty()) {
            throw new IllegalStateException(
                    "a batch tells counts, and nothing of returning(..) columns: leave it out, or"
                            + " run the query for each item");
        }
        return items.buffer(BATCH)
                .mapAsync(
                        1,
                        batch -> engine.batch(
                                bindings.sql(),
                                batch.stream().map(bindings::valuesOf).toList()))
                .flatMapIterable(counts -> Arrays.stream(counts).boxed().toList());
    }

    private Call call() {
        return new Call(bindings.sql(), bindings.values(), keys);
    }

    @Override
    public String toString() {
        return bindings.sql().text();
    }
}
