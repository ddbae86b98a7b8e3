package dev.weir.net.http.form;

import dev.weir.net.http.Headers;
import dev.weir.net.http.HttpException;
import dev.weir.net.http.wire.Chars;
import dev.weir.net.http.wire.MediaType;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What stands before a part's body (RFC 7578 section 4).
 *
 * @param filename as it was sent; null for a field
 */
record PartHead(
        String name, @Nullable String filename, @Nullable String contentType) {
    private static final Pattern LINE_END = Pattern.compile("\r\n");
    private static final int MOST_FIELDS = 16;

    /** Reads the lines, the last of which has no end. */
    static PartHead parse(byte[] bytes, int start, int end) {
        String disposition = null;
        String type = null;
        String[] lines = LINE_END.split(utf8(bytes, start, end), MOST_FIELDS + 1);
        if (lines.length > MOST_FIELDS) {
            throw malformed("has more than " + MOST_FIELDS + " header fields");
        }
        for (String line : lines) {
            int colon = line.indexOf(':');
            if (colon < 1 || !Chars.isToken(line.substring(0, colon))) {
                throw malformed("has a malformed header field");
            }
            String value = line.substring(colon + 1).strip();
            if (value.chars().anyMatch(c -> Character.isISOControl(c) && c != '\t')) {
                throw malformed("has a control character in a header field");
            }
            switch (line.substring(0, colon).toLowerCase(Locale.ROOT)) {
                case "content-disposition" -> disposition = once(disposition, value);
                case "content-type" -> type = once(type, value);
                default -> {
                    // RFC 7578 section 4.8: others are to be ignored
                }
            }
        }
        return of(disposition, type);
    }

    private static PartHead of(@Nullable String disposition, @Nullable String type) {
        if (disposition == null || !MediaType.of(disposition).equals("form-data")) {
            throw malformed("has no Content-Disposition: form-data");
        }
        Map<String, String> plain = Types.withoutEscapes(disposition); // null where a quote was escaped, as others do
        Map<String, String> parameters = plain != null ? plain : Types.parameters(disposition);
        if (parameters == null) {
            throw malformed("has a Content-Disposition that can be read in two ways");
        }
        String name = parameters.get("name");
        if (name == null) {
            throw malformed("has no name");
        }
        String filename = parameters.get("filename");
        return new PartHead(unescaped(name), filename == null ? null : unescaped(filename), type);
    }

    /** What browsers escape: the HTML standard's multipart/form-data encoding algorithm. */
    private static String unescaped(String text) {
        return text.replace("%22", "\"").replace("%0D", "\r").replace("%0A", "\n");
    }

    private static String once(@Nullable String before, String value) {
        if (before != null) {
            throw malformed("has a header field twice");
        }
        return value;
    }

    private static String utf8(byte[] bytes, int start, int end) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, start, end - start))
                    .toString();
        } catch (CharacterCodingException other) {
            throw malformed("has a header that is not UTF-8");
        }
    }

    static HttpException malformed(String what) {
        return new HttpException(400, "a part of the multipart body " + what);
    }

    /** The content type as a field of its own; empty if there is none that could be one. */
    Headers headers() {
        return contentType == null || !Chars.isValue(contentType)
                ? Headers.empty()
                : Headers.empty().and("Content-Type", contentType);
    }
}
