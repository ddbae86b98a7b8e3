package dev.weir.postgres.copy;

import dev.weir.sql.SqlException;
import dev.weir.sql.SqlException.Reason;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.temporal.Temporal;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Records as lines of COPY's text format (PostgreSQL 18, COPY, Text Format). */
public final class RecordText {
    /** How many records go together. */
    public static final int BATCH = 256;

    private final String table;
    private final RecordComponent[] components;

    /**
     * The records of a type.
     *
     * @throws IllegalArgumentException if its components can't be read
     */
    public RecordText(String table, Class<? extends Record> type) {
        this.table = table;
        this.components = type.getRecordComponents();
        try {
            for (RecordComponent component : components) {
                component.getAccessor().setAccessible(true);
            }
        } catch (RuntimeException e) {
            throw new IllegalArgumentException(
                    type.getName() + " can't be read: make the record public in an exported package, or add \"opens "
                            + type.getPackageName() + " to dev.weir.postgres\" to its module",
                    e);
        }
    }

    public String statement() {
        return Arrays.stream(components)
                .map(component -> '"' + column(component.getName()) + '"')
                .collect(Collectors.joining(", ", "copy " + table + " (", ") from stdin"));
    }

    /** {@code createdAt} is {@code created_at}. */
    static String column(String component) {
        return component.replaceAll("(?<=[a-z0-9])([A-Z])", "_$1").toLowerCase(Locale.ROOT);
    }

    public ByteBuffer lines(List<? extends Record> records) {
        StringBuilder lines = new StringBuilder();
        for (Record one : records) {
            for (int i = 0; i < components.length; i++) {
                if (i > 0) {
                    lines.append('\t');
                }
                append(lines, value(components[i], one), components[i]);
            }
            lines.append('\n');
        }
        return ByteBuffer.wrap(lines.toString().getBytes(StandardCharsets.UTF_8));
    }

    private static @Nullable Object value(RecordComponent component, Record from) {
        try {
            return component.getAccessor().invoke(from);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(component + " can't be read", e);
        }
    }

    private void append(StringBuilder line, @Nullable Object value, RecordComponent component) {
        switch (value) {
            case null -> line.append("\\N");
            case BigDecimal number -> line.append(number.toPlainString());
            case Number number -> line.append(number);
            case Boolean truth -> line.append(truth);
            case Temporal time -> line.append(time);
            case UUID id -> line.append(id);
            case byte[] bytes -> line.append("\\\\x").append(HexFormat.of().formatHex(bytes));
            case Enum<?> constant -> escaped(line, constant.name());
            case CharSequence text -> escaped(line, text);
            case Character character -> escaped(line, character.toString());
            default ->
                throw new SqlException(
                        Reason.USAGE,
                        "the component " + component.getName() + " is a "
                                + value.getClass().getName() + ", which can't be copied: give it as text",
                        statement());
        }
    }

    private static void escaped(StringBuilder line, CharSequence text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '\\' -> line.append("\\\\");
                case '\t' -> line.append("\\t");
                case '\n' -> line.append("\\n");
                case '\r' -> line.append("\\r");
                default -> line.append(c);
            }
        }
    }
}
