package dev.weir.net.loop;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The bytes that a connection has received and nobody has taken yet, in one array. */
public final class Received {
    /*
     * What comes is copied from the buffer of the loop, as the next connection needs that. Bytes that are only looked at
     * are looked at there, until somebody asks for the array, or the turn is over.
     */
    private static final byte[] NONE = {};
    private static final int LARGE = LoopShare.SCRATCH / 2;

    private final LoopShare share;
    private byte[] bytes = NONE;
    private boolean inPlace; // nobody takes bytes, so arrays may be used again
    private boolean own; // made here, so that it can be given away
    private boolean lent; // so what was received before the end must stay where it is
    private boolean shown; // so what has been taken must stay as it is until the drain is over
    private @Nullable ByteBuf seen; // the loop's buffer, with all that is held
    private int start;
    private int end;
    private int counted;
    private int looking; // those who do, one within another's turn

    public Received(LoopShare share) {
        this.share = share;
    }

    /**
     * From now on what comes is looked at where it lies, or not: {@link #keep} alone takes some of it for good then, and what
     * {@link #take} gives is good until all have {@link #looked}.
     */
    public void lookedAt(boolean looked) {
        inPlace = looked;
    }

    /** Copies what the buffer holds, unless it is looked at there. */
    public void append(ByteBuf buffer) {
        leave();
        if (inPlace && available() == 0 && ReadOn.isOfLoop(buffer)) {
            seen = buffer.retain();
        } else {
            copy(buffer);
        }
    }

    private void copy(ByteBuf buffer) {
        int more = buffer.readableBytes();
        makeRoom(more);
        buffer.readBytes(bytes, end, more);
        end += more;
    }

    /** The loop's buffer is for others now. */
    private void leave() {
        ByteBuf buffer = seen;
        if (buffer == null) {
            return;
        }
        seen = null;
        if (buffer.isReadable()) {
            copy(buffer);
        }
        buffer.release();
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

    /** Somebody begins to look at what is taken, until {@link #looked}. */
    public void looks() {
        looking++;
    }

    /** Somebody has looked, and if others still do, it is theirs to settle. */
    public void looked() {
        looking--;
        if (looking == 0) {
            settle();
        }
    }

    /** Counts what is held, as the turn of the loop is over, and whoever looks has looked. */
    public void settle() {
        leave();
        if (shown) {
            shown = false;
            skip(0);
        }
        count();
    }

    private void count() {
        int size = bytes.length;
        if (size != counted) {
            share.held().add(size - counted);
            counted = size;
        }
    }

    public int available() {
        return seen != null ? seen.readableBytes() : end - start;
    }

    /** Holds what is available from {@link #start} on; good until the next append. */
    public byte[] array() {
        leave();
        return bytes;
    }

    public int start() {
        leave();
        return start;
    }

    public int end() {
        leave();
        return end;
    }

    public byte at(int offset) {
        leave();
        return bytes[start + offset];
    }

    public void skip(int count) {
        ByteBuf buffer = seen;
        if (buffer != null) {
            buffer.skipBytes(count);
            return;
        }
        start += count;
        if (start == end && shown) {
            start = 0;
            end = 0;
        } else if (start == end) {
            clear();
        }
    }

    /** The next bytes, for good, as what comes later is kept elsewhere; to be looked at if they are. */
    public ByteBuffer take(int count) {
        ByteBuf buffer = seen;
        if (buffer != null && inPlace) {
            ByteBuffer piece = buffer.nioBuffer(buffer.readerIndex(), count);
            buffer.skipBytes(count);
            return piece;
        }
        leave();
        if (inPlace) {
            shown = true;
            ByteBuffer piece = ByteBuffer.wrap(bytes, start, count).slice();
            skip(count);
            return piece;
        }
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
        if (seen != null) {
            seen.clear();
            leave();
        }
        if (!lent && !shown) {
            share.giveScratch(bytes);
        }
        forget();
    }

    private void forget() {
        bytes = NONE;
        if (counted > 0) {
            count();
        }
        own = false;
        lent = false;
        shown = false;
        start = 0;
        end = 0;
    }
}
