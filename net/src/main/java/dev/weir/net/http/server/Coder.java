package dev.weir.net.http.server;

import dev.weir.net.loop.Output;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Codes a body that streams, on the event loop; what it holds is freed by its end, whichever that is. */
public final class Coder {
    private static final System.Logger LOG = System.getLogger("dev.weir.net.http");

    /** Begins to code: what is written to the result goes to {@code to} coded. */
    @FunctionalInterface
    public interface StreamCoding {
        OutputStream open(OutputStream to) throws IOException;
    }

    private final StreamCoding coding;
    private final Consumer<ByteBuffer> to;
    private final ByteArrayOutputStream coded = new ByteArrayOutputStream();
    private @Nullable OutputStream stream;
    private boolean over;
    private boolean flushDue;
    private long taken;

    /**
     * A coder.
     *
     * @param to takes what is coded
     */
    Coder(StreamCoding coding, Consumer<ByteBuffer> to) {
        this.coding = coding;
        this.to = to;
    }

    /** How many bytes it has coded so far. */
    long taken() {
        return taken;
    }

    /** Codes the piece; true if {@link #flush} is due once what is being done now is done. */
    boolean write(ByteBuffer piece) throws IOException {
        OutputStream current = opened();
        taken += piece.remaining();
        if (piece.hasArray()) {
            current.write(piece.array(), piece.arrayOffset() + piece.position(), piece.remaining());
        } else {
            byte[] bytes = new byte[piece.remaining()];
            piece.get(piece.position(), bytes);
            current.write(bytes);
        }
        hand();
        boolean first = !flushDue;
        flushDue = true;
        return first;
    }

    private OutputStream opened() throws IOException {
        OutputStream current = stream;
        if (current == null) {
            current = coding.open(coded);
            stream = current;
        }
        return current;
    }

    private void hand() {
        if (coded.size() > 0) {
            ByteBuffer piece = ByteBuffer.wrap(coded.toByteArray());
            coded.reset();
            to.accept(piece);
        }
    }

    /** Hands on all that was written so far. */
    void flush(Output out) throws IOException {
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
    }
}
