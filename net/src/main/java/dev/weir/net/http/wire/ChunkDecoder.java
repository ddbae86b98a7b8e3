package dev.weir.net.http.wire;

import dev.weir.net.loop.Received;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A body in chunks (RFC 9112 section 7.1); extensions are checked and dropped. */
final class ChunkDecoder extends BodyDecoder {
    private static final int MAX_SIZE_LINE = 256;
    private static final int MAX_SIZE_DIGITS = 15;

    private enum ChunkPart {
        SIZE,
        DATA,
        DATA_END,
        TRAILER,
        DONE
    }

    private final int maxTrailerBytes;
    private final int maxTrailers;
    private final boolean folds;
    private ChunkPart part = ChunkPart.SIZE;
    private long left;
    private int looked; // from the start of a line, without finding its end
    private int trailerBytes;
    private final List<String> fields = new ArrayList<>(0);
    private long spare; // what may come besides the data, its sizes and their line ends
    private @Nullable BadRequest wrong;

    /**
     * A body of which nothing has come.
     *
     * @param maxTrailerBytes the most of trailers, and of extensions and zeros beyond as many bytes as there are data
     * @param maxTrailers how many fields they may be
     * @param folds whether a field of the trailers may be folded
     */
    ChunkDecoder(int maxTrailerBytes, int maxTrailers, boolean folds) {
        this.maxTrailerBytes = maxTrailerBytes;
        this.maxTrailers = maxTrailers;
        this.folds = folds;
        this.spare = maxTrailerBytes;
    }

    @Override
    public @Nullable ByteBuffer next(Received in) throws BadRequest {
        if (wrong != null) {
            throw wrong;
        }
        skipFraming(in);
        if (part != ChunkPart.DATA || in.available() == 0) {
            return null;
        }
        int count = (int) Math.min(left, in.available());
        ByteBuffer piece = in.take(count);
        left -= count;
        if (left == 0) {
            part = ChunkPart.DATA_END;
            try {
                skipFraming(in); // so that the end is known together with the last piece
            } catch (BadRequest bad) {
                wrong = bad;
            }
        }
        return piece;
    }

    private void skipFraming(Received in) throws BadRequest {
        boolean more = true;
        while (more) {
            more = switch (part) {
                case SIZE -> size(in);
                case DATA_END -> dataEnd(in);
                case TRAILER -> trailer(in);
                case DATA, DONE -> false;
            };
        }
    }

    private boolean size(Received in) throws BadRequest {
        int length = line(in, MAX_SIZE_LINE);
        if (length < 0) {
            return false;
        }
        byte[] bytes = in.array();
        int start = in.start();
        int at = start;
        long size = 0;
        for (int digit; (digit = Character.digit(bytes[at], 16)) >= 0; at++) {
            size = size * 16 + digit;
        }
        if (at == start || at - start > MAX_SIZE_DIGITS) {
            throw new BadRequest("the size of a chunk is malformed");
        }
        ChunkExtension.check(bytes, at, start + length);
        spend(length - digits(size), size);
        in.skip(length + 2);
        left = size;
        part = size == 0 ? ChunkPart.TRAILER : ChunkPart.DATA;
        return true;
    }

    private static int digits(long size) {
        return (Long.SIZE - Long.numberOfLeadingZeros(size | 1) + 3) / 4;
    }

    /** Else little data could cost a lot of reading. */
    private void spend(int besides, long size) throws BadRequest {
        spare -= besides;
        if (spare < 0) {
            throw new BadRequest("the chunks have more extensions than data");
        }
        spare += size;
    }

    private boolean dataEnd(Received in) throws BadRequest {
        if (in.available() > 0 && in.at(0) != '\r') {
            throw new BadRequest("a chunk is longer than its size says");
        }
        if (in.available() < 2) {
            return false;
        }
        if (in.at(1) != '\n') {
            throw new BadRequest("a chunk is longer than its size says");
        }
        in.skip(2);
        part = ChunkPart.SIZE;
        return true;
    }

    private boolean trailer(Received in) throws BadRequest {
        int length = line(in, maxTrailerBytes - trailerBytes);
        if (length < 0) {
            return false;
        }
        boolean goesOn = folds && trailerBytes > 0 && length > 0 && FieldLine.isSpace(in.at(0));
        trailerBytes += length + 2;
        if (length == 0) {
            part = ChunkPart.DONE;
            trailers(fields);
        } else if (goesOn) {
            goOn(in, length);
        } else {
            Trailers.add(fields, FieldLine.parse(in.array(), in.start(), in.start() + length), maxTrailers);
        }
        in.skip(length + 2);
        return true;
    }

    /** Adds to the last field, with a space in place of the line's end. */
    private void goOn(Received in, int length) throws BadRequest {
        FieldLine.checkValue(in.array(), in.start(), in.start() + length);
        String more =
                HeadParser.latin1(in.array(), in.start(), in.start() + length).strip();
        fields.add((fields.removeLast() + ' ' + more).strip());
    }

    /** The length of the next line without its end, or -1 if it is not all there. */
    private int line(Received in, int limit) throws BadRequest {
        byte[] bytes = in.array();
        int start = in.start();
        int end = Math.min(in.end(), start + Math.max(0, limit));
        for (int i = start + looked; i < end; i++) {
            if (bytes[i] == '\n') {
                if (i == start || bytes[i - 1] != '\r') {
                    throw new BadRequest("a line between chunks does not end with CR LF");
                }
                looked = 0;
                return i - 1 - start;
            }
        }
        if (in.available() >= limit) {
            throw new BadRequest("a line between chunks is too long");
        }
        looked = end - start;
        return -1;
    }

    @Override
    public boolean isDone() {
        return part == ChunkPart.DONE;
    }

    @Override
    public long remaining() {
        return part == ChunkPart.DONE ? 0 : Long.MAX_VALUE;
    }
}
