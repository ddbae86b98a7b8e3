package dev.weir.net.http.wire;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.regex.Pattern;

/** Which characters may stand where, by RFC 9110 section 5.6.2 and 5.5 and RFC 3986. */
public final class Chars {
    private static final byte TOKEN = 1;
    private static final byte VALUE = 2;
    private static final byte TARGET = 4;
    private static final byte HOST = 8;
    private static final int NEXT_LINE = 0x85;
    private static final int MOST_OF_PORT = 6; // a colon and the digits
    private static final int MOST_QUOTED = 200;
    private static final Pattern UNPRINTABLE = Pattern.compile("[^ -~]");
    private static final Pattern CONTROL = Pattern.compile("[\\p{C}\\p{Zl}\\p{Zp}]");
    private static final HexFormat HEX = HexFormat.of().withUpperCase();
    private static final byte[] KINDS = new byte[256];

    static {
        for (char c = 0; c < 256; c++) {
            boolean alphanumeric = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
            if (alphanumeric || "!#$%&'*+-.^_`|~".indexOf(c) >= 0) {
                KINDS[c] |= TOKEN;
            }
            if (c == '\t' || (c >= ' ' && c != 0x7f && c != NEXT_LINE)) {
                KINDS[c] |= VALUE;
            }
            if (c > ' ' && c < 0x7f && c != '#') {
                KINDS[c] |= TARGET;
            }
            if (alphanumeric || "-._~%".indexOf(c) >= 0) {
                KINDS[c] |= HOST;
            }
        }
    }

    private Chars() {}

    static boolean isToken(byte c) {
        return (KINDS[c & 0xff] & TOKEN) != 0;
    }

    private static boolean isValue(int c) {
        return (KINDS[c] & VALUE) != 0;
    }

    /** Whether a byte of UTF-8 goes on with one of all from 0x80: so 0x85 is a letter's, and no line end to anybody. */
    private static boolean isContinued(int c) {
        return c > 0xc2 || (c >= 0x80 && c < 0xc0);
    }

    /** Whether the bytes can be a field value. */
    static boolean isValue(byte[] bytes, int start, int end) {
        for (int i = start; i < end; i++) {
            int c = bytes[i] & 0xff;
            if (!isValue(c) && !(c == NEXT_LINE && i > start && isContinued(bytes[i - 1] & 0xff))) {
                return false;
            }
        }
        return true;
    }

    static boolean isTarget(byte c) {
        return (KINDS[c & 0xff] & TARGET) != 0;
    }

    /** Whether the text can be a field name or a method. */
    public static boolean isToken(String text) {
        return !text.isEmpty() && all(text, text.length(), TOKEN);
    }

    /** Whether the text can be a field value: it can't break out of its line. */
    public static boolean isValue(String text) {
        return validLength(text) == text.length();
    }

    /** How many characters the text begins with that can be in a field value. */
    public static int validLength(String text) {
        int i = 0;
        while (i < text.length() && isValue(text, i)) {
            i++;
        }
        return i;
    }

    private static boolean isValue(String text, int at) {
        char c = text.charAt(at);
        return c <= 0xff && (isValue((int) c) || (c == NEXT_LINE && at > 0 && isContinued(text.charAt(at - 1))));
    }

    /** Whether the text can be in a request line: it can't break out of it. */
    public static boolean isTarget(String text) {
        return !text.isEmpty() && all(text, text.length(), TARGET);
    }

    private static boolean all(String text, int end, byte kind) {
        for (int i = 0; i < end; i++) {
            char c = text.charAt(i);
            if (c > 0xff || (KINDS[c] & kind) == 0) {
                return false;
            }
        }
        return true;
    }

    /** The text for a message: what can't be printed is a question mark. */
    public static String visible(String text) {
        return UNPRINTABLE.matcher(text).replaceAll("?");
    }

    /** The text for a message that is of a person: letters of all languages stay, what breaks lines or is not seen goes. */
    public static String inOneLine(String text) {
        return CONTROL.matcher(text).replaceAll("?");
    }

    /** What a peer may have had a part in, for a message: visible, and not too long. */
    public static String quoted(String text) {
        return visible(text.length() > MOST_QUOTED ? text.substring(0, MOST_QUOTED) + "..." : text);
    }

    /**
     * The URI with what is beyond ASCII in escapes of UTF-8 (RFC 3987 section 3.1), as it is: {@code URI.toASCIIString()} composes
     * characters, which makes it the URI of something else.
     */
    public static String ascii(URI uri) {
        String text = uri.toString();
        if (isAscii(text)) {
            return text;
        }
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
            throw new IllegalArgumentException(
                    "\"" + visible(text) + "\" has half of a character, an unpaired surrogate");
        }
        StringBuilder ascii = new StringBuilder(text.length());
        for (byte octet : text.getBytes(StandardCharsets.UTF_8)) {
            if (octet >= 0) {
                ascii.append((char) octet);
            } else {
                ascii.append('%').append(HEX.toHexDigits(octet));
            }
        }
        return ascii.toString();
    }

    private static boolean isAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 0x80) {
                return false;
            }
        }
        return true;
    }

    /** Whether the text is a host, or an IPv6 address in brackets, with or without a port. */
    public static boolean isAuthority(String text) {
        int end = endOfHost(text);
        return isHost(text, end) && text.length() - end <= MOST_OF_PORT && areDigits(text, end + 1);
    }

    /** What stands before the port. */
    static String hostOf(String authority) {
        return authority.substring(0, endOfHost(authority));
    }

    private static int endOfHost(String authority) {
        int colon = authority.lastIndexOf(':');
        return colon > authority.lastIndexOf(']') ? colon : authority.length();
    }

    /** Whether the text is a host name or an address, one of IPv6 in brackets. */
    public static boolean isHost(String host) {
        return isHost(host, host.length());
    }

    private static boolean isHost(String text, int end) {
        if (text.startsWith("[") && text.charAt(end - 1) == ']') {
            return end > 3
                    && text.substring(1, end - 1)
                            .chars()
                            .allMatch(c -> Character.digit(c, 16) >= 0 || c == ':' || c == '.');
        }
        return end > 0 && all(text, end, HOST);
    }

    /** The number that decimal digits say, {@code Integer.MAX_VALUE} at most; -1 if it is none. */
    public static int amount(String text) {
        if (text.isEmpty() || !areDigits(text, 0)) {
            return -1;
        }
        long amount = 0;
        for (int i = 0; i < text.length(); i++) {
            amount = Math.min(Integer.MAX_VALUE, amount * 10 + text.charAt(i) - '0');
        }
        return (int) amount;
    }

    /** Whether there is nothing but digits from there on. */
    static boolean areDigits(String text, int from) {
        for (int i = from; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }
}
