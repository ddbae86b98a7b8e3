package dev.weir.net.http.filter;

import dev.weir.Many;
import dev.weir.net.http.HttpException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/** Decompresses one body, piece by piece as they are asked for. */
final class Inflating implements AutoCloseable {
    private static final int PIECE = 16 * 1024;
    private static final int FREE = 64 * 1024;

    private final long most;
    private final int ratio;
    private final Inflater inflater;
    private final @Nullable GzipFrame frame;
    private final CRC32 checksum = new CRC32();
    private final byte[] room = new byte[PIECE];
    private long in;
    private long out;

    Inflating(boolean gzip, long most, int ratio) {
        this.most = most;
        this.ratio = ratio;
        this.inflater = new Inflater(gzip);
        this.frame = gzip ? new GzipFrame() : null;
    }

    /** What the piece brings. */
    Iterable<ByteBuffer> next(ByteBuffer piece) {
        in += piece.remaining();
        return () -> new Inflated(piece);
    }

    /** Nothing, or the failure of a body that is not complete. */
    Many<ByteBuffer> end() {
        boolean complete = in == 0 || (inflater.finished() && (frame == null || frame.isOver()));
        return complete ? Many.empty() : Many.fail(() -> malformed("it ends too early"));
    }

    private static HttpException malformed(String what) {
        return new HttpException(400, "the compressed body is malformed: " + what);
    }

    private @Nullable ByteBuffer inflate(ByteBuffer piece) {
        if (frame != null && !frame.header(piece)) {
            return null;
        }
        if (!inflater.finished()) {
            ByteBuffer inflated = some(piece);
            if (inflated != null) {
                return inflated;
            }
        }
        if (inflater.finished()) {
            finish(piece);
        }
        return null;
    }

    private @Nullable ByteBuffer some(ByteBuffer piece) {
        inflater.setInput(piece);
        int count;
        try {
            count = inflater.inflate(room);
        } catch (DataFormatException wrong) {
            throw malformed("it is not what its coding says");
        }
        if (inflater.needsDictionary()) {
            throw malformed("it needs a dictionary");
        }
        out += count;
        if (out > most || (out > FREE && out / ratio > in)) {
            throw new HttpException(413, "the body is too large when it is decompressed");
        }
        checksum.update(room, 0, count);
        return count == 0 ? null : ByteBuffer.wrap(Arrays.copyOf(room, count));
    }

    private void finish(ByteBuffer piece) {
        if (frame != null && !frame.trailer(piece, checksum.getValue(), out)) {
            throw malformed("its checksum is another");
        }
        if (piece.hasRemaining()) {
            throw malformed("something follows its end");
        }
    }

    @Override
    public void close() {
        inflater.end();
    }

    private final class Inflated implements Iterator<ByteBuffer> {
        private final ByteBuffer piece;
        private @Nullable ByteBuffer next;

        Inflated(ByteBuffer piece) {
            this.piece = piece;
        }

        @Override
        public boolean hasNext() {
            if (next == null) {
                next = inflate(piece);
            }
            return next != null;
        }

        @Override
        public ByteBuffer next() {
            if (!hasNext() || next == null) {
                throw new NoSuchElementException("this piece brings no more");
            }
            ByteBuffer current = next;
            next = null;
            return current;
        }
    }
}
