package dev.weir.net.http.wire;

import dev.weir.net.loop.Received;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Reads request heads out of what a connection has received. */
public final class HeadParser {
    /*
     * Waits until the whole head is there, noticing too long ones as they grow, then cuts it into strings.
     * Strict on purpose (RFC 9112 sections 2.2, 3, 5): lines end with CR LF, one space separates, no folding,
     * no space before a colon. A front proxy that reads any of these differently could be made to see other
     * requests than we do.
     */
    private final int maxLine;
    private final int maxFieldBytes;
    private final int maxFields;
    private int scanned; // from the start of the head
    private int lineStart;
    private int lines;
    private int firstLine;
    private boolean skippedLine;

    public HeadParser(int maxLine, int maxFieldBytes, int maxFields) {
        this.maxLine = maxLine;
        this.maxFieldBytes = maxFieldBytes;
        this.maxFields = maxFields;
    }

    /** The next head, taken out of {@code in}, or null if it is not all there yet. */
    public @Nullable RequestHead next(Received in) throws BadRequest {
        if (scanned == 0 && !atFirstByte(in)) {
            return null;
        }
        byte[] bytes = in.array();
        int start = in.start();
        int end = in.end();
        for (int i = start + scanned; i < end; i++) {
            if (bytes[i] == '\n' && endsHead(bytes, start, i - start)) {
                int length = i + 1 - start;
                RequestHead head = parse(bytes, start, start + length);
                in.skip(length);
                reset();
                return head;
            }
        }
        scanned = end - start;
        checkSizes(scanned);
        return null;
    }

    /** Whether a head begins here; one empty line before it is forgiven (RFC 9112 section 2.2). */
    private boolean atFirstByte(Received in) throws BadRequest {
        if (!skippedLine && in.available() > 0 && in.at(0) == '\r') {
            if (in.available() == 1) {
                return false;
            }
            if (in.at(1) == '\n') {
                in.skip(2);
                skippedLine = true;
            }
        }
        if (in.available() == 0) {
            return false;
        }
        if (!Chars.isToken(in.at(0))) {
            throw new BadRequest("this is no HTTP request");
        }
        return true;
    }

    private void reset() {
        scanned = 0;
        lineStart = 0;
        lines = 0;
        firstLine = 0;
        skippedLine = false;
    }

    /** Takes notice of the line feed at the offset. */
    private boolean endsHead(byte[] bytes, int start, int offset) throws BadRequest {
        if (offset == 0 || bytes[start + offset - 1] != '\r') {
            throw new BadRequest("a line of the head does not end with CR LF");
        }
        boolean empty = offset - lineStart == 1;
        if (lines == 0) {
            firstLine = offset + 1;
        }
        checkSizes(offset);
        lines++;
        lineStart = offset + 1;
        if (empty) {
            return true;
        }
        if (lines - 1 > maxFields) {
            throw new BadRequest(431, "the request has more than " + maxFields + " header fields");
        }
        return false;
    }

    private void checkSizes(int length) throws BadRequest {
        if (lines == 0) {
            if (length > maxLine) {
                throw new BadRequest(414, "the request line is longer than " + maxLine + " bytes");
            }
        } else if (length - firstLine > maxFieldBytes) {
            throw new BadRequest(431, "the header is larger than " + maxFieldBytes + " bytes");
        }
    }

    private RequestHead parse(byte[] bytes, int start, int end) throws BadRequest {
        int methodEnd = start;
        while (Chars.isToken(bytes[methodEnd])) {
            methodEnd++;
        }
        int targetStart = methodEnd + 1;
        int targetEnd = targetStart;
        while (Chars.isTarget(bytes[targetEnd])) {
            targetEnd++;
        }
        if (methodEnd == start || bytes[methodEnd] != ' ' || targetEnd == targetStart || bytes[targetEnd] != ' ') {
            throw new BadRequest("the request line is malformed");
        }
        boolean http10 = isHttp10(bytes, targetEnd + 1, start + firstLine - 2);
        String[] fields = fields(bytes, start + firstLine, end - 2);
        String method = latin1(bytes, start, methodEnd);
        String target = latin1(bytes, targetStart, targetEnd);
        return Meaning.of(method, target, http10, fields);
    }

    private static boolean isHttp10(byte[] bytes, int start, int end) throws BadRequest {
        String version = latin1(bytes, start, end);
        return switch (version) {
            case "HTTP/1.1" -> false;
            case "HTTP/1.0" -> true;
            default -> {
                if (version.matches("HTTP/[0-9]\\.[0-9]")) {
                    throw new BadRequest(505, "only HTTP/1.1 and HTTP/1.0 are spoken here");
                }
                throw new BadRequest("the request line is malformed");
            }
        };
    }

    private String[] fields(byte[] bytes, int start, int end) throws BadRequest {
        String[] fields = new String[2 * (lines - 2)];
        int at = start;
        for (int i = 0; i < fields.length; i += 2) {
            int lineEnd = at;
            while (bytes[lineEnd] != '\n') {
                lineEnd++;
            }
            FieldLine line = FieldLine.parse(bytes, at, lineEnd - 1);
            fields[i] = line.name();
            fields[i + 1] = line.value();
            at = lineEnd + 1;
        }
        assert at == end;
        return fields;
    }

    static String latin1(byte[] bytes, int start, int end) {
        return new String(bytes, start, end - start, StandardCharsets.ISO_8859_1);
    }
}
