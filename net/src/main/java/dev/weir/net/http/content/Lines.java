package dev.weir.net.http.content;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Cuts a body into lines, without empty ones, as they are asked for. */
public final class Lines {
    private final int longest;
    private final Supplier<? extends RuntimeException> tooLong;
    private final ByteArrayOutputStream begun = new ByteArrayOutputStream();

    /**
     * A cutter.
     *
     * @param tooLong what fails if a line has more bytes than the longest may have
     */
    public Lines(int longest, Supplier<? extends RuntimeException> tooLong) {
        this.longest = longest;
        this.tooLong = tooLong;
    }

    /** The lines that end in the piece. */
    public Iterable<byte[]> next(ByteBuffer piece) {
        return () -> new Cut(piece);
    }

    /** The line that the body's end ends, if there is one. */
    public List<byte[]> last() {
        byte[] line = end();
        return line == null ? List.of() : List.of(line);
    }

    private byte @Nullable [] end() {
        byte[] line = begun.toByteArray();
        begun.reset();
        int length = line.length;
        if (length > 0 && line[length - 1] == '\r') {
            length--;
        }
        return length == 0 ? null : Arrays.copyOf(line, length);
    }

    private void add(ByteBuffer piece, int length) {
        if (begun.size() + length > longest) {
            throw tooLong.get();
        }
        byte[] bytes = new byte[length];
        piece.get(bytes);
        begun.write(bytes, 0, length);
    }

    private final class Cut implements Iterator<byte[]> {
        private final ByteBuffer piece;
        private byte @Nullable [] line;

        Cut(ByteBuffer piece) {
            this.piece = piece;
        }

        @Override
        public boolean hasNext() {
            while (line == null && piece.hasRemaining()) {
                int at = piece.position();
                while (at < piece.limit() && piece.get(at) != '\n') {
                    at++;
                }
                add(piece, at - piece.position());
                if (piece.hasRemaining()) {
                    piece.get();
                    line = end();
                }
            }
            return line != null;
        }

        @Override
        public byte[] next() {
            if (!hasNext() || line == null) {
                throw new NoSuchElementException("there are no more lines");
            }
            byte[] next = line;
            line = null;
            return next;
        }
    }
}
