package dev.weir.sql.engine;

import dev.weir.sql.SqlException;
import dev.weir.sql.text.Sql;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** A statement as a driver wants it: a mark for each value, as many for a collection as it has items. */
public record Rendered(String text, List<@Nullable Object> values) {
    /**
     * Puts marks where the parameters are.
     *
     * @param mark what stands for the value of a number, from 1
     */
    public static Rendered of(Sql sql, List<@Nullable Object> values, IntFunction<String> mark) {
        StringBuilder text = new StringBuilder(sql.text().length() + 16);
        List<@Nullable Object> flat = new ArrayList<>(values.size());
        for (int i = 0; i < values.size(); i++) {
            text.append(sql.pieces().get(i));
            Object value = values.get(i);
            if (value instanceof Collection<?> items) {
                appendAll(text, items, flat, mark, sql);
            } else {
                flat.add(value);
                text.append(mark.apply(flat.size()));
            }
        }
        return new Rendered(text.append(sql.pieces().getLast()).toString(), flat);
    }

    private static void appendAll(
            StringBuilder text, Collection<?> items, List<@Nullable Object> flat, IntFunction<String> mark, Sql sql) {
        if (items.isEmpty()) {
            throw new SqlException(
                    SqlException.Reason.USAGE,
                    "a parameter is an empty collection, and no list of SQL is empty: leave the condition out, or give"
                            + " an array to = any(..)",
                    sql.text());
        }
        String separator = "";
        for (Object item : items) {
            flat.add(item);
            text.append(separator).append(mark.apply(flat.size()));
            separator = ", ";
        }
    }
}
