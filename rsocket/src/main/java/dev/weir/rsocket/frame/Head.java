package dev.weir.rsocket.frame;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Writes the beginnings of frames, one after the other, into one array that grows as needed. For one thread. */
public final class Head {
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final int USUAL = 256;
    private static final ThreadLocal<Head> OF_THREAD = ThreadLocal.withInitial(Head::new);

    private byte[] array = new byte[USUAL];
    private int length;

    /** The one that the connections of an event loop share. */
    public static Head ofThread() {
        return OF_THREAD.get();
    }

    /** Begins a frame. */
    public Head begin(int stream, int type, int flags) {
        if (array.length > USUAL * USUAL) {
            array = new byte[USUAL]; // what was long once need not stay
        }
        INT.set(array, 0, stream);
        SHORT.set(array, Integer.BYTES, (short) ((type << 10) | flags));
        length = FrameType.HEAD;
        return this;
    }

    public Head int16(int value) {
        SHORT.set(array, room(Short.BYTES), (short) value);
        return this;
    }

    public Head int24(int value) {
        int at = room(FrameType.METADATA_LENGTH);
        array[at] = (byte) (value >>> 16);
        SHORT.set(array, at + 1, (short) value);
        return this;
    }

    public Head int32(int value) {
        INT.set(array, room(Integer.BYTES), value);
        return this;
    }

    public Head int64(long value) {
        LONG.set(array, room(Long.BYTES), value);
        return this;
    }

    /** Bytes, whose position stays. */
    public Head bytes(ByteBuffer source, int from, int count) {
        int at = room(count);
        source.get(from, array, at, count);
        return this;
    }

    public Head bytes(byte[] source) {
        int at = room(source.length);
        System.arraycopy(source, 0, array, at, source.length);
        return this;
    }

    /** A text of at most 255 bytes, with its length before it. */
    public Head shortText(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        array[room(1)] = (byte) bytes.length;
        return bytes(bytes);
    }

    private int room(int count) {
        int at = length;
        length += count;
        if (length > array.length) {
            array = Arrays.copyOf(array, Math.max(length, 2 * array.length));
        }
        return at;
    }

    public byte[] array() {
        return array;
    }

    public int length() {
        return length;
    }
}
