package dev.weir.net.http.content;

import dev.weir.Many;
import dev.weir.net.loop.InTurns;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What is made of a body's lines, without empty ones, as they are asked for. */
public final class Lines {
    /** Types of values one a line; the first is the one that is written. */
    public static final List<String> TYPES =
            List.of("application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-jsonlines");

    private final Gathering begun;
    private final int longest;
    private final Function<? super String, ? extends RuntimeException> tooLong;
    private long number;

    /**
     * @param memory counts the longest line
     * @param longest in bytes
     * @param tooLong makes a failure of what is wrong with a longer one
     */
    public Lines(Gathering.Memory memory, int longest, Function<? super String, ? extends RuntimeException> tooLong) {
        this.begun = new Gathering(memory, longest);
        this.longest = longest;
        this.tooLong = tooLong;
    }

    /** A value as a line of its own. */
    public static ByteBuffer ended(byte[] value) {
        return ByteBuffer.allocate(value.length + 1).put(value).put((byte) '\n').flip();
    }

    /** Makes something of a line. */
    public interface FromLine<T> {
        /**
         * What is made of it.
         *
         * @param number how many there were, with this one and those that are empty, of which nothing is made
         */
        T read(byte[] line, long number);
    }

    /**
     * What is made of each line of a body, which is read once; a long one is read where nobody waits for it.
     *
     * @param loop where the body comes
     */
    public <T> Many<T> of(Many<ByteBuffer> body, Executor loop, FromLine<T> reading) {
        Many<byte[]> lines = Many.concat(
                InTurns.parsed(body, loop).flatMapIterable(this::next), Many.defer(() -> Many.from(last())));
        return lines.concatMap(line -> {
            long place = ++number;
            return line.length == 0
                    ? Many.empty()
                    : InTurns.made(line.length, loop, () -> reading.read(line, place))
                            .toMany();
        });
    }

    /** The lines that end in the piece, also those that are empty. */
    Iterable<byte[]> next(ByteBuffer piece) {
        return () -> new Cut(piece);
    }

    /** The line that the body's end ends, if there is one. */
    List<byte[]> last() {
        byte[] line = end();
        return line.length == 0 ? List.of() : List.of(line);
    }

    private byte[] end() {
        byte[] line = begun.taken();
        int length = line.length;
        if (length > 0 && line[length - 1] == '\r') {
            line = Arrays.copyOf(line, length - 1);
        }
        return line;
    }

    private void add(ByteBuffer piece, int length) {
        if (begun.size() + length > longest) {
            throw tooLong.apply("a line is longer than " + longest + " bytes");
        }
        begun.add(piece.slice(piece.position(), length));
        piece.position(piece.position() + length);
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
