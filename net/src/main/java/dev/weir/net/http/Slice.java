package dev.weir.net.http;

import dev.weir.Many;
import java.nio.ByteBuffer;

/** Cuts a part out of a stream; what is before it is read and thrown away, what is after it is not asked for. */
final class Slice {
    private long skip;
    private long left;

    private Slice(long from, long count) {
        this.skip = from;
        this.left = count;
    }

    static Many<ByteBuffer> of(Many<ByteBuffer> pieces, long from, long count) {
        return Many.defer(() -> {
            Slice slice = new Slice(from, count);
            return pieces.takeWhile(piece -> slice.left > 0).map(slice::cut).filter(ByteBuffer::hasRemaining);
        });
    }

    private ByteBuffer cut(ByteBuffer piece) {
        int size = piece.remaining();
        int before = (int) Math.min(skip, size);
        int kept = (int) Math.min(left, size - before);
        skip -= before;
        left -= kept;
        return piece.slice(piece.position() + before, kept);
    }
}
