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
    private final int limit;
    private @Nullable Inflater inflater;

    /**
     * @param takeover whether messages refer to those before
     * @param limit of messages, in bytes
     */
    Inflation(boolean takeover, int limit) {
        this.takeover = takeover;
        this.limit = limit;
    }

    /**
     * Decompresses a piece of a message.
     *
     * @param room what the pieces before have left of the limit
     */
    byte[] piece(byte[] compressed, boolean last, int room) {
        Inflater current = inflater;
        if (current == null) {
            current = new Inflater(true);
            inflater = current;
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream(Math.min(room, 4 * compressed.length));
        try {
            inflate(current, compressed, out, room);
            if (last) {
                inflate(current, TAIL, out, room);
            }
        } catch (DataFormatException damaged) {
            throw new WebSocketException(CloseReason.INVALID_DATA, "a compressed message is damaged");
        }
        if (last && !takeover) {
            end();
        }
        return out.toByteArray();
    }

    private void inflate(Inflater inflater, byte[] input, ByteArrayOutputStream out, int room)
            throws DataFormatException {
        byte[] step = new byte[STEP];
        inflater.setInput(input);
        while (true) {
            int count = inflater.inflate(step);
            if (count > room - out.size()) {
                throw MessageReader.tooBig(limit);
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
