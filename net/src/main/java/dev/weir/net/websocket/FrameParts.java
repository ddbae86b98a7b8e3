package dev.weir.net.websocket;

import dev.weir.net.loop.Received;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Takes frames of data out of what was received bit by bit, as they come and however long they are. */
final class FrameParts {
    /*
     * The decoder of Netty 4.2.18 gives whole frames, and who sends a message in one frame may send as much as it likes: so heads are
     * read here, by RFC 6455 section 5.2, and nothing of a frame has to wait for the rest of it. Frames of control are
     * still Netty's, between frames of data.
     */
    private static final int LAST = 0x80;
    private static final int RESERVED = 0x70;
    private static final int COMPRESSED = 0x40;
    private static final int OPCODE = 0x0f;
    private static final int MASKED = 0x80;
    private static final int LENGTH = 0x7f;
    private static final int LENGTH_IN_2 = 126;
    private static final int LENGTH_IN_8 = 127;
    private static final int KEY = 4;

    private final boolean masked;
    private final boolean extended;
    private final long limit;
    private final byte[] key = new byte[KEY];

    private boolean within; // a frame
    private boolean open; // a message
    private int first;
    private long left;
    private int turned; // so many bytes of the frame are unmasked
    private boolean text;
    private boolean compressed;

    /**
     * Reads frames.
     *
     * @param masked whether they have to be, as those of clients
     * @param extended whether messages may be compressed
     * @param limit of a frame, in bytes
     */
    FrameParts(boolean masked, boolean extended, long limit) {
        this.masked = masked;
        this.extended = extended;
        this.limit = limit;
    }

    /** Whether a frame has begun, and has not been taken to its end. */
    boolean isWithin() {
        return within;
    }

    /** Whether the message ends with the frame that was taken last. */
    boolean endsMessage() {
        return !within && (first & LAST) != 0;
    }

    boolean isText() {
        return text;
    }

    boolean isCompressed() {
        return compressed;
    }

    /** Whether the frame brings something: bytes, or the end of a message. */
    boolean bringsSomething() {
        return left > 0 || (first & LAST) != 0;
    }

    /** Takes the head of a frame of data; false if it is not all there. */
    boolean begin(Received received) {
        if (received.available() < 2) {
            return false;
        }
        int lengthCode = received.at(1) & LENGTH;
        int lengthBytes = lengthCode == LENGTH_IN_2 ? 2 : lengthCode == LENGTH_IN_8 ? 8 : 0;
        check(received.at(0) & 0xff, (received.at(1) & MASKED) != 0);
        int size = 2 + lengthBytes + (masked ? KEY : 0);
        if (received.available() < size) {
            return false;
        }
        first = received.at(0) & 0xff;
        left = length(received, lengthCode, lengthBytes);
        for (int i = 0; masked && i < KEY; i++) {
            key[i] = received.at(size - KEY + i);
        }
        received.skip(size);
        turned = 0;
        within = true;
        if (!open) {
            text = (first & OPCODE) == FrameWriter.TEXT;
            compressed = (first & COMPRESSED) != 0;
        }
        open = (first & LAST) == 0;
        return true;
    }

    private void check(int head, boolean isMasked) {
        int opcode = head & OPCODE;
        boolean continues = opcode == FrameWriter.CONTINUATION;
        boolean mayBeCompressed = extended && !continues;
        if ((head & RESERVED) != 0 && !(mayBeCompressed && (head & RESERVED) == COMPRESSED)) {
            throw wrong("a reserved bit is set");
        }
        if (opcode > FrameWriter.BINARY) {
            throw wrong("a frame has the reserved opcode " + opcode);
        }
        if (continues != open) {
            throw wrong(continues ? "a fragment continues no message" : "a message begins within another one");
        }
        if (isMasked != masked) {
            throw wrong(masked ? "a frame of a client is not masked" : "a frame of a server is masked");
        }
    }

    private long length(Received received, int code, int bytes) {
        if (bytes == 0) {
            return checked(code);
        }
        long length = 0;
        for (int i = 0; i < bytes; i++) {
            length = (length << Byte.SIZE) | (received.at(2 + i) & 0xff);
        }
        if (length < 0 || length < LENGTH_IN_2 || (bytes == 8 && length < 1 << Short.SIZE)) {
            throw wrong("a frame's length is not written as shortly as it could be, or is none");
        }
        return checked(length);
    }

    private long checked(long length) {
        if (length > limit) {
            throw new WebSocketException(CloseReason.TOO_BIG, "a frame is larger than " + limit + " bytes (maxFrame)");
        }
        return length;
    }

    private static WebSocketException wrong(String what) {
        return new WebSocketException(CloseReason.PROTOCOL_ERROR, what);
    }

    /** What has come of the frame, up to so many bytes; null if that is nothing, and more is to come. */
    byte @Nullable [] part(Received received, int most) {
        int length = (int) Math.min(left, Math.min(most, received.available()));
        if (length == 0 && left > 0) {
            return null;
        }
        int from = received.start();
        byte[] part = Arrays.copyOfRange(received.array(), from, from + length);
        for (int i = 0; masked && i < length; i++) {
            part[i] ^= key[(turned + i) & (KEY - 1)];
        }
        turned = (turned + length) & (KEY - 1);
        end(received, length);
        return part;
    }

    /** Throws away what has come of the frame; false if that is nothing, and more is to come. */
    boolean skip(Received received) {
        int length = (int) Math.min(left, received.available());
        if (length == 0 && left > 0) {
            return false;
        }
        end(received, length);
        return true;
    }

    private void end(Received received, int length) {
        received.skip(length);
        left -= length;
        within = left > 0;
    }
}
