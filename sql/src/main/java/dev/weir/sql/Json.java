package dev.weir.sql;

import java.util.Objects;

/**
 * A value that is given to a query as JSON: {@code .bind("settings", new Json(settings))}. On pipelined connections of
 * PostgreSQL it is a {@code jsonb}: in a column of {@code json}, spaces, the order of keys and all but the last of equal keys
 * are lost; over JDBC it is the codec's text.
 *
 * @param value what the {@link JsonCodec} writes
 */
public record Json(Object value) {
    public Json {
        Objects.requireNonNull(value, "value: bind null for a NULL of SQL");
    }
}
