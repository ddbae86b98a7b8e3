package dev.weir.net.http.wire;

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
