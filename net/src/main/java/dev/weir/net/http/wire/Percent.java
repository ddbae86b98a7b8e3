package dev.weir.net.http.wire;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Percent escapes (RFC 3986 section 2.1); undone strictly: anything that is not UTF-8 in valid escapes is refused. */
public final class Percent {
    private static final Pattern BEFORE_THE_PATH = Pattern.compile("(?:[^:/?#]+:)?//[^/?#]*");
    private static final Pattern IN_NO_URI = Pattern.compile("[\t \"<>\\\\^`{|}]|%(?![0-9A-Fa-f]{2})");
    private static final Pattern IN_NO_PATH = Pattern.compile("[\\[\\]]");

    private Percent() {}

    /** Undoes the escapes once. */
    public static String decode(String text) throws BadRequest {
        return decode(text, false);
    }

    /** As {@link #decode(String)}, for a part of a form or query, where a plus sign is a space. */
    public static String decodeForm(String text) throws BadRequest {
        return decode(text, true);
    }

    /** The reference to a URI with what clients and servers send, and no URI has, in escapes. */
    public static String repaired(String reference) {
        Matcher before = BEFORE_THE_PATH.matcher(reference);
        int start = before.lookingAt() ? before.end() : 0;
        int end = start;
        while (end < reference.length() && "?#".indexOf(reference.charAt(end)) < 0) {
            end++;
        }
        String path = encoded(IN_NO_PATH, reference.substring(start, end));
        int fragment = reference.indexOf('#', end) + 1;
        String rest = fragment == 0
                ? reference.substring(end)
                : reference.substring(end, fragment)
                        + reference.substring(fragment).replace("#", "%23");
        return reference.substring(0, start) + encoded(IN_NO_URI, path + rest);
    }

    private static String encoded(Pattern what, String text) {
        return what.matcher(text)
                .replaceAll(c -> String.format("%%%02X", (int) c.group().charAt(0)));
    }

    private static String decode(String text, boolean plusIsSpace) throws BadRequest {
        if (text.indexOf('%') < 0 && (!plusIsSpace || text.indexOf('+') < 0)) {
            return text;
        }
        byte[] decoded = new byte[text.length()];
        int size = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '%') {
                decoded[size++] = (byte) escape(text, i);
                i += 2;
            } else {
                decoded[size++] = (byte) (c == '+' && plusIsSpace ? ' ' : c);
            }
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(decoded, 0, size))
                    .toString();
        } catch (CharacterCodingException notUtf8) {
            throw new BadRequest("an escape in the request target is not UTF-8");
        }
    }

    private static int escape(String text, int percent) throws BadRequest {
        int high = percent + 2 < text.length() ? Character.digit(text.charAt(percent + 1), 16) : -1;
        int low = high >= 0 ? Character.digit(text.charAt(percent + 2), 16) : -1;
        if (low < 0) {
            throw new BadRequest("an escape in the request target is malformed");
        }
        return high * 16 + low;
    }
}
