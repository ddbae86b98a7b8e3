package dev.weir.net.http.wire;

import java.util.ArrayList;
import java.util.List;

/** Fields whose values may have parts in quotes (RFC 9110 section 5.6.4), in which no character separates. */
final class Quoted {
    private Quoted() {}

    /** What stands between the separators, with its quotes; at most so many, the last of which is all the rest. */
    static List<String> split(String text, char separator, int most) {
        List<String> parts = new ArrayList<>();
        boolean quoted = false;
        int from = 0;
        for (int i = 0; i < text.length() && parts.size() < most - 1; i++) {
            char c = text.charAt(i);
            if (c == '"') {
                quoted = !quoted;
            } else if (c == '\\' && quoted) {
                i++;
            } else if (c == separator && !quoted) {
                parts.add(text.substring(from, i));
                from = i + 1;
            }
        }
        parts.add(text.substring(from));
        return parts;
    }
}
