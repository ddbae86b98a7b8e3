package dev.weir.postgres.pipe;

import dev.weir.sql.JsonCodec;
import dev.weir.sql.Row;
import dev.weir.sql.text.FirstWord;
import dev.weir.sql.value.Columns;
import io.vertx.sqlclient.desc.ColumnDescriptor;
import io.vertx.sqlclient.internal.PreparedStatement;
import java.time.DateTimeException;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A statement that the server has understood, and how the values of its rows are read. */
final class Prepared {
    private static final Pattern ALL = Pattern.compile("\\ball\\b", Pattern.CASE_INSENSITIVE);

    private final String text;
    private final PreparedStatement statement;
    private final List<ColumnDescriptor> shown;
    private final List<String> names;
    private final List<Cell> cells;

    /**
     * One with such columns.
     *
     * @param shown as its text has them, whatever the statement makes of them
     */
    Prepared(String text, PreparedStatement statement, List<ColumnDescriptor> shown) {
        this.text = text;
        this.statement = statement;
        this.shown = shown;
        this.names = shown.stream().map(ColumnDescriptor::name).toList();
        this.cells = shown.stream().map(Cell::of).toList();
    }

    /** What it was asked for by. */
    String text() {
        return text;
    }

    PreparedStatement statement() {
        return statement;
    }

    boolean hasRows() {
        return !cells.isEmpty();
    }

    /** Whether the server knows none of those that were prepared any more when it has run. */
    boolean isForgetting() {
        return switch (FirstWord.of(text)) {
            case "discard", "deallocate" -> ALL.matcher(text).find();
            default -> false;
        };
    }

    Columns columns(String query, @Nullable JsonCodec json) {
        return new Columns(names, query, json);
    }

    Row row(io.vertx.sqlclient.Row raw, Columns columns) {
        @Nullable Object[] values = new @Nullable Object[cells.size()];
        for (int i = 0; i < values.length; i++) {
            Object value = raw.getValue(i);
            values[i] = value == null ? null : read(i, value, columns);
        }
        return new Row(columns, values);
    }

    /** What it has failed with: the driver can't read an infinite numeric, and does not say where it was. */
    @Nullable
    Throwable told(@Nullable Throwable failure, Columns columns) {
        return failure instanceof NumberFormatException unread
                ? columns.beyondDecimals(
                        shown.stream()
                                .filter(Cell::isDecimal)
                                .map(ColumnDescriptor::name)
                                .toList(),
                        unread)
                : failure;
    }

    private Object read(int place, Object raw, Columns columns) {
        try {
            return cells.get(place).read(raw);
        } catch (DateTimeException e) {
            throw columns.beyondTime(place, e); // nobody above knows the column
        }
    }
}
