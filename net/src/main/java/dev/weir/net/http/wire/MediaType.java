package dev.weir.net.http.wire;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads media types. */
public final class MediaType {
    private MediaType() {}

    /** The type that a field names, in lower case, without parameters; empty if there is no field. */
    public static String of(@Nullable String contentType) {
        if (contentType == null) {
            return "";
        }
        int semicolon = contentType.indexOf(';');
        return (semicolon < 0 ? contentType : contentType.substring(0, semicolon))
                .strip()
                .toLowerCase(Locale.ROOT);
    }
}
