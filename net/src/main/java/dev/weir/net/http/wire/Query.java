package dev.weir.net.http.wire;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads queries, which look like submitted forms. */
public final class Query {
    private Query() {}

    /** Its names and their values, in order; what is malformed is refused. */
    public static Map<String, List<String>> parse(@Nullable String query) throws BadRequest {
        if (query == null || query.isEmpty()) {
            return Map.of();
        }
        Map<String, List<String>> values = new LinkedHashMap<>();
        for (String pair : query.split("&", -1)) {
            if (!pair.isEmpty()) {
                int equals = pair.indexOf('=');
                String name = Percent.decodeForm(equals < 0 ? pair : pair.substring(0, equals));
                String value = equals < 0 ? "" : Percent.decodeForm(pair.substring(equals + 1));
                values.computeIfAbsent(name, first -> new ArrayList<>(1)).add(value);
            }
        }
        return Collections.unmodifiableMap(values);
    }
}
