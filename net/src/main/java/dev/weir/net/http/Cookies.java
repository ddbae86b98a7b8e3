package dev.weir.net.http;

import dev.weir.net.http.wire.Chars;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Reads the cookies of a request. Those that no server can have set by the rules are left out: any page of the domain
 * may have stored them, and to refuse the request would lock the user out.
 */
final class Cookies {
    static final int MOST = 180; // what browsers keep for a site

    private Cookies() {}

    /** Of several cookies of one name the first, which has the longest path. */
    static Map<String, String> parse(Headers headers) {
        Map<String, String> cookies = new LinkedHashMap<>();
        for (String line : headers.all("cookie")) {
            for (int from = 0; from < line.length(); ) {
                int semicolon = line.indexOf(';', from);
                int to = semicolon < 0 ? line.length() : semicolon;
                add(cookies, line.substring(from, to).strip());
                from = to + 1;
            }
        }
        return Collections.unmodifiableMap(cookies);
    }

    private static void add(Map<String, String> cookies, String pair) {
        int equals = pair.indexOf('=');
        if (equals <= 0 || pair.length() > Cookie.MOST + 1) {
            return;
        }
        String name = pair.substring(0, equals);
        String value = unquoted(pair.substring(equals + 1));
        if (!Chars.isToken(name) || !Cookie.isValue(value)) {
            return;
        }
        if (cookies.size() == MOST) {
            throw new HttpException(431, "the request has more than " + MOST + " cookies");
        }
        cookies.putIfAbsent(name, value);
    }

    private static String unquoted(String value) {
        boolean quoted = value.length() >= 2 && value.startsWith("\"") && value.endsWith("\"");
        return quoted ? value.substring(1, value.length() - 1) : value;
    }
}
