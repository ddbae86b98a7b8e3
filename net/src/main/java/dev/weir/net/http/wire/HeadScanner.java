package dev.weir.net.http.wire;

import dev.weir.net.loop.Received;

/** Finds the end of a head in what a connection has received, and cuts its fields. */
final class HeadScanner {
    /*
     * Waits until the whole head is there, noticing too long ones as they grow. Strict on purpose (RFC 9112
     * sections 2.2 and 5): lines end with CR LF, no space before a colon. A program that reads any of these
     * differently could be made to see other messages than we do. So is a request's field that is folded over
     * several lines refused; where a response's is folded, spaces take the place of the line end, as section 5.2 wants.
     */
    private final HeadLimits limits;
    private int scanned; // from the start of the head
    private int lineStart;
    private int lines;
    private int firstLine;

    /**
     * What a head may be at most.
     *
     * @param message what it is the head of: request or response
     * @param line what its first line is called
     * @param lineStatus the status that tells of a first line that is too long
     * @param folds whether fields may be folded
     */
    record HeadLimits(
            String message,
            String line,
            int lineStatus,
            int maxLine,
            int maxFieldBytes,
            int maxFields,
            boolean folds) {}

    HeadScanner(HeadLimits limits) {
        this.limits = limits;
    }

    /** Whether no byte of the next head has been seen. */
    boolean isAtStart() {
        return scanned == 0;
    }

    /** The length of the head, or -1 if it is not all there yet. */
    int scan(Received in) throws BadRequest {
        byte[] bytes = in.array();
        int start = in.start();
        int end = in.end();
        for (int i = start + scanned; i < end; i++) {
            if (bytes[i] == '\n' && endsHead(bytes, start, i - start)) {
                return i + 1 - start;
            }
        }
        scanned = end - start;
        checkSizes(scanned);
        return -1;
    }

    /** The length of the first line, with its end. */
    int firstLine() {
        return firstLine;
    }

    void reset() {
        scanned = 0;
        lineStart = 0;
        lines = 0;
        firstLine = 0;
    }

    /** Takes notice of the line feed at the offset. */
    private boolean endsHead(byte[] bytes, int start, int offset) throws BadRequest {
        checkSizes(offset); // first, as it would be if the line feed had not come yet
        if (offset == 0 || bytes[start + offset - 1] != '\r') {
            throw new BadRequest("a line of the head does not end with CR LF");
        }
        boolean empty = offset - lineStart == 1;
        if (lines == 0) {
            firstLine = offset + 1;
        }
        lines += limits.folds() && lines > 1 && unfolded(bytes, start + lineStart) ? 0 : 1;
        lineStart = offset + 1;
        if (!empty && lines - 1 > limits.maxFields()) {
            throw new BadRequest(
                    431, "the " + limits.message() + " has more than " + limits.maxFields() + " header fields");
        }
        return empty;
    }

    /** Makes a line that begins there one with the line before, if it goes on with it. */
    private static boolean unfolded(byte[] bytes, int from) {
        boolean goesOn = FieldLine.isSpace(bytes[from]);
        if (goesOn) {
            bytes[from - 2] = ' ';
            bytes[from - 1] = ' ';
        }
        for (int i = from; FieldLine.isSpace(bytes[i]); i++) {
            bytes[i] = ' ';
        }
        return goesOn;
    }

    private void checkSizes(int length) throws BadRequest {
        if (lines == 0) {
            if (length - 1 > limits.maxLine()) { // the CR is not part of it
                throw new BadRequest(
                        limits.lineStatus(), "the " + limits.line() + " is longer than " + limits.maxLine() + " bytes");
            }
        } else if (length - firstLine > limits.maxFieldBytes()) {
            throw new BadRequest(431, "the header is larger than " + limits.maxFieldBytes() + " bytes");
        }
    }

    /** Lower-case name, value, name, value …, of the head that ends there. */
    String[] fields(byte[] bytes, int start, int end) throws BadRequest {
        String[] fields = new String[2 * (lines - 2)];
        int at = start + firstLine;
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
        assert at == end - 2;
        return fields;
    }
}
