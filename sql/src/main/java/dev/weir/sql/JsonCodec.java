package dev.weir.sql;

import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/** Makes values of JSON columns and JSON of {@link Json} parameters; may be called on any thread and must not block. */
public interface JsonCodec {
    /** The value of a JSON text; null is what a column without a value is. What it throws is the cause of the failure. */
    @Nullable
    Object read(String json, Type type) throws Exception;

    /** The JSON text of a value. */
    String write(Object value) throws Exception;
}
