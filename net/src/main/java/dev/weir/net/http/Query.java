package dev.weir.net.http;

import dev.weir.net.http.wire.BadRequest;
import dev.weir.net.http.wire.Percent;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads queries, which look like submitted forms. */
final class Query {
    private Query() {}

    static Map<String, List<String>> parse(@Nullable String query) {
        if (query == null || query.isEmpty()) {
            return Map.of();
        }
        Map<String, List<String>> values = new LinkedHashMap<>();
        for (String pair : query.split("&", -1)) {
            if (!pair.isEmpty()) {
                int equals = pair.indexOf('=');
                String name = decode(equals < 0 ? pair : pair.substring(0, equals));
                String value = equals < 0 ? "" : decode(pair.substring(equals + 1));
                values.computeIfAbsent(name, first -> new ArrayList<>(1)).add(value);
            }
        }
        return Collections.unmodifiableMap(values);
    }

    private static String decode(String part) {
        try {
            return Percent.decodeForm(part);
        } catch (BadRequest bad) {
            throw new HttpException(bad.status(), bad.detail());
        }
    }
}
