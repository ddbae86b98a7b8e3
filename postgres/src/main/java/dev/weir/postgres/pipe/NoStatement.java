package dev.weir.postgres.pipe;

import dev.weir.sql.SqlException;
import dev.weir.sql.SqlException.Reason;
import dev.weir.sql.text.FirstWord;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the driver does not run: nothing, and a {@code copy} whose rows go to the client or come from there, at the answer to which it
 * ends the connection.
 */
final class NoStatement {
    private static final Pattern HIDING = Pattern.compile("'[^']*'|\"[^\"]*\"|--[^\\n]*|/\\*.*?\\*/", Pattern.DOTALL);
    private static final Pattern CLIENT =
            Pattern.compile("\\b(from|to)\\s+(stdin|stdout)\\b", Pattern.CASE_INSENSITIVE);

    private NoStatement() {}

    /** What it fails with; null if it is a statement. */
    static @Nullable RuntimeException refusal(String text) {
        if (FirstWord.isNothing(text)) {
            return new SqlException(Reason.USAGE, "the statement is empty", text);
        }
        return isClientCopy(text) ? clientCopy() : null;
    }

    private static boolean isClientCopy(String text) {
        return FirstWord.of(text).equals("copy")
                && CLIENT.matcher(HIDING.matcher(text).replaceAll(" ")).find();
    }

    static IllegalArgumentException clientCopy() {
        return new IllegalArgumentException("a copy from or to the client is no statement: run it by Copy, as in"
                + " Copy.of(dataSource, 2).out(sql) or .in(sql, bytes), which is over JDBC's driver");
    }
}
