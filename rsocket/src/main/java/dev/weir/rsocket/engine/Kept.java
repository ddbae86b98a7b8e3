package dev.weir.rsocket.engine;

import dev.weir.net.link.Link;
import dev.weir.rsocket.frame.FrameType;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/** The frames that were sent on streams, or are to be, until the peer has them. */
final class Kept {
    /*
     * Frames lie one behind the other in chunks, each after its length, from the first that the peer may not have to the last.
     * A cursor between them parts what the connection has got from what it has not. Positions are counted as in section
     * "Implied Position": by the bytes of frames, from the beginning of the session.
     */
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final int SMALL = 1024;
    private static final int USUAL = 16 * 1024;
    private static final int HEAD = 6;

    private static final class Chunk {
        final byte[] bytes;
        int end;

        @Nullable
        Chunk next;

        Chunk(int size) {
            bytes = new byte[size];
        }

        int lengthAt(int at) {
            return (int) INT.get(bytes, at);
        }
    }

    private final byte[] head = new byte[HEAD];
    private Chunk first = new Chunk(SMALL);
    private Chunk last = first;
    private Chunk cursor = first;
    private int firstAt;
    private int cursorAt;
    private long begin;
    private long sent;
    private long end;

    /** The position of the first that is kept. */
    long begin() {
        return begin;
    }

    /** How many bytes are kept. */
    long length() {
        return end - begin;
    }

    /** Is another one whenever something is sent, or the peer has got something. */
    long progress() {
        return begin + sent;
    }

    boolean hasUnsent() {
        return sent < end;
    }

    /**
     * Keeps a frame.
     *
     * @param isSent whether the connection gets it now; nothing before it may be unsent then
     */
    void add(byte[] frame, int length, ByteBuffer body, boolean isSent) {
        int count = length + body.remaining();
        Chunk into = room(Integer.BYTES + count);
        INT.set(into.bytes, into.end, count);
        System.arraycopy(frame, 0, into.bytes, into.end + Integer.BYTES, length);
        body.get(body.position(), into.bytes, into.end + Integer.BYTES + length, body.remaining());
        into.end += Integer.BYTES + count;
        end += count;
        if (isSent) {
            sent = end;
            cursor = into;
            cursorAt = into.end;
        }
    }

    private Chunk room(int count) {
        if (count > last.bytes.length - last.end) {
            Chunk more = new Chunk(Math.max(count, USUAL));
            last.next = more;
            last = more;
        }
        return last;
    }

    private void toNext() {
        if (cursorAt == cursor.end && cursor.next != null) {
            cursor = cursor.next;
            cursorAt = 0;
        }
    }

    /** Whether the next frame that the connection has not got begins a request. */
    boolean isRequestNext() {
        toNext();
        System.arraycopy(cursor.bytes, cursorAt + Integer.BYTES, head, 0, HEAD);
        return FrameType.isRequest(FrameType.of(head));
    }

    /** Sends the next frame that the connection has not got. */
    void send(Link link) {
        toNext();
        int count = cursor.lengthAt(cursorAt);
        int from = cursorAt + Integer.BYTES;
        System.arraycopy(cursor.bytes, from, head, 0, HEAD);
        link.send(head, HEAD, ByteBuffer.wrap(cursor.bytes, from + HEAD, count - HEAD));
        cursorAt = from + count;
        sent += count;
    }

    /** Whether that was sent over the present connection, or before. */
    boolean reaches(long position) {
        return position <= sent;
    }

    /** Whether a peer may be there: it is where a frame begins that is kept, or would come next, and was sent. */
    boolean has(long position) {
        Chunk chunk = first;
        int at = firstAt;
        long there = begin;
        while (there < position && there < sent) {
            if (at == chunk.end && chunk.next != null) {
                chunk = chunk.next;
                at = 0;
            }
            int count = chunk.lengthAt(at);
            there += count;
            at += Integer.BYTES + count;
        }
        return there == position;
    }

    /** The peer has all before a position, of what was sent. */
    void release(long position) {
        while (begin < sent) {
            step();
            int count = first.lengthAt(firstAt);
            if (begin + count > position) {
                return;
            }
            begin += count;
            firstAt += Integer.BYTES + count;
        }
        if (begin == end) {
            reset();
        }
    }

    private void step() {
        Chunk next = first.next;
        if (firstAt == first.end && next != null) {
            if (cursor == first) {
                cursor = next;
                cursorAt = 0;
            }
            first = next;
            firstAt = 0;
        }
    }

    /** Nothing is kept any more. */
    private void reset() {
        first = last;
        if (first.bytes.length > USUAL) {
            first = new Chunk(SMALL); // what was long once need not stay
        }
        first.end = 0;
        first.next = null;
        last = first;
        cursor = first;
        firstAt = 0;
        cursorAt = 0;
    }

    /** There is a connection that has got nothing, and a peer that is at a position which it {@link #has}. */
    void rewind(long position) {
        release(position);
        step();
        sent = begin;
        cursor = first;
        cursorAt = firstAt;
    }

    /** Forgets all: the session is over. */
    void clear() {
        begin = end;
        sent = end;
        reset();
    }
}
