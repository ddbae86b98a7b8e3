package dev.weir.sql.value;

import dev.weir.sql.Json;
import dev.weir.sql.JsonCodec;
import dev.weir.sql.SqlException;
import dev.weir.sql.SqlException.Reason;
import org.jspecify.annotations.Nullable;

/** The value of a JSON column, not read yet. */
public record JsonText(String text) {
    /** A parameter as text. */
    public static String of(Json json, @Nullable JsonCodec codec, String query) {
        if (codec == null) {
            throw new SqlException(
                    Reason.USAGE, "a parameter is Json, and the Db has no codec: give its options json(..)", query);
        }
        try {
            return codec.write(json.value());
        } catch (Exception e) {
            String what = e.getClass().getName(); // its message may have the value
            throw new SqlException(Reason.USAGE, null, "a parameter can't be written as JSON: " + what, query, e);
        }
    }
}
