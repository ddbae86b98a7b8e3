package dev.weir.net.http.wire;

import org.jspecify.annotations.Nullable;

/**
 * A status line and its fields, with what they say about the connection already understood.
 *
 * @param fields lower-case name, value, name, value …
 * @param contentLength of the body if there is one: -1 if it comes in chunks, -2 if it ends with the connection
 * @param keepAlive whether the server takes another request
 * @param http10 whether it is one of HTTP/1.0
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record StatusHead(int status, String[] fields, long contentLength, boolean keepAlive, boolean http10) {
    static final long CHUNKED = -1;
    static final long UNTIL_END = -2;

    /**
     * The head of a message that is framed by other means.
     *
     * @param length what the content-length says, null if there is none
     */
    public static StatusHead of(int status, String[] fields, @Nullable String length) throws BadRequest {
        return new StatusHead(status, fields, length == null ? UNTIL_END : Meaning.number(length), true, false);
    }

    /** The value of the first field of that name, which is in lower case, or null. */
    public @Nullable String field(String name) {
        for (int i = 0; i < fields.length; i += 2) {
            if (fields[i].equals(name)) {
                return fields[i + 1];
            }
        }
        return null;
    }

    /** Whether this is not yet the response (RFC 9110 section 15.2). */
    public boolean isInterim() {
        return status < 200;
    }

    /** Whether a body follows, as an answer to a request of that method (RFC 9112 section 6.3). */
    public boolean hasBody(String method) {
        return !method.equals("HEAD") && status != 204 && status != 304 && !isInterim() && contentLength != 0;
    }

    /** Whether the body is as long as the connection lives. */
    public boolean endsWithConnection() {
        return contentLength == UNTIL_END;
    }
}
