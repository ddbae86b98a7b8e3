package dev.weir.net.http.wire;

import dev.weir.net.loop.Received;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads request heads out of what a connection has received (RFC 9112 section 3), strictly: one space separates. */
public final class HeadParser {
    private static final Pattern VERSION = Pattern.compile("HTTP/[0-9]\\.[0-9]");
    private static final byte[] HTTP_1_1 = "HTTP/1.1".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] GET = "GET".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] HEAD = "HEAD ".getBytes(StandardCharsets.US_ASCII);

    private final HeadScanner scanner;
    private boolean skippedLine;
    private boolean asksHead;

    public HeadParser(int maxLine, int maxFieldBytes, int maxFields) {
        scanner = new HeadScanner(
                new HeadScanner.HeadLimits("request", "request line", 414, maxLine, maxFieldBytes, maxFields, false));
    }

    /** The next head, taken out of {@code in}, or null if it is not all there yet. */
    public @Nullable RequestHead next(Received in) throws BadRequest {
        asksHead = false;
        if (scanner.isAtStart() && !atFirstByte(in)) {
            return null;
        }
        asksHead = begins(in, HEAD);
        int length = scanner.scan(in);
        if (length < 0) {
            return null;
        }
        RequestHead head = parse(in.array(), in.start(), in.start() + length);
        in.skip(length);
        scanner.reset();
        skippedLine = false;
        return head;
    }

    /** Whether the head that {@link #next} gave, refused or waits for asks with HEAD: its answer has no content. */
    public boolean asksHead() {
        return asksHead;
    }

    private static boolean begins(Received in, byte[] word) {
        int same = 0;
        while (same < word.length && same < in.available() && in.at(same) == word[same]) {
            same++;
        }
        return same == word.length;
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
        boolean http10 = isHttp10(bytes, targetEnd + 1, start + scanner.firstLine() - 2);
        String[] fields = scanner.fields(bytes, start, end);
        String method = is(GET, bytes, start, methodEnd) ? "GET" : latin1(bytes, start, methodEnd);
        String target = latin1(bytes, targetStart, targetEnd);
        return Meaning.of(method, target, http10, fields);
    }

    private static boolean isHttp10(byte[] bytes, int start, int end) throws BadRequest {
        if (is(HTTP_1_1, bytes, start, end)) {
            return false;
        }
        String version = latin1(bytes, start, end);
        if (version.equals("HTTP/1.0")) {
            return true;
        }
        if (VERSION.matcher(version).matches()) {
            throw new BadRequest(505, "only HTTP/1.1 and HTTP/1.0 are spoken here");
        }
        throw new BadRequest("the request line is malformed");
    }

    private static boolean is(byte[] word, byte[] bytes, int start, int end) {
        return Arrays.equals(word, 0, word.length, bytes, start, end);
    }

    static String latin1(byte[] bytes, int start, int end) {
        return new String(bytes, start, end - start, StandardCharsets.ISO_8859_1);
    }
}
