package dev.weir.net.http.client;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** In which charset a body is; servers that name one that nobody knows get UTF-8. */
final class TextCharset {
    private TextCharset() {}

    static Charset of(@Nullable String contentType) {
        if (contentType == null) {
            return StandardCharsets.UTF_8;
        }
        for (String parameter : contentType.split(";", -1)) {
            String stripped = parameter.strip();
            if (stripped.toLowerCase(Locale.ROOT).startsWith("charset=")) {
                return named(stripped.substring("charset=".length())
                        .replace("\"", "")
                        .strip());
            }
        }
        return StandardCharsets.UTF_8;
    }

    private static Charset named(String name) {
        try {
            return Charset.forName(name, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException malformed) {
            return StandardCharsets.UTF_8;
        }
    }
}
