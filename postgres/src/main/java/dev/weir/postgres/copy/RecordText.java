package dev.weir.postgres.copy;

import dev.weir.sql.SqlException;
import dev.weir.sql.SqlException.Reason;
import dev.weir.sql.text.Components;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.temporal.Temporal;
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

    /** How long a line mostly is. */
    private static final int GUESS = 64;

    private final String table;
    private final Components components;

    /**
     * The records of a type.
     *
     * @throws IllegalArgumentException if its components can't be read
     */
    public RecordText(String table, Class<? extends Record> type) {
        this.table = table;
        this.components = Components.of(type);
    }

    public String statement() {
        return components.names().stream()
                .map(name -> '"' + column(name) + '"')
                .collect(Collectors.joining(", ", "copy " + table + " (", ") from stdin"));
    }

    /** {@code createdAt} is {@code created_at}. */
    static String column(String component) {
        return component.replaceAll("(?<=[a-z0-9])([A-Z])", "_$1").toLowerCase(Locale.ROOT);
    }

    public ByteBuffer lines(List<? extends Record> records) {
        StringBuilder lines = new StringBuilder(records.size() * GUESS);
        int last = components.names().size() - 1;
        for (Record one : records) {
            for (int i = 0; i <= last; i++) {
                append(lines, components.read(one, i), i);
                lines.append(i == last ? '\n' : '\t');
            }
        }
        return ByteBuffer.wrap(lines.toString().getBytes(StandardCharsets.UTF_8));
    }

    private void append(StringBuilder line, @Nullable Object value, int place) {
        switch (value) {
            case null -> line.append("\\N");
            case String text -> escaped(line, text);
            case Integer number -> line.append(number.intValue());
            case Long number -> line.append(number.longValue());
            case Double number -> line.append(number.doubleValue());
            case BigDecimal number -> line.append(number.toPlainString());
            case Number number -> line.append(number);
            case Boolean truth -> line.append(truth.booleanValue());
            case Temporal time -> line.append(time);
            case UUID id -> line.append(id);
            case byte[] bytes -> line.append("\\\\x").append(HexFormat.of().formatHex(bytes));
            case Enum<?> constant -> escaped(line, constant.name());
            case CharSequence text -> escaped(line, text);
            case Character character -> escaped(line, character.toString());
            default ->
                throw new SqlException(
                        Reason.USAGE,
                        "the component " + components.names().get(place) + " is a "
                                + value.getClass().getName() + ", which can't be copied: give it as text",
                        statement());
        }
    }

    /** Most texts have nothing that is written otherwise, and go in as they are. */
    private static void escaped(StringBuilder line, CharSequence text) {
        int plain = 0;
        for (int i = 0; i < text.length(); i++) {
            char meant = escape(text.charAt(i));
            if (meant != 0) {
                line.append(text, plain, i).append('\\').append(meant);
                plain = i + 1;
            }
        }
        line.append(text, plain, text.length());
    }

    /** What stands for the character behind a backslash; 0 if it stands for itself. */
    private static char escape(char c) {
        return switch (c) {
            case '\\' -> '\\';
            case '\t' -> 't';
            case '\n' -> 'n';
            case '\r' -> 'r';
            default -> 0;
        };
    }
}
