package dev.weir.net.http.wire;

import dev.weir.net.loop.Received;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads response heads out of what a connection has received (RFC 9112 section 4), as strictly as requests but for folded fields. */
public final class StatusParser {
    private static final Pattern VERSION = Pattern.compile("HTTP/[0-9]");

    private static final int SHORTEST = "HTTP/1.1 200".length();

    private final HeadScanner scanner;

    public StatusParser(int maxFieldBytes, int maxFields) {
        scanner = new HeadScanner(new HeadScanner.HeadLimits(
                "response", "status line", 431, maxFieldBytes, maxFieldBytes, maxFields, true));
    }

    /** The next head, taken out of {@code in}, or null if it is not all there yet. */
    public @Nullable StatusHead next(Received in) throws BadRequest {
        if (scanner.isAtStart() && in.available() > 0 && in.at(0) != 'H') {
            throw new BadRequest("this is no HTTP response");
        }
        int length = in.available() == 0 ? -1 : scanner.scan(in);
        if (length < 0) {
            return null;
        }
        StatusHead head = parse(in.array(), in.start(), in.start() + length);
        in.skip(length);
        scanner.reset();
        return head;
    }

    private StatusHead parse(byte[] bytes, int start, int end) throws BadRequest {
        String line = HeadParser.latin1(bytes, start, start + scanner.firstLine() - 2);
        int status = status(line);
        if (!Chars.isValue(line) || status < 100 || (line.length() > SHORTEST && line.charAt(SHORTEST) != ' ')) {
            throw new BadRequest("the status line is malformed");
        }
        return Meaning.of(status, isHttp10(line), scanner.fields(bytes, start, end));
    }

    private static int status(String line) {
        int status = 0;
        for (int i = "HTTP/1.1 ".length(); i < SHORTEST; i++) {
            int digit = i < line.length() ? line.charAt(i) - '0' : -1;
            if (digit < 0 || digit > 9) {
                return -1;
            }
            status = status * 10 + digit;
        }
        return status;
    }

    private static boolean isHttp10(String line) throws BadRequest {
        boolean http10 = line.startsWith("HTTP/1.0 ");
        if (!http10 && !line.startsWith("HTTP/1.1 ")) {
            throw new BadRequest(
                    VERSION.matcher(line).lookingAt()
                            ? "only HTTP/1.1 and HTTP/1.0 are spoken here"
                            : "the status line is malformed");
        }
        return http10;
    }
}
