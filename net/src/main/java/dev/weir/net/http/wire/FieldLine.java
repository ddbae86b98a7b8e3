package dev.weir.net.http.wire;

/** One line of a header or trailer. */
public record FieldLine(String name, String value) {
    /** Reads a line, without its end. */
    public static FieldLine parse(byte[] bytes, int start, int end) throws BadRequest {
        int colon = start;
        while (colon < end && Chars.isToken(bytes[colon])) {
            colon++;
        }
        if (colon == start || colon == end || bytes[colon] != ':') {
            throw new BadRequest(
                    bytes[start] == ' ' || bytes[start] == '\t'
                            ? "a header field is folded over several lines"
                            : "the name of a header field is malformed");
        }
        int from = colon + 1;
        while (from < end && isSpace(bytes[from])) {
            from++;
        }
        int to = end;
        while (to > from && isSpace(bytes[to - 1])) {
            to--;
        }
        checkValue(bytes, from, to);
        return new FieldLine(FieldNames.of(bytes, start, colon - start), HeadParser.latin1(bytes, from, to));
    }

    static void checkValue(byte[] bytes, int start, int end) throws BadRequest {
        if (!Chars.isValue(bytes, start, end)) {
            throw new BadRequest("a header field has a control character in its value");
        }
    }

    static boolean isSpace(byte c) {
        return c == ' ' || c == '\t';
    }
}
