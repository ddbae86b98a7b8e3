package dev.weir.postgres.pipe;

import dev.weir.postgres.text.TextValue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Arrays as PostgreSQL writes them (PostgreSQL 18, 8.15.6): {@code {1,NULL,"a, b",{2}}}. */
final class ArrayText {
    private static final int MOST_DIMENSIONS = 6;
    private static final String QUOTED = "{}\",\\ \t\n\r\u000B\f"; // what has one of these is in quotes

    private final String text;
    private final String type;
    private final char separator;
    private int at;

    private ArrayText(String text, String type, int begin) {
        this.text = text;
        this.type = type;
        this.separator = type.equals("BOX") ? ';' : ',';
        this.at = begin;
    }

    /** The items; those of a type that Java has none for are text. */
    static @Nullable Object[] parse(String text, String type) {
        return new ArrayText(text, type, text.indexOf('{')).array(); // after bounds, if there are any
    }

    /** The items if all of it is an array as PostgreSQL writes them, else the text: it is of a type that nobody knows here. */
    static Object orText(String text) {
        String type = "UNKNOWN";
        ArrayText read = new ArrayText(text, type, 0);
        boolean whole = text.equals("{}") || (read.skipArray(1) && read.at == text.length());
        return whole ? parse(text, type) : text;
    }

    private boolean skipArray(int dimension) {
        if (dimension > MOST_DIMENSIONS || !skip('{')) {
            return false;
        }
        boolean nested = text.startsWith("{", at);
        do {
            if (!(nested ? skipArray(dimension + 1) : text.startsWith("\"", at) ? skipQuoted() : skipPlain())) {
                return false;
            }
        } while (skip(separator));
        return skip('}');
    }

    private boolean skip(char wanted) {
        boolean there = at < text.length() && text.charAt(at) == wanted;
        if (there) {
            at++;
        }
        return there;
    }

    private boolean skipQuoted() {
        for (at++; at < text.length() && text.charAt(at) != '"'; at++) {
            if (text.charAt(at) == '\\') {
                at++;
            }
        }
        return skip('"');
    }

    private boolean skipPlain() {
        int begin = at;
        while (at < text.length() && QUOTED.indexOf(text.charAt(at)) < 0) {
            at++;
        }
        return at > begin;
    }

    private @Nullable Object[] array() {
        List<@Nullable Object> items = new ArrayList<>();
        at++;
        while (text.charAt(at) != '}') {
            items.add(item());
            if (text.charAt(at) == separator) {
                at++;
            }
        }
        at++;
        return items.toArray();
    }

    private @Nullable Object item() {
        char first = text.charAt(at);
        if (first == '{') {
            return array();
        } else if (first == '"') {
            return TextValue.of(type, quoted());
        }
        int begin = at;
        while (text.charAt(at) != separator && text.charAt(at) != '}') {
            at++;
        }
        String plain = text.substring(begin, at);
        return plain.equals("NULL") ? null : TextValue.of(type, plain);
    }

    private String quoted() {
        StringBuilder item = new StringBuilder();
        for (at++; text.charAt(at) != '"'; at++) {
            if (text.charAt(at) == '\\') {
                at++;
            }
            item.append(text.charAt(at));
        }
        at++;
        return item.toString();
    }
}
