package dev.weir.net.http.route;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a pattern found in a path.
 *
 * @param values by name, with escapes undone
 * @param rest the segments at {@code {name...}}, with escapes undone; null if the pattern has no such part
 */
public record Params(Map<String, String> values, @Nullable List<String> rest) {
    public static final Params NONE = new Params(Map.of(), null);

    /**
     * What stands at {@code {name}}.
     *
     * @throws IllegalArgumentException if the pattern has no such part
     */
    public String get(String name) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException(
                    "the route's pattern has no parameter {" + name + "}, only " + values.keySet());
        }
        return value;
    }
}
