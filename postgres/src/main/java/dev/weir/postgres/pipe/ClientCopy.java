package dev.weir.postgres.pipe;

import dev.weir.sql.text.FirstWord;
import java.util.regex.Pattern;

/** A {@code copy} whose rows go to the client, or come from there: the driver ends the connection at the answer to it. */
final class ClientCopy {
    private static final Pattern HIDING = Pattern.compile("'[^']*'|\"[^\"]*\"|--[^\\n]*|/\\*.*?\\*/", Pattern.DOTALL);
    private static final Pattern CLIENT =
            Pattern.compile("\\b(from|to)\\s+(stdin|stdout)\\b", Pattern.CASE_INSENSITIVE);

    private ClientCopy() {}

    static boolean is(String text) {
        return FirstWord.of(text).equals("copy")
                && CLIENT.matcher(HIDING.matcher(text).replaceAll(" ")).find();
    }

    static IllegalArgumentException refused() {
        return new IllegalArgumentException("a copy from or to the client is no statement: run it by Copy, as in"
                + " Copy.of(dataSource, 2).out(sql) or .in(sql, bytes), which is over JDBC's driver");
    }
}
