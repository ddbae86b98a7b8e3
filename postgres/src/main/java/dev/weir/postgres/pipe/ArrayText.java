package dev.weir.postgres.pipe;

import dev.weir.postgres.text.TextValue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Arrays as PostgreSQL writes them (PostgreSQL 18, 8.15.6): {@code {1,NULL,"a, b",{2}}}. */
final class ArrayText {
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
