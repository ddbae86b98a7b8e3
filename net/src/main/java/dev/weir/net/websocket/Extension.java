package dev.weir.net.websocket;

import dev.weir.net.http.wire.Chars;
import dev.weir.net.http.wire.Elements;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One element of the field Sec-WebSocket-Extensions (RFC 6455 section 9.1).
 *
 * @param parameters in lower case; the value is empty where there is none
 */
record Extension(String name, Map<String, String> parameters) {
    /** The elements of a field; null if it is malformed, or an element has a parameter twice. */
    static @Nullable List<Extension> parse(List<String> lines) {
        List<Extension> extensions = new ArrayList<>();
        for (String element : Elements.of(lines)) {
            Extension extension = parse(element);
            if (extension == null) {
                return null;
            }
            extensions.add(extension);
        }
        return extensions;
    }

    private static @Nullable Extension parse(String element) {
        String[] parts = element.split(";", -1);
        Map<String, String> parameters = new LinkedHashMap<>();
        for (int i = 1; i < parts.length; i++) {
            int equals = parts[i].indexOf('=');
            String name = (equals < 0 ? parts[i] : parts[i].substring(0, equals)).strip();
            String value =
                    equals < 0 ? "" : unquoted(parts[i].substring(equals + 1).strip());
            boolean wellFormed = Chars.isToken(name) && (equals < 0 || Chars.isToken(value));
            if (!wellFormed || parameters.put(name.toLowerCase(Locale.ROOT), value) != null) {
                return null;
            }
        }
        String name = parts[0].strip();
        return Chars.isToken(name) ? new Extension(name.toLowerCase(Locale.ROOT), parameters) : null;
    }

    private static String unquoted(String value) {
        boolean quoted = value.length() > 1 && value.startsWith("\"") && value.endsWith("\"");
        return quoted ? value.substring(1, value.length() - 1) : value;
    }
}
