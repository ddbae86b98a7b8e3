package dev.weir.net.http.wire;

import java.util.List;
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

    /** The name of the charset that a field names, or null. */
    public static @Nullable String charset(@Nullable String contentType) {
        List<String> parts = contentType == null ? List.of() : Quoted.split(contentType, ';', Integer.MAX_VALUE);
        for (int i = 1; i < parts.size(); i++) { // the first is the type
            String stripped = parts.get(i).strip();
            if (stripped.toLowerCase(Locale.ROOT).startsWith("charset=")) {
                return stripped.substring("charset=".length()).replace("\"", "").strip();
            }
        }
        return null;
    }
}
