package dev.weir.postgres.copy;

import dev.weir.postgres.text.TextValue;
import dev.weir.sql.SqlException;
import dev.weir.sql.SqlException.Reason;
import dev.weir.sql.value.Columns;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
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
    private static final String NULL = "\\N";
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
    private final String[] types;
    private final String statement;
    private final Columns columns;

    /**
     * The records of a type.
     *
     * @throws IllegalArgumentException if a component is of a type that text can't be read as
     */
    public TextRecords(String from, Class<R> type) {
        this.type = type;
        components = type.getRecordComponents();
        types = Arrays.stream(components).map(TextRecords::typeOf).toArray(String[]::new);
        List<String> names = Arrays.stream(components)
                .map(component -> RecordText.column(component.getName()))
                .toList();
        statement = names.stream()
                .map(name -> '"' + name + '"')
                .collect(Collectors.joining(", ", "copy (select ", " from " + from + ") to stdout"));
        columns = new Columns(names, statement, null);
    }

    private static String typeOf(RecordComponent component) {
        String known = component.getType().isEnum() ? TEXT : TYPES.get(component.getType());
        if (known == null) {
            throw new IllegalArgumentException("the component " + component.getName() + " is a "
                    + component.getType().getTypeName() + ", which can't be copied: take it as a String");
        }
        return known;
    }

    public String statement() {
        return statement;
    }

    /** What whole lines say. */
    public List<R> of(ByteBuffer lines) {
        String text = StandardCharsets.UTF_8.decode(lines).toString();
        List<R> records = new ArrayList<>();
        for (int begin = 0; begin < text.length(); ) {
            int end = text.indexOf('\n', begin);
            records.add(line(text, begin, end));
            begin = end + 1;
        }
        return records;
    }

    private R line(String text, int begin, int end) {
        @Nullable Object[] values = new @Nullable Object[types.length];
        int from = begin;
        for (int i = 0; i < types.length; i++) {
            int tab = i == types.length - 1 ? end : text.indexOf('\t', from);
            values[i] = value(text.substring(from, tab), i);
            from = tab + 1;
        }
        R made = columns.as(values, type);
        if (made == null) {
            throw new IllegalStateException("a record is never null");
        }
        return made;
    }

    private @Nullable Object value(String field, int place) {
        if (field.equals(NULL)) {
            return null;
        }
        try {
            return TextValue.of(types[place], field.indexOf('\\') < 0 ? field : unescaped(field));
        } catch (IllegalArgumentException | DateTimeException e) {
            throw new SqlException(
                    Reason.USAGE,
                    null,
                    "column " + columns.names().get(place) + " does not fit into "
                            + components[place].getType().getSimpleName() + ": " + e.getMessage(),
                    statement,
                    e);
        }
    }

    private static String unescaped(String field) {
        StringBuilder text = new StringBuilder(field.length());
        for (int i = 0; i < field.length(); i++) {
            char c = field.charAt(i);
            text.append(c == '\\' ? meant(field.charAt(++i)) : c);
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
