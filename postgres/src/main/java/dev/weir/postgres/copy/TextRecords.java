package dev.weir.postgres.copy;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.postgres.text.TextValue;
import dev.weir.sql.SqlException;
import dev.weir.sql.SqlException.Reason;
import dev.weir.sql.value.Columns;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Lines of COPY's text format (PostgreSQL 18, COPY, Text Format) as records. */
public final class TextRecords<R extends Record> {
    private static final int DECIMAL = 10;
    private static final String TEXT = "TEXT";

    /** What text is read as: what a smaller number can't be is told when the record is made. */
    private static final Map<Class<?>, String> TYPES = Map.ofEntries(
            Map.entry(boolean.class, "BOOL"),
            Map.entry(Boolean.class, "BOOL"),
            Map.entry(byte.class, "INT4"),
            Map.entry(Byte.class, "INT4"),
            Map.entry(short.class, "INT4"),
            Map.entry(Short.class, "INT4"),
            Map.entry(int.class, "INT4"),
            Map.entry(Integer.class, "INT4"),
            Map.entry(long.class, "INT8"),
            Map.entry(Long.class, "INT8"),
            Map.entry(float.class, "FLOAT4"),
            Map.entry(Float.class, "FLOAT4"),
            Map.entry(double.class, "FLOAT8"),
            Map.entry(Double.class, "FLOAT8"),
            Map.entry(BigDecimal.class, "NUMERIC"),
            Map.entry(BigInteger.class, "NUMERIC"),
            Map.entry(LocalDate.class, "DATE"),
            Map.entry(LocalTime.class, "TIME"),
            Map.entry(OffsetTime.class, "TIMETZ"),
            Map.entry(LocalDateTime.class, "TIMESTAMP"),
            Map.entry(OffsetDateTime.class, "TIMESTAMPTZ"),
            Map.entry(Instant.class, "TIMESTAMPTZ"),
            Map.entry(UUID.class, "UUID"),
            Map.entry(byte[].class, "BYTEA"),
            Map.entry(String.class, TEXT),
            Map.entry(char.class, TEXT),
            Map.entry(Character.class, TEXT));

    private final Class<R> type;
    private final RecordComponent[] components;
    private final Field[] fields;
    private final String statement;
    private final Columns columns;

    /** How a part of a line that is not null is read. */
    private interface Field {
        Object read(String line, int begin, int end);
    }

    /**
     * The records of a type.
     *
     * @throws IllegalArgumentException if a component is of a type that text can't be read as
     */
    public TextRecords(String from, Class<R> type) {
        this.type = type;
        components = type.getRecordComponents();
        fields = Arrays.stream(components).map(TextRecords::fieldOf).toArray(Field[]::new);
        List<String> names = Arrays.stream(components)
                .map(component -> RecordText.column(component.getName()))
                .toList();
        statement = names.stream()
                .map(name -> '"' + name + '"')
                .collect(Collectors.joining(", ", "copy (select ", " from " + from + ") to stdout"));
        columns = new Columns(names, statement, null);
    }

    private static Field fieldOf(RecordComponent component) {
        String known = component.getType().isEnum() ? TEXT : TYPES.get(component.getType());
        return switch (known) {
            case null ->
                throw new IllegalArgumentException("the component " + component.getName() + " is a "
                        + component.getType().getTypeName() + ", which can't be copied: take it as a String");
            case TEXT -> TextRecords::unescaped;
            case "INT4" ->
                (line, begin, end) -> Integer.parseInt(line, begin, Digits.checkWhole(line, begin, end), DECIMAL);
            case "INT8" ->
                (line, begin, end) -> Long.parseLong(line, begin, Digits.checkWhole(line, begin, end), DECIMAL);
            case "FLOAT4", "FLOAT8" -> (line, begin, end) -> Unrounded.of(known, Digits.number(line, begin, end));
            case "NUMERIC" -> (line, begin, end) -> TextValue.of(known, Digits.number(line, begin, end));
            default -> (line, begin, end) -> TextValue.of(known, unescaped(line, begin, end));
        };
    }

    public String statement() {
        return statement;
    }

    /** What whole lines say. */
    public List<R> of(ByteBuffer lines) {
        String text = new String(lines.array(), lines.arrayOffset() + lines.position(), lines.remaining(), UTF_8);
        List<R> records = new ArrayList<>();
        for (int begin = 0; begin < text.length(); ) {
            int end = text.indexOf('\n', begin);
            records.add(line(text, begin, end));
            begin = end + 1;
        }
        return records;
    }

    private R line(String text, int begin, int end) {
        @Nullable Object[] values = new @Nullable Object[fields.length];
        int from = begin;
        for (int i = 0; i < fields.length; i++) {
            int tab = i == fields.length - 1 ? end : text.indexOf('\t', from);
            values[i] = isNull(text, from, tab) ? null : value(text, from, tab, i);
            from = tab + 1;
        }
        R made = columns.as(values, type);
        if (made == null) {
            throw new IllegalStateException("a record is never null");
        }
        return made;
    }

    private static boolean isNull(String text, int begin, int end) {
        return end - begin == 2 && text.charAt(begin) == '\\' && text.charAt(begin + 1) == 'N';
    }

    private Object value(String text, int begin, int end, int place) {
        try {
            return fields[place].read(text, begin, end);
        } catch (NumberFormatException | DateTimeException e) {
            throw unfit(place, "", e); // whose messages have the value
        } catch (IllegalArgumentException e) {
            throw unfit(place, ": " + e.getMessage(), e);
        }
    }

    private SqlException unfit(int place, String why, RuntimeException cause) {
        return new SqlException(
                Reason.USAGE,
                null,
                "column " + columns.names().get(place) + " does not fit into "
                        + components[place].getType().getSimpleName() + why,
                statement,
                cause);
    }

    private static String unescaped(String line, int begin, int end) {
        if (line.indexOf('\\', begin, end) < 0) {
            return line.substring(begin, end);
        }
        StringBuilder text = new StringBuilder(end - begin);
        for (int i = begin; i < end; i++) {
            char c = line.charAt(i);
            text.append(c == '\\' ? meant(line.charAt(++i)) : c);
        }
        return text.toString();
    }

    private static char meant(char escaped) {
        return switch (escaped) {
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'v' -> '\u000B';
            default -> escaped;
        };
    }
}
