package dev.weir.sql;

import java.util.Objects;

/**
 * A value that is given to a query as JSON: {@code .bind("settings", new Json(settings))}.
 *
 * @param value what the {@link JsonCodec} writes
 */
public record Json(Object value) {
    public Json {
        Objects.requireNonNull(value, "value: bind null for a NULL of SQL");
    }
}
