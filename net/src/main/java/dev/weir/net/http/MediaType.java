package dev.weir.net.http;

import java.util.Locale;

/** Reads media types. */
final class MediaType {
    private MediaType() {}

    /** The type of a body, in lower case, without parameters; empty if there is none. */
    static String of(Headers headers) {
        String type = headers.get("content-type");
        if (type == null) {
            return "";
        }
        int semicolon = type.indexOf(';');
        return (semicolon < 0 ? type : type.substring(0, semicolon)).strip().toLowerCase(Locale.ROOT);
    }
}
