package dev.weir.sql.jdbc;

import dev.weir.sql.JsonCodec;
import dev.weir.sql.Row;
import dev.weir.sql.value.Columns;
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
import java.time.ZoneOffset;
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

    /** How the value of a column is read. */
    private interface Cell {
        @Nullable
        Object read(ResultSet rows, int place) throws SQLException;
    }

    ResultReader(ResultSet rows, String query, @Nullable JsonCodec json) throws SQLException {
        ResultSetMetaData meta = rows.getMetaData();
        List<String> names = new ArrayList<>();
        cells = new Cell[meta.getColumnCount()];
        for (int i = 0; i < cells.length; i++) {
            names.add(meta.getColumnLabel(i + 1));
            String type = String.valueOf(meta.getColumnTypeName(i + 1)).toLowerCase(Locale.ROOT);
            cells[i] = type.equals("timestamp") && areInstants(rows)
                    ? ResultReader::utc
                    : cell(meta.getColumnType(i + 1), type);
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
            return ResultReader::plain; // H2 calls it binary
        }
        return switch (type) {
            case Types.TIMESTAMP -> name.equals("timestamptz") ? ResultReader::utc : as(LocalDateTime.class);
            case Types.TIMESTAMP_WITH_TIMEZONE -> ResultReader::utc;
            case Types.DATE -> as(LocalDate.class);
            case Types.TIME -> name.equals("timetz") ? as(OffsetTime.class) : as(LocalTime.class);
            case Types.TIME_WITH_TIMEZONE -> as(OffsetTime.class);
            case Types.ARRAY -> ResultReader::array;
            case Types.INTEGER, Types.SMALLINT, Types.TINYINT -> ResultReader::whole;
            case Types.BIGINT -> ResultReader::large;
            case Types.DOUBLE -> name.equals("money") ? ResultReader::plain : ResultReader::twice;
            case Types.REAL -> ResultReader::single;
            case Types.BOOLEAN -> ResultReader::truth;
            case Types.BIT -> name.equals("bool") ? ResultReader::truth : ResultReader::plain;
            case Types.BLOB, Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY -> ResultSet::getBytes;
            case Types.CLOB, Types.NCLOB, Types.CHAR, Types.VARCHAR, Types.LONGVARCHAR -> ResultSet::getString;
            default -> other(name);
        };
    }

    private static Cell other(String name) {
        return switch (name) {
            case "json", "jsonb" -> ResultReader::json;
            default -> ResultReader::plain;
        };
    }

    private static Cell as(Class<?> type) {
        return (rows, place) -> rows.getObject(place, type);
    }

    private static @Nullable Object utc(ResultSet rows, int place) throws SQLException {
        OffsetDateTime time = rows.getObject(place, OffsetDateTime.class);
        return time == null ? null : inUtc(time);
    }

    private static OffsetDateTime inUtc(OffsetDateTime time) {
        return time.equals(OffsetDateTime.MAX) || time.equals(OffsetDateTime.MIN) // infinity
                ? time
                : time.withOffsetSameInstant(ZoneOffset.UTC);
    }

    private static @Nullable Object whole(ResultSet rows, int place) throws SQLException {
        int value = rows.getInt(place);
        return rows.wasNull() ? null : (Integer) value;
    }

    private static @Nullable Object large(ResultSet rows, int place) throws SQLException {
        long value = rows.getLong(place);
        return rows.wasNull() ? null : (Long) value;
    }

    private static @Nullable Object single(ResultSet rows, int place) throws SQLException {
        float value = rows.getFloat(place);
        return rows.wasNull() ? null : (Float) value;
    }

    private static @Nullable Object twice(ResultSet rows, int place) throws SQLException {
        double value = rows.getDouble(place);
        return rows.wasNull() ? null : (Double) value;
    }

    private static @Nullable Object truth(ResultSet rows, int place) throws SQLException {
        boolean value = rows.getBoolean(place);
        return rows.wasNull() ? null : (Boolean) value;
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
