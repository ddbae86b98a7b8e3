package dev.weir.net.http.form;

import dev.weir.net.http.Request;
import dev.weir.net.http.wire.Chars;
import dev.weir.net.http.wire.MediaType;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads fields with parameters: {@code Content-Type}, {@code Content-Disposition}. */
final class Types {
    private Types() {}

    static boolean isOf(Request request, String type) {
        return MediaType.of(request.header("content-type")).equals(type);
    }

    /**
     * The parameters of a field by their names in lower case, with quotes undone; null if they can be read in two ways, as
     * one is there twice, or something follows a quote.
     */
    static @Nullable Map<String, String> parameters(String field) {
        return parameters(field, true);
    }

    /** As browsers write them, who escape a quote otherwise, and a backslash not at all: it may be the last character. */
    static @Nullable Map<String, String> withoutEscapes(String field) {
        return parameters(field, false);
    }

    private static @Nullable Map<String, String> parameters(String field, boolean escapes) {
        Map<String, String> parameters = new HashMap<>();
        int at = field.indexOf(';');
        while (at >= 0 && at < field.length()) {
            if (field.charAt(at) != ';') {
                return null;
            }
            int start = skipSpaces(field, at + 1);
            if (start == field.length() || field.charAt(start) == ';') {
                at = start; // an empty one (RFC 9110 section 5.6.6)
                continue;
            }
            int equals = field.indexOf('=', start);
            Value value = equals < 0 ? null : value(field, equals + 1, escapes);
            if (value == null || !put(parameters, field.substring(start, equals), value.text())) {
                return null;
            }
            at = skipSpaces(field, value.end());
        }
        return parameters;
    }

    private static boolean put(Map<String, String> parameters, String name, String value) {
        String known = name.strip().toLowerCase(Locale.ROOT);
        return Chars.isToken(known) && parameters.putIfAbsent(known, value) == null;
    }

    private static int skipSpaces(String field, int from) {
        int at = from;
        while (at < field.length() && (field.charAt(at) == ' ' || field.charAt(at) == '\t')) {
            at++;
        }
        return at;
    }

    /** A parameter's value and where it ends. */
    private record Value(String text, int end) {}

    private static @Nullable Value value(String field, int from, boolean escapes) {
        int start = skipSpaces(field, from);
        if (start < field.length() && field.charAt(start) == '"') {
            return quoted(field, start + 1, escapes);
        }
        int end = start;
        while (end < field.length() && "; \t\"".indexOf(field.charAt(end)) < 0) {
            end++;
        }
        return new Value(field.substring(start, end), end);
    }

    /** A backslash stands for itself unless a quote or another one follows: old browsers send Windows paths. */
    private static @Nullable Value quoted(String field, int from, boolean escapes) {
        StringBuilder text = new StringBuilder();
        for (int i = from; i < field.length(); i++) {
            char c = field.charAt(i);
            char after = i + 1 < field.length() ? field.charAt(i + 1) : 0;
            if (c == '"') {
                return new Value(text.toString(), i + 1);
            }
            if (escapes && c == '\\' && (after == '"' || after == '\\')) {
                text.append(after);
                i++;
            } else {
                text.append(c);
            }
        }
        return null;
    }
}
