package dev.weir.net.http.wire;

/** Checks what may follow the size of a chunk (RFC 9112 section 7.1.1): {@code ;name}, {@code ;name=value} … */
final class ChunkExtension {
    private final byte[] bytes;
    private final int end;
    private int at;

    private ChunkExtension(byte[] bytes, int start, int end) {
        this.bytes = bytes;
        this.at = start;
        this.end = end;
    }

    static void check(byte[] bytes, int start, int end) throws BadRequest {
        ChunkExtension extension = new ChunkExtension(bytes, start, end);
        while (extension.at < end) {
            if (!extension.one()) {
                throw new BadRequest("what follows the size of a chunk is malformed");
            }
        }
    }

    private boolean one() {
        return separator(';') && token() && (!separator('=') || (is('"') ? quoted() : token()));
    }

    /** Spaces around a separator are bad but meaningless; those that lead to none are refused. */
    private boolean separator(char c) {
        int start = at;
        skipSpaces();
        if (!take(c)) {
            at = start;
            return false;
        }
        skipSpaces();
        return true;
    }

    private void skipSpaces() {
        while (is(' ') || is('\t')) {
            at++;
        }
    }

    private boolean is(char c) {
        return at < end && bytes[at] == c;
    }

    private boolean take(char c) {
        boolean there = is(c);
        at += there ? 1 : 0;
        return there;
    }

    private boolean token() {
        int start = at;
        while (at < end && Chars.isToken(bytes[at])) {
            at++;
        }
        return at > start;
    }

    private boolean quoted() {
        at++;
        while (at < end && bytes[at] != '"' && Chars.isValue(bytes, at, at + 1)) {
            boolean escapes = bytes[at] == '\\' && at + 1 < end && Chars.isValue(bytes, at + 1, at + 2);
            at += escapes ? 2 : 1;
        }
        return take('"');
    }
}
