package dev.weir.net.websocket;

import dev.weir.net.http.wire.Chars;
import java.util.ArrayList;
import java.util.List;

/** Lists of tokens in header fields (RFC 9110 section 5.6). */
final class Tokens {
    private Tokens() {}

    static String check(String token, String what) {
        if (!Chars.isToken(token)) {
            throw new IllegalArgumentException("the name of " + what + " must be a token, not \"" + token + "\"");
        }
        return token;
    }

    /** What stands between the commas of all lines of a field. */
    static List<String> list(List<String> lines) {
        List<String> items = new ArrayList<>();
        for (String line : lines) {
            for (String item : line.split(",", -1)) {
                if (!item.isBlank()) {
                    items.add(item.strip());
                }
            }
        }
        return items;
    }

    static boolean has(List<String> lines, String token) {
        return list(lines).stream().anyMatch(token::equalsIgnoreCase);
    }
}
