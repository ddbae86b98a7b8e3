package dev.weir.net.http.form;

import dev.weir.net.http.Request;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads {@code Content-Type}. */
final class Types {
    private Types() {}

    static boolean isOf(Request request, String type) {
        String field = request.header("content-type");
        if (field == null) {
            return false;
        }
        int semicolon = field.indexOf(';');
        String bare = semicolon < 0 ? field : field.substring(0, semicolon);
        return bare.strip().toLowerCase(Locale.ROOT).equals(type);
    }

    /** The parameter of a field, with quotes undone; null if it is not there, or the field is malformed before it. */
    static @Nullable String parameter(String field, String name) {
        int at = field.indexOf(';');
        while (at >= 0) {
            int equals = field.indexOf('=', at);
            if (equals < 0) {
                return null;
            }
            String found = field.substring(at + 1, equals).strip();
            Value value = value(field, equals + 1);
            if (value == null) {
                return null;
            }
            if (found.equalsIgnoreCase(name)) {
                return value.text();
            }
            at = field.indexOf(';', value.end());
        }
        return null;
    }

    /** A parameter's value and where it ends. */
    private record Value(String text, int end) {}

    private static @Nullable Value value(String field, int from) {
        int start = from;
        while (start < field.length() && field.charAt(start) == ' ') {
            start++;
        }
        if (start < field.length() && field.charAt(start) == '"') {
            return quoted(field, start + 1);
        }
        int semicolon = field.indexOf(';', start);
        int end = semicolon < 0 ? field.length() : semicolon;
        return new Value(field.substring(start, end).strip(), end);
    }

    /** A backslash stands for itself unless a quote or another one follows: old browsers send Windows paths. */
    private static @Nullable Value quoted(String field, int from) {
        StringBuilder text = new StringBuilder();
        for (int i = from; i < field.length(); i++) {
            char c = field.charAt(i);
            char after = i + 1 < field.length() ? field.charAt(i + 1) : 0;
            if (c == '"') {
                return new Value(text.toString(), i + 1);
            }
            if (c == '\\' && (after == '"' || after == '\\')) {
                text.append(after);
                i++;
            } else {
                text.append(c);
            }
        }
        return null;
    }
}
