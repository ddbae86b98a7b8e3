package dev.weir.net.http.client;

import dev.weir.net.http.wire.MediaType;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** In which charset a body is; servers that name one that nobody knows get UTF-8. */
final class TextCharset {
    private TextCharset() {}

    static Charset of(@Nullable String contentType) {
        String name = MediaType.charset(contentType);
        try {
            return name == null ? StandardCharsets.UTF_8 : Charset.forName(name, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException malformed) {
            return StandardCharsets.UTF_8;
        }
    }
}
