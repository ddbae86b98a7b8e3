package dev.weir.sql.engine;

import dev.weir.sql.Row;
import dev.weir.sql.SqlException;
import dev.weir.sql.text.FirstWord;
import dev.weir.sql.text.Sql;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A statement with its values.
 *
 * @param values one for each place in the text
 * @param keys columns of the rows that it makes, which are its result; empty if it has one of its own
 */
public record Call(Sql sql, List<@Nullable Object> values, List<String> keys) {
    /** What is made of a row, as an item of a stream: fails if it is null. */
    public <T> T item(@Nullable T made) {
        if (made == null) {
            throw new SqlException(
                    SqlException.Reason.USAGE,
                    "a row is null, which no item can be: use rows(), or coalesce(..)",
                    sql.text());
        }
        return made;
    }

    /** What is made of the only row; null if there is none. */
    public <T> @Nullable T only(List<Row> rows, Class<T> type) {
        if (rows.size() > 1) {
            throw new SqlException(
                    SqlException.Reason.USAGE,
                    "one row was expected, and there are several: ask for as(..), or add limit 1",
                    sql.text());
        }
        return rows.isEmpty() ? null : rows.getFirst().as(type);
    }

    /** What fails that asks for a count. */
    public static SqlException hasRows(Sql sql) {
        return new SqlException(
                SqlException.Reason.USAGE, "the statement has rows: ask for rows(), as(..) or one(..)", sql.text());
    }

    /** Whether there may be changes to undo if the result is of no use. */
    public boolean mayChange() {
        return !keys.isEmpty() || FirstWord.mayChange(sql.text());
    }

    @Override
    public String toString() {
        return sql.text();
    }
}
