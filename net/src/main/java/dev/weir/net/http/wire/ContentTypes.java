package dev.weir.net.http.wire;

import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The media types of files, by the ends of their names. */
public final class ContentTypes {
    private static final Map<String, String> TYPES = """
        css text/css; charset=utf-8
        csv text/csv; charset=utf-8
        gif image/gif
        htm text/html; charset=utf-8
        html text/html; charset=utf-8
        ico image/x-icon
        jpeg image/jpeg
        jpg image/jpeg
        js text/javascript; charset=utf-8
        json application/json
        map application/json
        md text/markdown; charset=utf-8
        mjs text/javascript; charset=utf-8
        mp3 audio/mpeg
        mp4 video/mp4
        pdf application/pdf
        png image/png
        svg image/svg+xml
        txt text/plain; charset=utf-8
        wasm application/wasm
        webmanifest application/manifest+json
        webm video/webm
        webp image/webp
        woff font/woff
        woff2 font/woff2
        xml application/xml
        zip application/zip
        """.lines()
            .map(line -> line.split(" ", 2))
            .collect(Collectors.toUnmodifiableMap(type -> type[0], type -> type[1]));

    private ContentTypes() {}

    /** The type of a file of that name; that of any bytes if the name tells nothing. */
    public static String of(String fileName) {
        String end = fileName.substring(fileName.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
        return TYPES.getOrDefault(end, "application/octet-stream");
    }
}
