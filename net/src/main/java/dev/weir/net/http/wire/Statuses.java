package dev.weir.net.http.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

/** The status codes of RFC 9110, RFC 6585 and those of other standards that are in use, and their names. */
public final class Statuses {
    private static final Map<Integer, String> NAMES = """
        100 Continue
        101 Switching Protocols
        103 Early Hints
        200 OK
        201 Created
        202 Accepted
        203 Non-Authoritative Information
        204 No Content
        205 Reset Content
        206 Partial Content
        207 Multi-Status
        300 Multiple Choices
        301 Moved Permanently
        302 Found
        303 See Other
        304 Not Modified
        307 Temporary Redirect
        308 Permanent Redirect
        400 Bad Request
        401 Unauthorized
        402 Payment Required
        403 Forbidden
        404 Not Found
        405 Method Not Allowed
        406 Not Acceptable
        407 Proxy Authentication Required
        408 Request Timeout
        409 Conflict
        410 Gone
        411 Length Required
        412 Precondition Failed
        413 Content Too Large
        414 URI Too Long
        415 Unsupported Media Type
        416 Range Not Satisfiable
        417 Expectation Failed
        421 Misdirected Request
        422 Unprocessable Content
        423 Locked
        424 Failed Dependency
        425 Too Early
        426 Upgrade Required
        428 Precondition Required
        429 Too Many Requests
        431 Request Header Fields Too Large
        451 Unavailable For Legal Reasons
        500 Internal Server Error
        501 Not Implemented
        502 Bad Gateway
        503 Service Unavailable
        504 Gateway Timeout
        505 HTTP Version Not Supported
        507 Insufficient Storage
        511 Network Authentication Required
        """.lines().collect(
            Collectors.toUnmodifiableMap(line -> Integer.valueOf(line.substring(0, 3)), line -> line.substring(4)));

    private static final int MOST = 600;
    private static final byte[][] LINES = new byte[MOST][];

    static {
        Arrays.fill(LINES, new byte[0]);
        NAMES.keySet().forEach(status -> LINES[status] = makeLine(status));
    }

    private Statuses() {}

    /** The status's name, or an empty string. */
    public static String name(int status) {
        return NAMES.getOrDefault(status, "");
    }

    /** The first line of a response, with its end; not to be changed. */
    public static byte[] line(int status) {
        byte[] made = LINES[status];
        return made.length > 0 ? made : makeLine(status);
    }

    private static byte[] makeLine(int status) {
        String line = "HTTP/1.1 " + status + " " + name(status) + "\r\n";
        return line.getBytes(StandardCharsets.ISO_8859_1);
    }
}
