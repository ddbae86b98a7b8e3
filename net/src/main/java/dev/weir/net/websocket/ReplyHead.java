package dev.weir.net.websocket;

import dev.weir.net.http.Headers;
import dev.weir.net.http.wire.BadRequest;
import dev.weir.net.http.wire.FieldLine;
import dev.weir.net.loop.Received;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The head of a server's answer to a handshake, as strict as that of a request.
 *
 * @param headers names in lower case
 */
record ReplyHead(int status, Headers headers) {
    private static final int MOST_BYTES = 16 * 1024;
    private static final int MOST_FIELDS = 100;
    private static final int STATUS = "HTTP/1.1 ".length();

    /** Takes the head out of what was received; null if it is not all there. */
    static @Nullable ReplyHead take(Received received) throws HandshakeException {
        byte[] bytes = received.array();
        int end = end(bytes, received.start(), received.end());
        if (end < 0 ? received.available() > MOST_BYTES : end - received.start() > MOST_BYTES) {
            throw malformed(0, "is larger than " + MOST_BYTES + " bytes");
        }
        if (end < 0) {
            return null;
        }
        ReplyHead head = parse(bytes, received.start(), end);
        received.skip(end - received.start());
        return head;
    }

    private static int end(byte[] bytes, int start, int end) {
        for (int i = start + 3; i < end; i++) {
            if (bytes[i] == '\n' && bytes[i - 1] == '\r' && bytes[i - 2] == '\n' && bytes[i - 3] == '\r') {
                return i + 1;
            }
        }
        return -1;
    }

    private static ReplyHead parse(byte[] bytes, int start, int end) throws HandshakeException {
        int lineEnd = lineEnd(bytes, start);
        String line = new String(bytes, start, lineEnd - start, StandardCharsets.ISO_8859_1);
        if (!line.matches("HTTP/1\\.1 [1-5][0-9][0-9]( [\\t -~\\x80-\\xff]*)?")) {
            throw malformed(0, "does not begin as one of HTTP/1.1");
        }
        int status = Integer.parseInt(line.substring(STATUS, STATUS + 3));
        Headers headers = Headers.empty();
        int at = lineEnd + 2;
        while (at < end - 2) {
            lineEnd = lineEnd(bytes, at);
            headers = with(headers, bytes, at, lineEnd, status);
            at = lineEnd + 2;
        }
        return new ReplyHead(status, headers);
    }

    private static Headers with(Headers headers, byte[] bytes, int start, int end, int status)
            throws HandshakeException {
        try {
            FieldLine field = FieldLine.parse(bytes, start, end);
            if (headers.size() == MOST_FIELDS) {
                throw malformed(status, "has more than " + MOST_FIELDS + " header fields");
            }
            return headers.and(field.name(), field.value());
        } catch (BadRequest bad) {
            throw malformed(status, "is malformed: " + bad.detail());
        }
    }

    /** Where the line that starts there ends: at its CR LF, which there is. */
    private static int lineEnd(byte[] bytes, int start) {
        int at = start;
        while (bytes[at] != '\r' || bytes[at + 1] != '\n') {
            at++;
        }
        return at;
    }

    private static HandshakeException malformed(int status, String what) {
        return new HandshakeException(status, "the server's answer " + what);
    }
}
