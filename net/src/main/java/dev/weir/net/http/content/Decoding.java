package dev.weir.net.http.content;

import dev.weir.net.http.wire.Elements;
import dev.weir.net.loop.Held;
import dev.weir.net.loop.Turn;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Locale;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * Undoes the coding of one body (RFC 9110 section 8.4.1), a piece at a time, as it is asked for. It may be closed while another
 * thread is in it, as when the client leaves: what a decoder has outside the JVM is given back when that piece is done.
 */
public final class Decoding implements AutoCloseable {
    private static final int PIECE = 16 * 1024;
    private static final int SLICE = 4 * 1024; // of what came, which may make nothing of it
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
    private final Held memory;
    private final byte[] room = new byte[PIECE];
    private @Nullable Decoder decoder; // made when something comes: it holds memory that is not the JVM's
    private ByteBuffer in = NOTHING;
    private long read;
    private long made;
    private int worked;
    private long held;
    private boolean full; // of what was made last: there may be more of what came
    private boolean done;

    private Decoding(String coding, Bounds bounds, Held memory) {
        this.coding = coding;
        this.bounds = bounds;
        this.memory = memory;
    }

    /** The names of those that can be undone, for {@code Accept-Encoding}. */
    public static String names() {
        return "gzip, deflate" + (Libraries.BROTLI ? ", br" : "") + (Libraries.ZSTD ? ", zstd" : "");
    }

    /** Whether it says that nothing was coded; "none" is what some write for that, who want nobody to compress it. */
    public static boolean isNone(String coding) {
        String name = name(coding);
        return name.isEmpty() || name.equals("identity") || name.equals("none");
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
        return String.join(",", Elements.of(coding)).toLowerCase(Locale.ROOT);
    }

    /**
     * For a coding that is known.
     *
     * @param memory counts what this holds, from when something comes until it is closed
     */
    public static Decoding of(String coding, Bounds bounds, Held memory) {
        return new Decoding(name(coding), bounds, memory);
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
    public synchronized void add(ByteBuffer piece) {
        read += piece.remaining();
        in = piece;
        if (decoder == null && !done) {
            decoder = decoder();
            hold(decoder);
        }
    }

    /**
     * The next piece, or null if more has to be added first; throws {@link Undecodable}. It is empty if nothing came of a part of
     * what was added, which may have been work still.
     */
    public synchronized @Nullable ByteBuffer next() {
        Decoder current = decoder;
        if (current == null) {
            return null;
        }
        int from = in.position();
        int count = decode(current);
        full = count == room.length;
        int came = in.position() - from;
        worked += Turn.cost(came, count);
        made += count;
        if (made > bounds.most || (made > bounds.free && made / bounds.ratio > read)) {
            throw Undecodable.tooLarge();
        }
        hold(current);
        if (count == 0) {
            if (!in.hasRemaining()) {
                in = NOTHING; // the next piece may come after hours
            }
            return came > 0 ? NOTHING : null;
        }
        return ByteBuffer.wrap(Arrays.copyOf(room, count));
    }

    private void hold(Decoder current) {
        long more = PIECE + current.held(made) - held;
        if (more > 0) {
            if (!memory.hasRoom(more)) {
                throw Undecodable.noMemory();
            }
            memory.add(more);
            held += more;
        }
    }

    private int decode(Decoder current) {
        int end = in.limit();
        in.limit(Math.min(end, in.position() + SLICE));
        try {
            return current.decode(in, room);
        } finally {
            in.limit(end);
        }
    }

    /** Whether {@link #next} may give a piece before more is added. */
    public synchronized boolean isAtWork() {
        return decoder != null && (in.hasRemaining() || full);
    }

    /** What the work since this was asked has cost, as a {@link Turn} counts it. */
    public int worked() {
        int cost = worked;
        worked = 0;
        return cost;
    }

    /** What the piece brings, as {@link #next} does. */
    public Iterable<ByteBuffer> pieces(ByteBuffer piece) {
        add(piece);
        return Pieces::new;
    }

    /** Nothing more will be added: notices the end if what was made so far is all. */
    public synchronized void settle() {
        if (read == 0 || (!in.hasRemaining() && decoder != null && decoder.isComplete())) {
            close();
        }
    }

    /** Nothing more will be added; throws {@link Undecodable} if something is missing. */
    public synchronized void end() {
        if (read > 0 && decoder != null && !decoder.isComplete()) {
            throw new Undecodable("it ends too early");
        }
        close();
    }

    public boolean isDone() {
        return done;
    }

    @Override
    public synchronized void close() {
        done = true;
        Decoder current = decoder;
        decoder = null;
        if (current != null) {
            current.close();
        }
        memory.add(-held);
        held = 0;
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
