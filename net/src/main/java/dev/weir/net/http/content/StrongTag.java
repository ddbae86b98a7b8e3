package dev.weir.net.http.content;

import java.util.regex.Pattern;

/** An {@code ETag} that stands for these bytes and no others (RFC 9110 section 8.8.3). */
public final class StrongTag {
    private static final Pattern ALLOWED = Pattern.compile("[!#-~]+");

    private StrongTag() {}

    /** With its quotes. */
    public static String of(String tag) {
        if (!ALLOWED.matcher(tag).matches()) {
            throw new IllegalArgumentException("\"" + tag + "\" can't be an ETag: give it visible ASCII characters"
                    + " without quotes, which are added here");
        }
        return "\"" + tag + "\"";
    }
}
