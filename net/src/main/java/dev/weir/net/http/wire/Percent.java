package dev.weir.net.http.wire;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Percent escapes (RFC 3986 section 2.1), strictly: anything that is not UTF-8 in valid escapes is refused. */
public final class Percent {
    private Percent() {}

    /** Undoes the escapes once. */
    public static String decode(String text) throws BadRequest {
        return decode(text, false);
    }

    /** As {@link #decode(String)}, for a part of a form or query, where a plus sign is a space. */
    public static String decodeForm(String text) throws BadRequest {
        return decode(text, true);
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
