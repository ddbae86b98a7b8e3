package dev.weir.net.websocket;

import java.io.ByteArrayOutputStream;
import java.util.zip.Deflater;
import org.jspecify.annotations.Nullable;

/** Compresses messages (RFC 7692 section 7.2.1). */
final class Deflation {
    /** What is shorter would hardly get shorter still. */
    private static final int LEAST = 64;

    private static final int STEP = 8 * 1024;
    /** So many bytes does each flush end with. */
    static final int TAIL = 4;

    private static final byte[] NOTHING = {};
    private static final int FULL_WINDOW = 15;

    private final boolean takeover;
    private final int most;
    private @Nullable Deflater deflater;

    /**
     * @param takeover whether messages refer to those before
     * @param windowBits how far back the peer can look
     */
    Deflation(boolean takeover, int windowBits) {
        // the JDK's window can't be made smaller, but a message can't refer to what is before its own begin
        this.takeover = takeover && windowBits == FULL_WINDOW;
        this.most = windowBits == FULL_WINDOW ? Integer.MAX_VALUE : 1 << windowBits;
    }

    /** Whether a message of that length is worth it, and allowed. */
    boolean suits(int length) {
        return length >= LEAST && length <= most;
    }

    /** Whether messages of any length are allowed. */
    boolean suitsAny() {
        return most == Integer.MAX_VALUE;
    }

    /**
     * Compresses a part of a message.
     *
     * @param last whether it is the last one, whose end the receiver adds
     */
    void compress(byte[] message, int offset, int length, boolean last, ByteArrayOutputStream out) {
        compress(message, offset, length, last ? Deflater.SYNC_FLUSH : Deflater.NO_FLUSH, out);
        if (last) {
            endMessage();
        }
    }

    /** Compresses a part of a message so that the receiver can make all of it of what was sent so far. */
    void flush(byte[] message, int offset, int length, ByteArrayOutputStream out) {
        compress(message, offset, length, Deflater.SYNC_FLUSH, out);
    }

    private void compress(byte[] message, int offset, int length, int flush, ByteArrayOutputStream out) {
        Deflater current = deflater;
        if (current == null) {
            current = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
            deflater = current;
        }
        byte[] step = new byte[Math.min(STEP, length + LEAST)]; // with room for the end of a flush, else it has none
        current.setInput(message, offset, length);
        int count;
        do {
            count = current.deflate(step, 0, step.length, flush);
            out.write(step, 0, count);
        } while (count == step.length);
        current.setInput(NOTHING); // or the message would be kept until the next one
    }

    /** The message is at its end. */
    void endMessage() {
        if (!takeover) {
            end();
        }
    }

    void end() {
        Deflater current = deflater;
        deflater = null;
        if (current != null) {
            current.end();
        }
    }
}
