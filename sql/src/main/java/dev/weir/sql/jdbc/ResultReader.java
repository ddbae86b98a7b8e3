package dev.weir.sql.jdbc;

import dev.weir.sql.JsonCodec;
import dev.weir.sql.Row;
import dev.weir.sql.value.Columns;
import java.lang.reflect.Type;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the row at which a result stands. */
final class ResultReader {
    private static final Set<String> MARIADBS = Set.of("MariaDB", "MySQL");

    private final ResultSet rows;
    private final Columns columns;
    private final Cell[] cells;

    ResultReader(ResultSet rows, String query, @Nullable JsonCodec json) throws SQLException {
        ResultSetMetaData meta = rows.getMetaData();
        List<String> names = new ArrayList<>();
        this.rows = rows;
        cells = new Cell[meta.getColumnCount()];
        for (int i = 0; i < cells.length; i++) {
            names.add(meta.getColumnLabel(i + 1));
            cells[i] = cell(rows, meta.getColumnType(i + 1), String.valueOf(meta.getColumnTypeName(i + 1)));
        }
        columns = new Columns(List.copyOf(names), query, json);
    }

    /**
     * A {@code timestamp} has no zone in the standard, and is an instant in MariaDB and MySQL, whose {@code datetime} has none; and
     * their {@code time} is a number of hours, of which there may be more than a day has.
     */
    private static Cell cell(ResultSet rows, int type, String typeName) throws SQLException {
        String name = typeName.toLowerCase(Locale.ROOT);
        return switch (name) {
            case "timestamp" -> isOfMariaDb(rows) ? Cell.UTC : Cell.of(type, name);
            case "time" -> isOfMariaDb(rows) ? Cell.HOURS : Cell.of(type, name);
            default -> Cell.of(type, name);
        };
    }

    private static boolean isOfMariaDb(ResultSet rows) throws SQLException {
        Statement statement = rows.getStatement();
        return statement != null
                && MARIADBS.contains(statement.getConnection().getMetaData().getDatabaseProductName());
    }

    Columns columns() {
        return columns;
    }

    Cell cell(int place) {
        return cells[place];
    }

    /** All values, which may be kept. */
    Row row() throws SQLException {
        @Nullable Object[] values = new @Nullable Object[cells.length];
        for (int i = 0; i < cells.length; i++) {
            values[i] = value(i, cells[i]);
        }
        return new Row(columns, values);
    }

    /**
     * The value at a place as a type. Where all of the arguments are constants, the compiler leaves little of it.
     *
     * @param known the class of values that are taken as they are
     */
    @Nullable
    Object value(int place, Cell cell, Class<?> known, Type type) throws SQLException {
        Object value = value(place, cell);
        return known.isInstance(value) ? value : columns.converted(value, place, type);
    }

    // The same of the types that are none of objects, without one; what is null is 0 to a driver, as in Cell.

    int whole(int place) throws SQLException {
        int value = rows.getInt(place + 1);
        if (value == 0) {
            checkThere(place, int.class);
        }
        return value;
    }

    long large(int place) throws SQLException {
        long value = rows.getLong(place + 1);
        if (value == 0) {
            checkThere(place, long.class);
        }
        return value;
    }

    float single(int place) throws SQLException {
        float value = rows.getFloat(place + 1);
        if (value == 0) {
            checkThere(place, float.class);
        }
        return value;
    }

    double twice(int place) throws SQLException {
        double value = rows.getDouble(place + 1);
        if (value == 0) {
            checkThere(place, double.class);
        }
        return value;
    }

    boolean truth(int place) throws SQLException {
        boolean value = rows.getBoolean(place + 1);
        if (!value) {
            checkThere(place, boolean.class);
        }
        return value;
    }

    private void checkThere(int place, Class<?> type) throws SQLException {
        if (rows.wasNull()) {
            var _ = columns.converted(null, place, type); // says so
        }
    }

    private @Nullable Object value(int place, Cell cell) throws SQLException {
        try {
            return cell.read(rows, place + 1);
        } catch (DateTimeException e) {
            throw columns.beyondTime(place, e); // the driver's own message names neither
        }
    }
}
