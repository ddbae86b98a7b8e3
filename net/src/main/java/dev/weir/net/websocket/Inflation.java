package dev.weir.net.websocket;

import dev.weir.net.loop.Turn;
import java.io.ByteArrayOutputStream;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/** Decompresses messages (RFC 7692 section 7.2.2), never to more than the limit. */
final class Inflation {
    private static final byte[] TAIL = {0, 0, (byte) 0xff, (byte) 0xff};
    private static final byte[] NOTHING = {};
    private static final int STEP = 8 * 1024;
    private static final int SLICE = 2 * 1024;
    private static final int RESET = 64;

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
     * Begins with a frame of a message.
     *
     * @param last whether it is the last
     * @param room what the frames before have left of the limit
     */
    Inflating begin(byte[] compressed, boolean last, int room) {
        return new Inflating(compressed, last, room);
    }

    private Inflater inflater() {
        Inflater current = inflater == null ? new Inflater(true) : inflater;
        inflater = current;
        return current;
    }

    void end() {
        Inflater current = inflater;
        inflater = null;
        if (current != null) {
            current.end();
        }
    }

    /** A frame that is decompressed step by step, since a few bytes may be much work, whether or not anything comes of them. */
    final class Inflating {
        private final ByteArrayOutputStream made;
        private final byte[] step = new byte[STEP];
        private final boolean last;
        private final int room;
        private byte[] input;
        private int taken;
        private boolean done;

        private Inflating(byte[] compressed, boolean last, int room) {
            this.input = compressed;
            this.last = last;
            this.room = room;
            this.made = new ByteArrayOutputStream((int) Math.min(room, 4L * compressed.length));
        }

        /** Goes on a little; what that has cost, as a {@link Turn} counts it. */
        int step() {
            Inflater current = inflater();
            int slice = Math.min(SLICE, input.length - taken);
            current.setInput(input, taken, slice);
            int count = inflate(current);
            if (count > room - made.size()) {
                throw MessageReader.tooBig(limit);
            }
            made.write(step, 0, count);
            int came = slice - current.getRemaining();
            current.setInput(NOTHING); // or a frame would be kept until the next one
            taken += came;
            boolean reset = current.finished(); // a final block may be followed by others (section 7.2.3.5)
            if (reset) {
                current.reset();
            }
            if (taken == input.length && count < STEP) {
                settle();
            }
            return Turn.cost(came, count) + (reset ? RESET : 0);
        }

        private int inflate(Inflater current) {
            try {
                int count = current.inflate(step);
                if (!current.needsDictionary()) {
                    return count;
                }
            } catch (DataFormatException notDeflate) {
                // told below, as a dictionary is that is asked for
            }
            throw new WebSocketException(CloseReason.INVALID_DATA, "a compressed message is damaged");
        }

        private void settle() {
            if (last && input != TAIL) {
                input = TAIL;
                taken = 0;
                return;
            }
            done = true;
            if (last && !takeover) {
                end();
            }
        }

        boolean isDone() {
            return done;
        }

        /** How many bytes it holds. */
        int size() {
            return input.length + made.size();
        }

        /** How many bytes have come of it that were not taken. */
        int made() {
            return made.size();
        }

        /** What has come of it so far, for good. */
        byte[] take() {
            byte[] piece = made.toByteArray();
            made.reset();
            return piece;
        }

        /** What came of the frame. */
        byte[] piece() {
            return made.toByteArray();
        }
    }
}
