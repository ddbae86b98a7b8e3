package dev.weir.net.loop;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;

/** The bytes that a connection has received and nobody has taken yet, in one array. */
public final class Received {
    private static final byte[] NONE = {};

    private final LoopShare share;
    private byte[] bytes = NONE;
    private int start;
    private int end;

    public Received(LoopShare share) {
        this.share = share;
    }

    /** Copies what the buffer holds. */
    public void append(ByteBuf buffer) {
        int more = buffer.readableBytes();
        makeRoom(more);
        buffer.readBytes(bytes, end, more);
        end += more;
    }

    private void makeRoom(int more) {
        if (bytes == NONE) {
            bytes = share.takeScratch();
        }
        if (bytes.length - end >= more) {
            return;
        }
        int held = available();
        byte[] old = bytes;
        if (held + more > old.length) {
            bytes = new byte[Math.max(held + more, Math.min(old.length, Integer.MAX_VALUE / 2) * 2)];
        }
        System.arraycopy(old, start, bytes, 0, held);
        if (bytes != old) {
            share.giveScratch(old);
        }
        start = 0;
        end = held;
    }

    public int available() {
        return end - start;
    }

    /** Holds what is available from {@link #start} on; good until the next append. */
    public byte[] array() {
        return bytes;
    }

    public int start() {
        return start;
    }

    public int end() {
        return end;
    }

    public byte at(int offset) {
        return bytes[start + offset];
    }

    public void skip(int count) {
        start += count;
        if (start == end) {
            clear();
        }
    }

    /** The next bytes, in an array of their own. */
    public byte[] take(int count) {
        byte[] taken = Arrays.copyOfRange(bytes, start, start + count);
        skip(count);
        return taken;
    }

    /** Forgets everything; an idle connection holds no memory. */
    public void clear() {
        if (bytes != NONE) {
            share.giveScratch(bytes);
            bytes = NONE;
        }
        start = 0;
        end = 0;
    }
}
