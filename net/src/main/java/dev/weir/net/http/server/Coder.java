package dev.weir.net.http.server;

import dev.weir.net.loop.Held;
import dev.weir.net.loop.Output;
import dev.weir.net.loop.Turn;
import io.netty.channel.EventLoop;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Codes a body that streams, on the event loop, a part of each piece at a time, as the client takes what comes of it; what it
 * holds is freed by its end, whichever that is.
 */
public final class Coder extends Turn {
    private static final int AT_A_TIME = 16 * 1024;
    private static final System.Logger LOG = System.getLogger("dev.weir.net.http");

    /** How to code. */
    public interface StreamCoding {
        /** Begins: what is written to the result goes to {@code to} coded. */
        OutputStream open(OutputStream to) throws IOException;

        /** How many bytes of memory it takes when so many have been written. */
        long memory(long written);
    }

    private final StreamCoding coding;
    private final Held memory;
    private final Output out;
    private final Consumer<ByteBuffer> to;
    private final Runnable goOn;
    private final ArrayDeque<ByteBuffer> pieces = new ArrayDeque<>(1); // of which not all is coded
    private final ByteArrayOutputStream coded = new ByteArrayOutputStream();
    private @Nullable OutputStream stream;
    private boolean working;
    private boolean over;
    private boolean flushDue;
    private long taken;
    private long held;

    /**
     * A coder.
     *
     * @param memory counts what this holds
     * @param out what is coded goes there, and waits until it is writable
     * @param to writes it
     * @param goOn calls {@link #goOn}, which stopped for others
     */
    Coder(EventLoop loop, StreamCoding coding, Held memory, Output out, Consumer<ByteBuffer> to, Runnable goOn) {
        super(loop);
        this.coding = coding;
        this.memory = memory;
        this.out = out;
        this.to = to;
        this.goOn = goOn;
    }

    /** How many bytes it has got so far. */
    long taken() {
        return taken;
    }

    /** Whether all that it has got is coded. */
    boolean isIdle() {
        return pieces.isEmpty();
    }

    /** Codes the piece, after those before; true if {@link #flush} is due once what is being done now is done. */
    boolean write(ByteBuffer piece) throws IOException {
        taken += piece.remaining();
        pieces.add(piece.slice());
        return work();
    }

    /** Codes what is left of the pieces until the client takes no more, or others come first; true as above. */
    boolean work() throws IOException {
        if (working) {
            return false;
        }
        working = true;
        boolean before = flushDue;
        try {
            for (ByteBuffer piece = pieces.peekFirst(); piece != null && mayGoOn(); piece = pieces.peekFirst()) {
                code(piece, Math.min(AT_A_TIME, piece.remaining()));
                if (!piece.hasRemaining()) {
                    var _ = pieces.pollFirst(); // there is none if this was closed meanwhile
                }
            }
        } finally {
            working = false;
        }
        return flushDue && !before;
    }

    private boolean mayGoOn() {
        return !over && out.isWritable() && !rests();
    }

    @Override
    protected void goOn() {
        goOn.run();
    }

    private void code(ByteBuffer piece, int length) throws IOException {
        OutputStream current = opened();
        byte[] bytes = new byte[length]; // a Deflater keeps the last array, however large, until there is another
        piece.get(bytes);
        current.write(bytes);
        worked(length);
        flushDue = true;
        hand();
    }

    private OutputStream opened() throws IOException {
        OutputStream current = stream;
        if (current == null) {
            current = coding.open(coded);
            stream = current;
        }
        hold(Math.max(held, coding.memory(taken)));
        return current;
    }

    /** It is open: who holds too much is found by what it does not take. */
    private void hold(long now) {
        memory.add(now - held);
        held = now;
    }

    private void hand() {
        if (coded.size() > 0) {
            ByteBuffer piece = ByteBuffer.wrap(coded.toByteArray());
            coded.reset();
            to.accept(piece);
        }
    }

    /** Hands on all that was written so far. */
    void flush() throws IOException {
        flushDue = false;
        if (!over) {
            opened().flush();
            hand();
            out.flushSoon();
        }
    }

    /** Hands on the end. */
    void finish() throws IOException {
        OutputStream current = opened();
        over = true;
        current.close();
        hold(0);
        hand();
    }

    /** Frees what it holds, if it has not come to its end. */
    void close() {
        OutputStream current = stream;
        if (!over && current != null) {
            try {
                current.close();
            } catch (IOException failure) {
                LOG.log(System.Logger.Level.WARNING, "a coding failed when it was given up", failure);
            }
        }
        over = true;
        hold(0);
        pieces.clear();
    }
}
