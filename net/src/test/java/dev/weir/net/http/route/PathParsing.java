package dev.weir.net.http.route;

import java.nio.charset.StandardCharsets;

/** What the pattern of a route is taken for, as text. */
public final class PathParsing {
    private PathParsing() {}

    public static String patterns(byte[] bytes, int piece) {
        try {
            return Pattern.parse(new String(bytes, StandardCharsets.UTF_8)).toString();
        } catch (IllegalArgumentException bad) {
            return "bad";
        }
    }
}
