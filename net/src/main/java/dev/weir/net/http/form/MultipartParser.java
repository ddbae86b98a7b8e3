package dev.weir.net.http.form;

import dev.weir.net.http.HttpException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Cuts a multipart body (RFC 2046 section 5.1) into heads and pieces of bodies, as they are asked for. */
final class MultipartParser {
    /*
     * What was received and not yet understood is in one array. A delimiter begins with a carriage return, which it
     * has nowhere else (boundaries can't have one), so a mismatch never has to be looked at again: the search is
     * linear whatever the boundary. Of a body everything goes out but the beginning of what may be a delimiter. A head
     * stays until all of it is there: what has been looked at is not looked at again, and the array grows by the double.
     */
    private static final int LONGEST_PREAMBLE = 8 * 1024;
    private static final int LONGEST_PADDING = 256;
    private static final int LEAST = 1024; // of the array
    private static final byte[] BLANK_LINE = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    /** What comes next. */
    sealed interface Event {
        /** A part begins. */
        record Begin(PartHead head) implements Event {}

        /** A piece of its body. */
        record Piece(ByteBuffer content) implements Event {}

        /** Its body ends. */
        record PartEnd() implements Event {}
    }

    private static final Event END = new Event.PartEnd();

    private enum State {
        PREAMBLE,
        AFTER_DELIMITER,
        HEAD,
        BODY_BEGIN,
        BODY,
        EPILOGUE
    }

    private final byte[] delimiter;
    private final int mostParts;
    private final int mostHeadBytes;
    private byte[] bytes;
    private int start;
    private int end;
    private int looked; // from the start of a head, without finding its end
    private State state = State.PREAMBLE;
    private int parts;
    private int preamble;

    MultipartParser(String boundary, int mostParts, int mostHeadBytes) {
        this.delimiter = ("\r\n--" + boundary).getBytes(StandardCharsets.ISO_8859_1);
        this.mostParts = mostParts;
        this.mostHeadBytes = mostHeadBytes;
        this.bytes = new byte[] {'\r', '\n'}; // so that the first delimiter begins like the others
        this.end = 2;
    }

    /** Adds what was received. */
    void add(ByteBuffer piece) {
        int more = piece.remaining();
        if (bytes.length - end < more) {
            int held = end - start;
            byte[] larger = held + more > bytes.length ? new byte[Math.max(held + Math.max(held, more), LEAST)] : bytes;
            System.arraycopy(bytes, start, larger, 0, held);
            bytes = larger;
            start = 0;
            end = held;
        }
        piece.get(piece.position(), bytes, end, more);
        end += more;
        if (state == State.EPILOGUE) {
            start = end;
        }
    }

    /** Whether the last part has ended: what still comes means nothing. */
    boolean isOver() {
        return state == State.EPILOGUE;
    }

    /** The next event, or null if more has to be received first. */
    @Nullable
    Event next() {
        while (true) {
            switch (state) {
                case PREAMBLE -> {
                    if (!skipPreamble()) {
                        return null;
                    }
                    state = State.AFTER_DELIMITER;
                }
                case AFTER_DELIMITER -> {
                    if (!readDelimiterEnd()) {
                        return null;
                    }
                }
                case HEAD -> {
                    return head();
                }
                case BODY_BEGIN -> {
                    if (!beginBody()) {
                        return null;
                    }
                }
                case BODY -> {
                    return body();
                }
                case EPILOGUE -> {
                    return null;
                }
            }
        }
    }

    private boolean skipPreamble() {
        int at = indexOf(delimiter, start);
        int skipped = (at < 0 ? keepFrom() : at) - start;
        preamble += skipped;
        if (preamble > LONGEST_PREAMBLE) {
            throw wrong("begins with too much before its first part");
        }
        start += skipped;
        if (at >= 0) {
            start += delimiter.length;
        }
        return at >= 0;
    }

    /** Two dashes end all, else there is a line end, with some white space before it. */
    private boolean readDelimiterEnd() {
        if (end - start < 2) {
            return false;
        }
        if (bytes[start] == '-' && bytes[start + 1] == '-') {
            state = State.EPILOGUE;
            start = end;
            return true;
        }
        int at = start;
        while (at < end && (bytes[at] == ' ' || bytes[at] == '\t')) {
            at++;
        }
        if (at - start > LONGEST_PADDING) {
            throw wrong("has a boundary with too much after it");
        }
        if (end - at < 2) {
            return false;
        }
        if (bytes[at] != '\r' || bytes[at + 1] != '\n') {
            throw wrong("has a boundary with something after it");
        }
        start = at; // the line end may be half of the blank line that ends an empty head
        state = State.HEAD;
        if (++parts > mostParts) {
            throw new HttpException(413, "the multipart body has more than " + mostParts + " parts");
        }
        return true;
    }

    private @Nullable Event head() {
        int at = indexOf(BLANK_LINE, start + looked);
        if ((at < 0 ? end - (BLANK_LINE.length - 1) : at) - start > mostHeadBytes) {
            throw new HttpException(
                    413, "a part of the multipart body has a header of more than " + mostHeadBytes + " bytes");
        }
        if (at < 0) {
            looked = Math.max(0, end - start - (BLANK_LINE.length - 1));
            return null;
        }
        looked = 0;
        PartHead head = PartHead.parse(bytes, Math.min(start + 2, at), at);
        start = at + 2; // an empty body's delimiter may begin with the second line end
        state = State.BODY_BEGIN;
        return new Event.Begin(head);
    }

    private boolean beginBody() {
        if (end - start < delimiter.length) {
            return false;
        }
        if (!matches(delimiter, start)) {
            start += 2;
        }
        state = State.BODY;
        return true;
    }

    private @Nullable Event body() {
        int at = indexOf(delimiter, start);
        int to = at < 0 ? keepFrom() : at;
        if (to > start) {
            ByteBuffer piece = ByteBuffer.wrap(Arrays.copyOfRange(bytes, start, to));
            start = to;
            return new Event.Piece(piece);
        }
        if (at < 0) {
            return null;
        }
        start += delimiter.length;
        state = State.AFTER_DELIMITER;
        return END;
    }

    private int indexOf(byte[] wanted, int from) {
        for (int at = from; at <= end - wanted.length; at++) {
            if (bytes[at] == wanted[0] && matches(wanted, at)) {
                return at;
            }
        }
        return -1;
    }

    private boolean matches(byte[] wanted, int at) {
        return Arrays.equals(bytes, at, at + wanted.length, wanted, 0, wanted.length);
    }

    /** Where what may be the beginning of a delimiter begins. */
    private int keepFrom() {
        for (int at = Math.max(start, end - delimiter.length + 1); at < end; at++) {
            if (Arrays.equals(bytes, at, end, delimiter, 0, end - at)) {
                return at;
            }
        }
        return end;
    }

    static HttpException wrong(String what) {
        return new HttpException(400, "the multipart body " + what);
    }
}
