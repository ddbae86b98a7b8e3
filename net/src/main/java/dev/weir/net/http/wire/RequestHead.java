package dev.weir.net.http.wire;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request line and its fields, with what they say about the connection already understood.
 *
 * @param target as sent
 * @param path its path, still escaped, or {@code *}
 * @param query its query, still escaped; null if there is none
 * @param fields lower-case name, value, name, value …
 * @param contentLength of the body; 0 if there is none, -1 if only its end will tell
 * @param keepAlive whether the client wants to send another request
 * @param expectsContinue whether the client waits for leave to send the body
 * @param http10 whether the client speaks only HTTP/1.0
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record RequestHead(
        String method,
        String target,
        String path,
        @Nullable String query,
        String[] fields,
        long contentLength,
        boolean keepAlive,
        boolean expectsContinue,
        boolean http10) {
    private static final int AROUND_STRING = 56;
    private static final int USUAL = 4 * 1024;

    /** How many bytes it takes while it is kept; zero if it is one of the usual ones. */
    public int kept() {
        return kept(2 * target.length(), List.of(fields));
    }

    static int kept(int more, List<String> parts) {
        int size = more;
        for (String part : parts) {
            size += AROUND_STRING + part.length();
        }
        return size > USUAL ? size : 0;
    }

    /** Whether it came with that field. */
    public boolean has(String name, String value) {
        for (int i = 0; i < fields.length; i += 2) {
            if (fields[i].equalsIgnoreCase(name) && fields[i + 1].equals(value)) {
                return true;
            }
        }
        return false;
    }

    public boolean hasBody() {
        return contentLength != 0;
    }

    public boolean isChunked() {
        return contentLength < 0;
    }

    /** Path and query, as they were sent. */
    public String origin() {
        return query == null ? path : path + '?' + query;
    }

    /** The host that it is for, without the port; null if it names none. */
    public @Nullable String host() {
        String host = field("host");
        return host == null ? null : Chars.hostOf(host);
    }

    /** Whether another protocol is asked for. */
    public boolean upgrades() {
        return field("upgrade") != null;
    }

    private @Nullable String field(String name) {
        for (int i = 0; i < fields.length; i += 2) {
            if (fields[i].equals(name)) {
                return fields[i + 1];
            }
        }
        return null;
    }

    /** For logs: the method and the path, without the query, which may have secrets. */
    @Override
    public String toString() {
        return method + " " + path;
    }
}
