package dev.weir.sql;

import dev.weir.sql.value.Columns;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A row of a result, with all its values: it may be kept. */
public final class Row {
    private final Columns columns;
    private final @Nullable Object[] values;

    /** For the engines. */
    @SuppressWarnings("exports")
    public Row(Columns columns, @Nullable Object[] values) {
        this.columns = columns;
        this.values = values;
    }

    /** What the columns are called, in order. */
    public List<String> columns() {
        return columns.names();
    }

    /**
     * The value of a column, or null.
     *
     * @param column its name in any case, with or without underscores, where no other is called more like it
     * @throws SqlException {@code USAGE} if there is none, or more than one, or it is of another type
     */
    public <T> @Nullable T get(String column, Class<T> type) {
        return columns.value(values, columns.place(column), type);
    }

    /**
     * The row as a record, whose components are called like columns, or the only column as a plain value.
     *
     * @throws SqlException {@code USAGE} if it does not fit
     */
    public <T> @Nullable T as(Class<T> type) {
        return columns.as(values, Objects.requireNonNull(type, "type"));
    }

    @Override
    public String toString() {
        return "Row" + columns.names();
    }
}
