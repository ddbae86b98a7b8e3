package dev.weir.net.http.wire;

import dev.weir.Many;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Cuts a body into lines, without empty ones, as they are asked for. */
public final class Lines {
    /** Types of values one a line; the first is the one that is written. */
    public static final List<String> TYPES =
            List.of("application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-jsonlines");

    private final int longest;
    private final Function<? super String, ? extends RuntimeException> tooLong;
    private final ByteArrayOutputStream begun = new ByteArrayOutputStream();
    private long taken;

    /**
     * @param longest in bytes
     * @param tooLong makes a failure of what is wrong with a longer one
     */
    public Lines(int longest, Function<? super String, ? extends RuntimeException> tooLong) {
        this.longest = longest;
        this.tooLong = tooLong;
    }

    /** How many have been taken. */
    public long taken() {
        return taken;
    }

    /** A value as a line of its own. */
    public static ByteBuffer ended(byte[] value) {
        return ByteBuffer.allocate(value.length + 1).put(value).put((byte) '\n').flip();
    }

    /** Those of a body, which is read once. */
    public Many<byte[]> of(Many<ByteBuffer> body) {
        return Many.concat(body.flatMapIterable(this::next), Many.defer(() -> Many.from(last())));
    }

    /** The lines that end in the piece. */
    Iterable<byte[]> next(ByteBuffer piece) {
        return () -> new Cut(piece);
    }

    /** The line that the body's end ends, if there is one. */
    List<byte[]> last() {
        byte[] line = end();
        taken += line == null ? 0 : 1;
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
            throw tooLong.apply("a line is longer than " + longest + " bytes");
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
            taken++;
            return next;
        }
    }
}
