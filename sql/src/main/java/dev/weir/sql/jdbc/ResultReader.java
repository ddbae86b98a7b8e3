package dev.weir.sql.jdbc;

import dev.weir.sql.JsonCodec;
import dev.weir.sql.Row;
import dev.weir.sql.value.Columns;
import dev.weir.sql.value.Instants;
import dev.weir.sql.value.JsonText;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads rows as values that outlive the result, of the same types whatever the driver. */
final class ResultReader {
    private static final Set<String> INSTANTS = Set.of("MariaDB", "MySQL");

    private final Columns columns;
    private final Cell[] cells;

    /** How the value of a column is read: a switch over them is compiled into the loop over the columns. */
    private enum Cell {
        WHOLE,
        LARGE,
        SINGLE,
        TWICE,
        TRUTH,
        TEXT,
        BYTES,
        JSON,
        DATE,
        TIME,
        OFFSET_TIME,
        MOMENT,
        UTC,
        ARRAY,
        PLAIN;

        @Nullable
        Object read(ResultSet rows, int place) throws SQLException {
            return switch (this) {
                case WHOLE -> whole(rows, place);
                case LARGE -> large(rows, place);
                case SINGLE -> single(rows, place);
                case TWICE -> twice(rows, place);
                case TRUTH -> truth(rows, place);
                case TEXT -> rows.getString(place);
                case BYTES -> rows.getBytes(place);
                case JSON -> json(rows, place);
                case DATE -> rows.getObject(place, LocalDate.class);
                case TIME -> rows.getObject(place, LocalTime.class);
                case OFFSET_TIME -> rows.getObject(place, OffsetTime.class);
                case MOMENT -> rows.getObject(place, LocalDateTime.class);
                case UTC -> utc(rows, place);
                case ARRAY -> array(rows, place);
                case PLAIN -> plain(rows, place);
            };
        }
    }

    ResultReader(ResultSet rows, String query, @Nullable JsonCodec json) throws SQLException {
        ResultSetMetaData meta = rows.getMetaData();
        List<String> names = new ArrayList<>();
        cells = new Cell[meta.getColumnCount()];
        for (int i = 0; i < cells.length; i++) {
            names.add(meta.getColumnLabel(i + 1));
            String type = String.valueOf(meta.getColumnTypeName(i + 1)).toLowerCase(Locale.ROOT);
            cells[i] = type.equals("timestamp") && areInstants(rows) ? Cell.UTC : cell(meta.getColumnType(i + 1), type);
        }
        columns = new Columns(List.copyOf(names), query, json);
    }

    Row read(ResultSet rows) throws SQLException {
        @Nullable Object[] values = new @Nullable Object[cells.length];
        int place = 0;
        try {
            for (; place < cells.length; place++) {
                values[place] = cells[place].read(rows, place + 1);
            }
        } catch (DateTimeException e) {
            throw columns.beyondTime(place, e); // the driver's own message names neither
        }
        return new Row(columns, values);
    }

    /** A {@code timestamp} has no zone in the standard, and is an instant in MariaDB and MySQL, whose {@code datetime} has none. */
    private static boolean areInstants(ResultSet rows) throws SQLException {
        Statement statement = rows.getStatement();
        return statement != null
                && INSTANTS.contains(statement.getConnection().getMetaData().getDatabaseProductName());
    }

    private static Cell cell(int type, String name) {
        if (name.equals("uuid")) {
            return Cell.PLAIN; // H2 calls it binary
        }
        return switch (type) {
            case Types.TIMESTAMP -> name.equals("timestamptz") ? Cell.UTC : Cell.MOMENT;
            case Types.TIMESTAMP_WITH_TIMEZONE -> Cell.UTC;
            case Types.DATE -> Cell.DATE;
            case Types.TIME -> name.equals("timetz") ? Cell.OFFSET_TIME : Cell.TIME;
            case Types.TIME_WITH_TIMEZONE -> Cell.OFFSET_TIME;
            case Types.ARRAY -> Cell.ARRAY;
            case Types.INTEGER, Types.SMALLINT, Types.TINYINT -> Cell.WHOLE;
            case Types.BIGINT -> Cell.LARGE;
            case Types.DOUBLE -> name.equals("money") ? Cell.PLAIN : Cell.TWICE;
            case Types.REAL -> Cell.SINGLE;
            case Types.BOOLEAN -> Cell.TRUTH;
            case Types.BIT -> name.equals("bool") ? Cell.TRUTH : Cell.PLAIN;
            case Types.BLOB, Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY -> Cell.BYTES;
            case Types.CLOB, Types.NCLOB, Types.CHAR, Types.VARCHAR, Types.LONGVARCHAR -> Cell.TEXT;
            default -> name.equals("json") || name.equals("jsonb") ? Cell.JSON : Cell.PLAIN;
        };
    }

    private static @Nullable Object utc(ResultSet rows, int place) throws SQLException {
        OffsetDateTime time = rows.getObject(place, OffsetDateTime.class);
        return time == null ? null : Instants.inUtc(time);
    }

    // What is null is 0 to a driver (JDBC 4.3, ResultSet), and asked for only then.

    private static @Nullable Object whole(ResultSet rows, int place) throws SQLException {
        int value = rows.getInt(place);
        return value == 0 && rows.wasNull() ? null : (Integer) value;
    }

    private static @Nullable Object large(ResultSet rows, int place) throws SQLException {
        long value = rows.getLong(place);
        return value == 0 && rows.wasNull() ? null : (Long) value;
    }

    private static @Nullable Object single(ResultSet rows, int place) throws SQLException {
        float value = rows.getFloat(place);
        return value == 0 && rows.wasNull() ? null : (Float) value;
    }

    private static @Nullable Object twice(ResultSet rows, int place) throws SQLException {
        double value = rows.getDouble(place);
        return value == 0 && rows.wasNull() ? null : (Double) value;
    }

    private static @Nullable Object truth(ResultSet rows, int place) throws SQLException {
        boolean value = rows.getBoolean(place);
        return (!value && rows.wasNull()) ? null : (Boolean) value;
    }

    private static @Nullable Object json(ResultSet rows, int place) throws SQLException {
        String text = rows.getString(place);
        return text == null ? null : new JsonText(text);
    }

    private static @Nullable Object array(ResultSet rows, int place) throws SQLException {
        Array array = rows.getArray(place);
        if (array == null) {
            return null;
        }
        return switch (array.getBaseType()) {
            case Types.DATE, Types.TIME, Types.TIME_WITH_TIMEZONE, Types.TIMESTAMP, Types.TIMESTAMP_WITH_TIMEZONE ->
                times(array);
            default -> items((Object[]) array.getArray());
        };
    }

    /** As in columns: in an array of Java's they are of classes that know neither fractions, zones nor years before ours. */
    private static @Nullable Object[] times(Array array) throws SQLException {
        try (ResultSet items = array.getResultSet()) {
            ResultSetMetaData meta = items.getMetaData();
            Cell cell = cell(meta.getColumnType(2), meta.getColumnTypeName(2).toLowerCase(Locale.ROOT));
            List<@Nullable Object> times = new ArrayList<>();
            while (items.next()) {
                times.add(cell.read(items, 2));
            }
            return times.toArray();
        }
    }

    private static @Nullable Object[] items(@Nullable Object[] array) {
        @Nullable Object[] items = new @Nullable Object[array.length];
        for (int i = 0; i < array.length; i++) {
            items[i] = switch (array[i]) {
                case Object[] nested -> items(nested);
                case Short small -> small.intValue();
                case null, default -> array[i];
            };
        }
        return items;
    }

    /** What is of no type of Java's is text. */
    private static @Nullable Object plain(ResultSet rows, int place) throws SQLException {
        Object value = rows.getObject(place);
        return switch (value) {
            case null -> null;
            case Number number -> number;
            case Boolean truth -> truth;
            case UUID id -> id;
            case String text -> text;
            default -> rows.getString(place);
        };
    }
}
