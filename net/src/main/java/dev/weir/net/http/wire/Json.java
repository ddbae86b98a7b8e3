package dev.weir.net.http.wire;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Just enough JSON to write problems, logs and reports. */
public final class Json {
    private Json() {}

    /** The value as JSON: null, a boolean, number or text, or a list or map of those; others as their text. */
    public static String value(@Nullable Object value) {
        StringBuilder json = new StringBuilder();
        write(json, value);
        return json.toString();
    }

    private static void write(StringBuilder json, @Nullable Object value) {
        switch (value) {
            case null -> json.append("null");
            case Boolean flag -> json.append(flag);
            case Double number when !Double.isFinite(number) -> json.append("null");
            case Float number when !Float.isFinite(number) -> json.append("null");
            case Number number -> json.append(number);
            case Map<?, ?> map -> writeAll(json, map);
            case Iterable<?> items -> writeAll(json, items);
            default -> json.append(string(value.toString()));
        }
    }

    private static void writeAll(StringBuilder json, Map<?, ?> map) {
        String separator = "{";
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            json.append(separator)
                    .append(string(String.valueOf(entry.getKey())))
                    .append(':');
            write(json, entry.getValue());
            separator = ",";
        }
        json.append(map.isEmpty() ? "{}" : "}");
    }

    private static void writeAll(StringBuilder json, Iterable<?> items) {
        json.append('[');
        String separator = "";
        for (Object item : items) {
            json.append(separator);
            write(json, item);
            separator = ",";
        }
        json.append(']');
    }

    /** The text as a JSON string, with its quotes. */
    public static String string(String text) {
        StringBuilder json = new StringBuilder(text.length() + 2).append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"', '\\' -> json.append('\\').append(c);
                default -> {
                    if (c < ' ' || (c >= 0x7f && c <= 0x9f) || Character.isSurrogate(c) || c > 0xfff0) {
                        json.append(String.format("\\u%04x", (int) c));
                    } else {
                        json.append(c);
                    }
                }
            }
        }
        return json.append('"').toString();
    }
}
