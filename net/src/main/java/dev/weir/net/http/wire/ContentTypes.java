package dev.weir.net.http.wire;

import java.util.Locale;
import java.util.Map;

/** The media types of files, by the ends of their names. */
public final class ContentTypes {
    private static final Map<String, String> TYPES = Map.ofEntries(
            Map.entry("css", "text/css; charset=utf-8"),
            Map.entry("csv", "text/csv; charset=utf-8"),
            Map.entry("gif", "image/gif"),
            Map.entry("htm", "text/html; charset=utf-8"),
            Map.entry("html", "text/html; charset=utf-8"),
            Map.entry("ico", "image/x-icon"),
            Map.entry("jpeg", "image/jpeg"),
            Map.entry("jpg", "image/jpeg"),
            Map.entry("js", "text/javascript; charset=utf-8"),
            Map.entry("json", "application/json"),
            Map.entry("map", "application/json"),
            Map.entry("md", "text/markdown; charset=utf-8"),
            Map.entry("mjs", "text/javascript; charset=utf-8"),
            Map.entry("mp3", "audio/mpeg"),
            Map.entry("mp4", "video/mp4"),
            Map.entry("pdf", "application/pdf"),
            Map.entry("png", "image/png"),
            Map.entry("svg", "image/svg+xml"),
            Map.entry("txt", "text/plain; charset=utf-8"),
            Map.entry("wasm", "application/wasm"),
            Map.entry("webmanifest", "application/manifest+json"),
            Map.entry("webm", "video/webm"),
            Map.entry("webp", "image/webp"),
            Map.entry("woff", "font/woff"),
            Map.entry("woff2", "font/woff2"),
            Map.entry("xml", "application/xml"),
            Map.entry("zip", "application/zip"));

    private ContentTypes() {}

    /** The type of a file of that name; that of any bytes if the name tells nothing. */
    public static String of(String fileName) {
        String end = fileName.substring(fileName.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
        return TYPES.getOrDefault(end, "application/octet-stream");
    }
}
