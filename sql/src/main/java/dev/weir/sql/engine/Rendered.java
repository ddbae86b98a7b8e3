package dev.weir.sql.engine;

import dev.weir.sql.SqlException;
import dev.weir.sql.text.Sql;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A statement as a driver wants it: a mark for each value, as many for a collection as it has items. */
public record Rendered(String text, List<@Nullable Object> values) {
    /** What stands for a value. */
    public interface Mark {
        /**
         * For a value.
         *
         * @param number from 1
         */
        String of(int number, @Nullable Object value);
    }

    /** With a {@code ?} for each value, as JDBC wants it, with {@code ??} for an operator. */
    public static Rendered forJdbc(Sql sql, List<@Nullable Object> values) {
        return of(sql, sql.pieces(), values, (_, _) -> "?");
    }

    /** The same without a {@code ;} at the end and what is behind it, as drivers want it who put something there. */
    public static Rendered forKeys(Sql sql, List<@Nullable Object> values) {
        Rendered whole = forJdbc(sql, values);
        int left = sql.text().length() - sql.end();
        return new Rendered(whole.text.substring(0, whole.text.length() - left), whole.values);
    }

    /** With marks, as a server wants it. */
    public static Rendered of(Sql sql, List<@Nullable Object> values, Mark mark) {
        return of(sql, sql.plain(), values, mark);
    }

    private static Rendered of(Sql sql, List<String> pieces, List<@Nullable Object> values, Mark mark) {
        StringBuilder text = new StringBuilder(sql.text().length() + 16);
        List<@Nullable Object> flat = new ArrayList<>(values.size());
        for (int i = 0; i < values.size(); i++) {
            text.append(pieces.get(i));
            Object value = values.get(i);
            if (value instanceof Collection<?> items) {
                appendAll(text, items, flat, mark, sql);
            } else {
                flat.add(value);
                text.append(mark.of(flat.size(), value));
            }
        }
        return new Rendered(text.append(pieces.getLast()).toString(), flat);
    }

    private static void appendAll(
            StringBuilder text, Collection<?> items, List<@Nullable Object> flat, Mark mark, Sql sql) {
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
            text.append(separator).append(mark.of(flat.size(), item));
            separator = ", ";
        }
    }
}
