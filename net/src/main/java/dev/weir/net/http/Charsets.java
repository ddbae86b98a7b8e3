package dev.weir.net.http;

import dev.weir.net.http.wire.MediaType;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/** Finds out in which charset a body is. */
final class Charsets {
    private Charsets() {}

    static Charset of(Headers headers) {
        String name = MediaType.charset(headers.get("content-type"));
        if (name == null) {
            return StandardCharsets.UTF_8;
        }
        try {
            return Charset.forName(name);
        } catch (IllegalArgumentException unknown) {
            throw new HttpException(415, "the charset of the body is not known here");
        }
    }
}
