package dev.weir.net.websocket;

import dev.weir.net.loop.Output;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Writes frames (RFC 6455 section 5.2). */
final class FrameWriter {
    static final int CONTINUATION = 0;
    static final int TEXT = 1;
    static final int BINARY = 2;
    static final int CLOSE = 8;
    static final int PING = 9;
    static final int PONG = 10;

    private static final int LAST = 0x80;
    private static final int COMPRESSED = 0x40;
    private static final int MASKED = 0x80;
    private static final int LENGTH_IN_2 = 126;
    private static final int LENGTH_IN_8 = 127;

    private final Output out;
    private final boolean masks;
    private final Masks keys = new Masks();

    /**
     * @param masks as a client has to
     */
    FrameWriter(Output out, boolean masks) {
        this.out = out;
        this.masks = masks;
    }

    void control(int opcode, byte[] payload) {
        write(opcode, true, false, payload, 0, payload.length);
    }

    void write(int opcode, boolean last, boolean compressed, byte[] payload, int offset, int length) {
        out.octet((last ? LAST : 0) | (compressed ? COMPRESSED : 0) | opcode);
        length(masks ? MASKED : 0, length);
        if (!masks) {
            out.bytes(payload, offset, length);
            return;
        }
        byte[] key = keys.next();
        byte[] masked = new byte[length];
        for (int i = 0; i < length; i++) {
            masked[i] = (byte) (payload[offset + i] ^ key[i & 3]);
        }
        out.bytes(key);
        out.bytes(masked);
    }

    /** Writes a binary message that is put together of two. */
    void write(byte[] head, int length, ByteBuffer body) {
        int size = length + body.remaining();
        out.octet(LAST | BINARY);
        length(masks ? MASKED : 0, size);
        if (!masks) {
            out.bytes(head, 0, length);
            out.lend(body);
            return;
        }
        byte[] key = keys.next();
        byte[] masked = Arrays.copyOf(head, size);
        body.get(body.position(), masked, length, body.remaining());
        for (int i = 0; i < size; i++) {
            masked[i] ^= key[i & 3];
        }
        out.bytes(key);
        out.bytes(masked);
    }

    private void length(int flag, int length) {
        if (length < LENGTH_IN_2) {
            out.octet(flag | length);
        } else if (length < 1 << 16) {
            out.octet(flag | LENGTH_IN_2);
            number(length, 2);
        } else {
            out.octet(flag | LENGTH_IN_8);
            number(length, 8);
        }
    }

    private void number(long value, int bytes) {
        for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) {
            out.octet((int) (value >>> shift));
        }
    }
}
