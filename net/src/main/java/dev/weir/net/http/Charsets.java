package dev.weir.net.http;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Finds out in which charset a body is. */
final class Charsets {
    private Charsets() {}

    static Charset of(Headers headers) {
        String name = named(headers.get("content-type"));
        if (name == null) {
            return StandardCharsets.UTF_8;
        }
        try {
            return Charset.forName(name);
        } catch (IllegalArgumentException unknown) {
            throw new HttpException(415, "the charset of the body is not known here");
        }
    }

    private static @Nullable String named(@Nullable String contentType) {
        if (contentType == null) {
            return null;
        }
        for (String parameter : contentType.split(";", -1)) {
            String stripped = parameter.strip();
            if (stripped.toLowerCase(Locale.ROOT).startsWith("charset=")) {
                return stripped.substring("charset=".length()).replace("\"", "").strip();
            }
        }
        return null;
    }
}
