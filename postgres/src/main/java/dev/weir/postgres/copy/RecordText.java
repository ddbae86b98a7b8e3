package dev.weir.postgres.copy;

import dev.weir.sql.SqlException;
import dev.weir.sql.SqlException.Reason;
import dev.weir.sql.text.Components;
import dev.weir.sql.value.Handle;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Records as lines of COPY's text format (PostgreSQL 18, COPY, Text Format). */
public final class RecordText {
    private static final Pattern HUMP = Pattern.compile("(?<=[a-z0-9])([A-Z])");
    /** How many records go together. */
    public static final int BATCH = 1_000;

    private static final ClassValue<List<Handle>> WRITERS = new ClassValue<>() {
        @Override
        protected List<Handle> computeValue(Class<?> type) {
            Components components = Components.of(type);
            return IntStream.range(0, components.names().size())
                    .mapToObj(place -> TextLine.writer(components.accessor(place)))
                    .toList();
        }
    };

    private final String table;
    private final Components components;
    private final List<Handle> writers;

    /**
     * The records of a type.
     *
     * @throws IllegalArgumentException if its components can't be read
     */
    public RecordText(String table, Class<? extends Record> type) {
        this.table = table;
        this.components = Components.of(type);
        this.writers = WRITERS.get(type);
    }

    public String statement() {
        return components.names().stream()
                .map(name -> '"' + column(name) + '"')
                .collect(Collectors.joining(", ", "copy " + table + " (", ") from stdin"));
    }

    /** {@code createdAt} is {@code created_at}. */
    static String column(String component) {
        return HUMP.matcher(component).replaceAll("_$1").toLowerCase(Locale.ROOT);
    }

    public ByteBuffer lines(List<? extends Record> records) {
        TextLine line = new TextLine(records.size());
        for (Record one : records) {
            line.begin(one);
            for (int place = 0; place < writers.size(); place++) {
                write(line, place);
            }
            line.end();
        }
        return ByteBuffer.wrap(line.toString().getBytes(StandardCharsets.UTF_8));
    }

    private void write(TextLine line, int place) {
        try {
            writers.get(place).call(line);
        } catch (TextLine.Unwritable unwritable) {
            throw new SqlException(
                    Reason.USAGE,
                    "the component " + components.names().get(place) + " is a " + unwritable.getMessage()
                            + ", which can't be copied: give it as text",
                    statement());
        } catch (RuntimeException | Error e) {
            throw e; // of the accessor itself
        } catch (Throwable e) {
            throw new IllegalStateException(components.names().get(place) + " can't be read", e);
        }
    }
}
