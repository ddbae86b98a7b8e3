package dev.weir.lab.servers;

/**
 * What servers do with much, over HTTP/2: at {@code /download/N} they send N times a million bytes, made in pieces as they
 * are asked for; at {@code /upload} they count what comes and answer how much it was; at {@code /events} there are
 * events. At {@code /} they answer as all servers do.
 */
final class Streams {
    static final String DOWNLOAD = "/download/";
    static final String UPLOAD = "/upload";
    static final String EVENTS = "/events";

    private static final long MEGABYTE = 1_000_000;

    private Streams() {}

    /** Of a path below {@link #DOWNLOAD}. */
    static long size(String path) {
        return sizeOf(path.substring(DOWNLOAD.length()));
    }

    /** Of so many megabytes. */
    static long sizeOf(String megabytes) {
        return Long.parseLong(megabytes) * MEGABYTE;
    }
}
