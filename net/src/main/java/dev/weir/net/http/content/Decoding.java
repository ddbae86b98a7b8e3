package dev.weir.net.http.content;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Locale;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** Undoes the coding of one body (RFC 9110 section 8.4.1), a piece at a time, as it is asked for. */
public final class Decoding implements AutoCloseable {
    private static final int PIECE = 16 * 1024;
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    /**
     * How much may come of a body, against those that are small only on their way.
     *
     * @param most bytes
     * @param ratio times what came
     * @param free so many bytes may come of however little
     */
    public record Bounds(long most, int ratio, long free) {}

    private final String coding;
    private final Bounds bounds;
    private final byte[] room = new byte[PIECE];
    private @Nullable Decoder decoder; // made when something comes: it holds memory that is not the JVM's
    private ByteBuffer in = NOTHING;
    private long read;
    private long made;
    private boolean done;

    private Decoding(String coding, Bounds bounds) {
        this.coding = coding;
        this.bounds = bounds;
    }

    /** The names of those that can be undone, for {@code Accept-Encoding}. */
    public static String names() {
        return "gzip, deflate" + (Libraries.BROTLI ? ", br" : "") + (Libraries.ZSTD ? ", zstd" : "");
    }

    public static boolean isKnown(String coding) {
        return switch (name(coding)) {
            case "gzip", "x-gzip", "deflate" -> true;
            case "br" -> Libraries.BROTLI;
            case "zstd" -> Libraries.ZSTD;
            default -> false;
        };
    }

    private static String name(String coding) {
        return coding.strip().toLowerCase(Locale.ROOT);
    }

    /** For a coding that is known. */
    public static Decoding of(String coding, Bounds bounds) {
        return new Decoding(name(coding), bounds);
    }

    private Decoder decoder() {
        return switch (coding) {
            case "deflate" -> new DeflateDecoder();
            case "br" -> new BrotliDecoder();
            case "zstd" -> new ZstdDecoder();
            default -> new GzipDecoder();
        };
    }

    /** What comes in; only when {@link #next} gave null. */
    public void add(ByteBuffer piece) {
        read += piece.remaining();
        in = piece;
        if (decoder == null && !done) {
            decoder = decoder();
        }
    }

    /** The next piece, or null if more has to be added first; throws {@link Undecodable}. */
    public @Nullable ByteBuffer next() {
        int count = decoder == null ? 0 : decoder.decode(in, room);
        made += count;
        if (made > bounds.most || (made > bounds.free && made / bounds.ratio > read)) {
            throw Undecodable.tooLarge();
        }
        return count == 0 ? null : ByteBuffer.wrap(Arrays.copyOf(room, count));
    }

    /** What the piece brings. */
    public Iterable<ByteBuffer> pieces(ByteBuffer piece) {
        add(piece);
        return Pieces::new;
    }

    /** Nothing more will be added: notices the end if what was made so far is all. */
    public void settle() {
        if (!in.hasRemaining() && decoder != null && decoder.isComplete()) {
            close();
        }
    }

    /** Nothing more will be added; throws {@link Undecodable} if something is missing. */
    public void end() {
        if (read > 0 && decoder != null && !decoder.isComplete()) {
            throw new Undecodable("it ends too early");
        }
        close();
    }

    public boolean isDone() {
        return done;
    }

    @Override
    public void close() {
        done = true;
        Decoder current = decoder;
        decoder = null;
        if (current != null) {
            current.close();
        }
    }

    private final class Pieces implements Iterator<ByteBuffer> {
        private @Nullable ByteBuffer next;

        @Override
        public boolean hasNext() {
            if (next == null) {
                next = Decoding.this.next();
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
