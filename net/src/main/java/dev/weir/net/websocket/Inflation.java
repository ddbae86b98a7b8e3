package dev.weir.net.websocket;

import java.io.ByteArrayOutputStream;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/** Decompresses messages (RFC 7692 section 7.2.2), never to more than the limit. */
final class Inflation {
    private static final byte[] TAIL = {0, 0, (byte) 0xff, (byte) 0xff};
    private static final int STEP = 8 * 1024;

    private final boolean takeover;
    private @Nullable Inflater inflater;

    /**
     * @param takeover whether messages refer to those before
     */
    Inflation(boolean takeover) {
        this.takeover = takeover;
    }

    /** Decompresses a piece of a message. */
    byte[] piece(byte[] compressed, boolean last, int limit) {
        Inflater current = inflater;
        if (current == null) {
            current = new Inflater(true);
            inflater = current;
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream(Math.min(limit, 4 * compressed.length));
        try {
            inflate(current, compressed, out, limit);
            if (last) {
                inflate(current, TAIL, out, limit);
            }
        } catch (DataFormatException damaged) {
            throw new WebSocketException(CloseReason.INVALID_DATA, "a compressed message is damaged");
        }
        if (last && !takeover) {
            end();
        }
        return out.toByteArray();
    }

    private static void inflate(Inflater inflater, byte[] input, ByteArrayOutputStream out, int limit)
            throws DataFormatException {
        byte[] step = new byte[STEP];
        inflater.setInput(input);
        while (true) {
            int count = inflater.inflate(step);
            if (count > limit - out.size()) {
                throw MessageReader.tooBig();
            }
            out.write(step, 0, count);
            if (inflater.finished()) { // a final block may be followed by others (section 7.2.3.5)
                int rest = inflater.getRemaining();
                inflater.reset();
                inflater.setInput(input, input.length - rest, rest);
            }
            if (inflater.needsDictionary()) {
                throw new DataFormatException("a dictionary is asked for");
            }
            if (count == 0 && inflater.needsInput()) {
                return;
            }
        }
    }

    void end() {
        Inflater current = inflater;
        inflater = null;
        if (current != null) {
            current.end();
        }
    }
}
