package dev.weir.net.http.content;

import dev.weir.Many;
import java.nio.ByteBuffer;
import java.util.List;

/** Cuts a part out of a stream; what is before it is read and thrown away, what is after it is not waited for. */
public final class Slice {
    private static final ByteBuffer END = ByteBuffer.allocate(0);

    private long skip;
    private long left;

    private Slice(long from, long count) {
        this.skip = from;
        this.left = count;
    }

    /** So many bytes from a place on. */
    public static Many<ByteBuffer> of(Many<ByteBuffer> pieces, long from, long count) {
        return Many.defer(
                () -> pieces.flatMapIterable(new Slice(from, count)::cut).takeWhile(piece -> piece != END));
    }

    /** What of the piece is in the part; with the end, if the part ends in it. */
    private List<ByteBuffer> cut(ByteBuffer piece) {
        int size = piece.remaining();
        int before = (int) Math.min(skip, size);
        int kept = (int) Math.min(left, size - before);
        skip -= before;
        left -= kept;
        ByteBuffer part = piece.slice(piece.position() + before, kept);
        if (left == 0) {
            return List.of(part, END);
        }
        return kept == 0 ? List.of() : List.of(part);
    }
}
