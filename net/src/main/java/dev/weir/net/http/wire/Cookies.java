package dev.weir.net.http.wire;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the cookies of a request. Those that no server can have set by the rules are left out: any page of the domain
 * may have stored them, and to refuse the request would lock the user out.
 */
public final class Cookies {
    /** So many are read: what browsers keep for a site. */
    public static final int MOST = 180;

    /** Names and values beyond this in all are dropped by browsers, and not read by us. */
    public static final int LONGEST = 4096;

    private Cookies() {}

    /** Of several cookies of one name the first, which has the longest path. */
    public static Map<String, String> parse(List<String> lines) throws BadRequest {
        Map<String, String> cookies = new LinkedHashMap<>();
        for (String line : lines) {
            for (int from = 0; from < line.length(); ) {
                int semicolon = line.indexOf(';', from);
                int to = semicolon < 0 ? line.length() : semicolon;
                add(cookies, line.substring(from, to).strip());
                from = to + 1;
            }
        }
        return Collections.unmodifiableMap(cookies);
    }

    private static void add(Map<String, String> cookies, String pair) throws BadRequest {
        int equals = pair.indexOf('=');
        if (equals <= 0 || pair.length() > LONGEST + 1) {
            return;
        }
        String name = pair.substring(0, equals);
        String value = unquoted(pair.substring(equals + 1));
        if (!Chars.isToken(name) || !isValue(value)) {
            return;
        }
        if (cookies.size() == MOST) {
            throw new BadRequest(431, "the request has more than " + MOST + " cookies");
        }
        cookies.putIfAbsent(name, value);
    }

    /** Whether a cookie can have that value. */
    public static boolean isValue(String text) {
        return text.chars().allMatch(c -> c > ' ' && c < 0x7f && c != '"' && c != ',' && c != ';' && c != '\\');
    }

    private static String unquoted(String value) {
        boolean quoted = value.length() >= 2 && value.startsWith("\"") && value.endsWith("\"");
        return quoted ? value.substring(1, value.length() - 1) : value;
    }
}
