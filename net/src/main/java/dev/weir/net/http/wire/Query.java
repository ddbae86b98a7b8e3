package dev.weir.net.http.wire;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads queries, and submitted forms, which look like them. */
public final class Query {
    private Query() {}

    /** Its names and their values, in order; what is malformed is refused. */
    public static Map<String, List<String>> parse(@Nullable String query) throws BadRequest {
        return query == null ? Map.of() : parse(query, Integer.MAX_VALUE);
    }

    /**
     * As above.
     *
     * @param most the largest number of values
     * @throws BadRequest 413 if there are more
     */
    public static Map<String, List<String>> parse(String text, int most) throws BadRequest {
        Map<String, List<String>> values = new LinkedHashMap<>();
        int count = 0;
        for (int from = 0; from <= text.length(); ) {
            int ampersand = text.indexOf('&', from);
            int to = ampersand < 0 ? text.length() : ampersand;
            if (to > from) {
                if (++count > most) {
                    throw new BadRequest(413, "the form has more than " + most + " fields");
                }
                add(values, text.substring(from, to));
            }
            from = to + 1;
        }
        values.replaceAll((name, all) -> List.copyOf(all));
        return Collections.unmodifiableMap(values);
    }

    private static void add(Map<String, List<String>> values, String pair) throws BadRequest {
        int equals = pair.indexOf('=');
        String name = Percent.decodeForm(equals < 0 ? pair : pair.substring(0, equals));
        String value = equals < 0 ? "" : Percent.decodeForm(pair.substring(equals + 1));
        values.computeIfAbsent(name, first -> new ArrayList<>(1)).add(value);
    }
}
