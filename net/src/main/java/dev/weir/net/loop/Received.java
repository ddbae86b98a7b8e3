package dev.weir.net.loop;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** The bytes that a connection has received and nobody has taken yet, in one array. */
public final class Received {
    private static final byte[] NONE = {};
    private static final int LARGE = LoopShare.SCRATCH / 2;

    private final LoopShare share;
    private byte[] bytes = NONE;
    private boolean inPlace; // nobody takes bytes, so arrays may be used again
    private boolean own; // made here, so that it can be given away
    private boolean lent; // so what was received before the end must stay where it is
    private int start;
    private int end;
    private int counted;

    public Received(LoopShare share) {
        this.share = share;
    }

    /** From now on what comes is looked at where it lies, and {@link #keep} alone takes some of it. */
    public void lookedAt() {
        inPlace = true;
    }

    /** Copies what the buffer holds. */
    public void append(ByteBuf buffer) {
        int more = buffer.readableBytes();
        makeRoom(more);
        buffer.readBytes(bytes, end, more);
        end += more;
    }

    private void makeRoom(int more) {
        if (bytes == NONE && more < LARGE) {
            bytes = share.takeScratch();
        }
        if (bytes.length - end >= more) {
            return;
        }
        int held = available();
        byte[] old = bytes;
        if (held + more > old.length || lent) {
            bytes = larger(held + more);
        }
        System.arraycopy(old, start, bytes, 0, held);
        if (bytes != old && !lent) {
            share.giveScratch(old);
        }
        lent = false;
        start = 0;
        end = held;
    }

    private byte[] larger(int least) {
        boolean again = inPlace && least <= LoopShare.BULK;
        own = !again;
        return again ? share.takeBulk() : new byte[Math.max(least, Math.min(bytes.length, Integer.MAX_VALUE / 2) * 2)];
    }

    /** Counts what is held, as the turn of the loop is over. */
    public void settle() {
        int size = bytes.length;
        if (size != counted) {
            share.held().add(size - counted);
            counted = size;
        }
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

    /** The next bytes, for good: what comes later is kept elsewhere. */
    public ByteBuffer take(int count) {
        if (own && count >= bytes.length / 2) {
            return give(count);
        }
        byte[] copy = Arrays.copyOfRange(bytes, start, start + count);
        skip(count);
        return ByteBuffer.wrap(copy);
    }

    /**
     * Some of the bytes, for good, while others may still look at all: they are not copied if they are at least half of the
     * array.
     *
     * @param from in the array
     */
    public ByteBuffer keep(int from, int count) {
        if (count < bytes.length / 2) {
            return ByteBuffer.wrap(Arrays.copyOfRange(bytes, from, from + count));
        }
        lent = true;
        own = false;
        return ByteBuffer.wrap(bytes, from, count).slice();
    }

    /** What is left is copied, as it is less. */
    private ByteBuffer give(int count) {
        byte[] given = bytes;
        int from = start;
        int left = available() - count;
        forget();
        if (left > 0) {
            makeRoom(left);
            System.arraycopy(given, from + count, bytes, 0, left);
            end = left;
        }
        return ByteBuffer.wrap(given, from, count).slice();
    }

    /** Forgets everything; an idle connection holds no memory. */
    public void clear() {
        if (!lent) {
            share.giveScratch(bytes);
        }
        forget();
    }

    private void forget() {
        bytes = NONE;
        if (counted > 0) {
            settle();
        }
        own = false;
        lent = false;
        start = 0;
        end = 0;
    }
}
