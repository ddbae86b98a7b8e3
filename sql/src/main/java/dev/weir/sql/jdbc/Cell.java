package dev.weir.sql.jdbc;

import dev.weir.sql.value.Instants;
import dev.weir.sql.value.JsonText;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How the value of a column is read, as one that outlives the result, of the same type whatever the driver. A switch over them
 * is compiled into what reads a row.
 */
enum Cell {
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
    HOURS,
    OFFSET_TIME,
    MOMENT,
    UTC,
    ARRAY,
    PLAIN;

    private static final Pattern MIDNIGHT = Pattern.compile("24:00:00(\\.0+)?");

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
            case HOURS -> hours(rows, place);
            case OFFSET_TIME -> rows.getObject(place, OffsetTime.class);
            case MOMENT -> rows.getObject(place, LocalDateTime.class);
            case UTC -> utc(rows, place);
            case ARRAY -> array(rows, place);
            case PLAIN -> plain(rows, place);
        };
    }

    static Cell of(int type, String name) {
        if (name.equals("uuid")) {
            return PLAIN; // H2 calls it binary
        } else if (name.equals("year")) {
            return WHOLE; // MariaDB's driver calls it a date
        }
        return switch (type) {
            case Types.TIMESTAMP -> name.equals("timestamptz") ? UTC : MOMENT;
            case Types.TIMESTAMP_WITH_TIMEZONE -> UTC;
            case Types.DATE -> DATE;
            case Types.TIME -> name.equals("timetz") ? OFFSET_TIME : TIME;
            case Types.TIME_WITH_TIMEZONE -> OFFSET_TIME;
            case Types.ARRAY -> ARRAY;
            case Types.SMALLINT, Types.TINYINT -> WHOLE;
            case Types.INTEGER -> isUnsigned(name) ? LARGE : WHOLE;
            case Types.BIGINT -> isUnsigned(name) ? PLAIN : LARGE;
            case Types.DOUBLE -> name.equals("money") ? TEXT : TWICE; // it has a currency
            case Types.REAL -> SINGLE;
            case Types.BOOLEAN -> TRUTH;
            case Types.BIT -> name.equals("bool") ? TRUTH : PLAIN;
            case Types.BLOB, Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY -> BYTES;
            case Types.CLOB, Types.NCLOB, Types.CHAR, Types.VARCHAR, Types.LONGVARCHAR -> TEXT;
            default ->
                switch (name) {
                    case "json", "jsonb" -> JSON;
                    case "interval" -> TEXT; // the driver's class has smaller numbers
                    default -> PLAIN;
                };
        };
    }

    /** The driver would give what is left of them in a day, and before one the rest of it. */
    private static @Nullable Object hours(ResultSet rows, int place) throws SQLException {
        String text = rows.getString(place);
        if (text == null) {
            return null;
        }
        try {
            return MIDNIGHT.matcher(text).matches() ? LocalTime.MAX : LocalTime.parse(text);
        } catch (DateTimeParseException e) { // whose message has the value
            throw new DateTimeException("it is not within a day", e);
        }
    }

    /** Whether there are numbers of MariaDB's that are beyond the signed ones of so many bytes. */
    private static boolean isUnsigned(String name) {
        return name.contains("unsigned");
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
        return isPlain(array) ? items((Object[]) array.getArray()) : asInColumns(array);
    }

    /** Whether what it has is the same in an array of Java's. */
    private static boolean isPlain(Array array) throws SQLException {
        return switch (array.getBaseType()) {
            case Types.SMALLINT, Types.INTEGER, Types.BIGINT, Types.REAL, Types.BOOLEAN, Types.CHAR, Types.VARCHAR ->
                true;
            case Types.DOUBLE -> !array.getBaseTypeName().equals("money");
            case Types.BIT -> array.getBaseTypeName().equals("bool");
            default -> false;
        };
    }

    /** In an array of Java's, times have neither fractions, zones nor years before ours, and others are the driver's own classes. */
    private static @Nullable Object[] asInColumns(Array array) throws SQLException {
        try (ResultSet items = array.getResultSet()) {
            ResultSetMetaData meta = items.getMetaData();
            Cell cell = of(meta.getColumnType(2), meta.getColumnTypeName(2).toLowerCase(Locale.ROOT));
            List<@Nullable Object> read = new ArrayList<>();
            while (items.next()) {
                read.add(cell.read(items, 2));
            }
            return read.toArray();
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
