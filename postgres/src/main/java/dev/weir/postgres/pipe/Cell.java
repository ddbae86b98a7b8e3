package dev.weir.postgres.pipe;

import dev.weir.postgres.text.TextValue;
import dev.weir.sql.text.FirstWord;
import dev.weir.sql.value.Instants;
import dev.weir.sql.value.JsonText;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.data.Numeric;
import io.vertx.sqlclient.desc.ColumnDescriptor;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** How a value of a column is read: as the same value as over JDBC. */
interface Cell {
    Object read(Object raw);

    int FIRST_YEAR = -4713;
    int LAST_YEAR = 294_276;

    /**
     * Types that the driver reads without losing anything; it parses JSON, has classes of its own for intervals, and takes
     * what begins as an array for one, of types that it does not know.
     */
    Set<String> EXACT = Set.of(
            "BOOL",
            "INT2",
            "INT4",
            "INT8",
            "FLOAT4",
            "FLOAT8",
            "NUMERIC",
            "VARCHAR",
            "BPCHAR",
            "TEXT",
            "NAME",
            "DATE",
            "TIMESTAMP",
            "TIMESTAMPTZ",
            "BYTEA",
            "UUID",
            "VOID");

    /** Whether the value has to come as text. */
    static boolean wantsText(ColumnDescriptor column) {
        return !EXACT.contains(column.typeName());
    }

    /** Whether it may be infinite, which the driver can't read. */
    static boolean isDecimal(ColumnDescriptor column) {
        return column.typeName().equals("NUMERIC");
    }

    static Cell of(ColumnDescriptor column) {
        String type = column.typeName();
        if (type.endsWith("_ARRAY")) {
            return raw -> ArrayText.parse((String) raw, type.substring(0, type.length() - "_ARRAY".length()));
        }
        return switch (type) {
            case "INT2" -> raw -> ((Number) raw).intValue();
            case "NUMERIC" -> Cell::number;
            case "TIME", "TIMETZ" -> raw -> TextValue.of(type, (String) raw); // the driver knows no 24:00
            case "TIMESTAMP" -> raw -> bounded((LocalDateTime) raw);
            case "TIMESTAMPTZ" -> raw -> bounded((OffsetDateTime) raw);
            case "BYTEA" -> raw -> ((Buffer) raw).getBytes();
            case "JSON", "JSONB" -> raw -> new JsonText((String) raw);
            case "OID" -> raw -> Long.valueOf((String) raw);
            case "UNKNOWN" -> raw -> ArrayText.orText((String) raw); // it may be an array of them
            case "INET" -> raw -> host((String) raw);
            default -> raw -> raw;
        };
    }

    /** As the type is written: where text is made of it, that of a single host has its mask. */
    private static String host(String address) {
        String mask = address.indexOf(':') < 0 ? "/32" : "/128";
        return address.endsWith(mask) ? address.substring(0, address.length() - mask.length()) : address;
    }

    private static Object number(Object raw) {
        return raw instanceof Numeric number && !number.isNaN() ? number.bigDecimalValue() : Double.NaN;
    }

    /** Infinity is beyond the years that PostgreSQL has. */
    private static Object bounded(LocalDateTime time) {
        return time.getYear() > LAST_YEAR ? LocalDateTime.MAX : time.getYear() < FIRST_YEAR ? LocalDateTime.MIN : time;
    }

    private static Object bounded(OffsetDateTime time) {
        return time.getYear() > LAST_YEAR
                ? OffsetDateTime.MAX
                : time.getYear() < FIRST_YEAR ? OffsetDateTime.MIN : Instants.inUtc(time);
    }

    /**
     * The same statement, with text in place of values that the driver would change. Behind them are its own columns, as null:
     * so the server notices when these are others than they were, which it refuses (and the planner leaves out that join).
     */
    static String withTexts(String text, List<ColumnDescriptor> columns) {
        StringBuilder names = new StringBuilder();
        StringBuilder selected = new StringBuilder();
        for (int i = 0; i < columns.size(); i++) {
            String separator = i == 0 ? "" : ", ";
            names.append(separator).append('c').append(i);
            selected.append(separator)
                    .append('c')
                    .append(i)
                    .append(wantsText(columns.get(i)) ? "::text" : "")
                    .append(" as \"")
                    .append(columns.get(i).name().replace("\"", "\"\""))
                    .append('"');
        }
        String own = FirstWord.mayChange(text)
                ? "weir_rows"
                : "(" + text + "\n)"; // to name it twice would keep all its rows
        return "with weir_rows as (" + text + "\n), weir(" + names + ") as (select * from weir_rows) select " + selected
                + ", own.* from weir left join " + own + " as own on false";
    }

    /** The server takes the statement, but not as a part of another: it changes data in a {@code with}, or explains. */
    static IllegalArgumentException withoutTexts(List<ColumnDescriptor> columns, @Nullable Throwable why) {
        String names = columns.stream()
                .filter(Cell::wantsText)
                .map(ColumnDescriptor::name)
                .collect(Collectors.joining(", "));
        return new IllegalArgumentException(
                "the columns " + names + " have to come as text, and no other statement can be made of this one for it:"
                        + " cast these columns to text in the statement, as in settings::text",
                why);
    }
}
