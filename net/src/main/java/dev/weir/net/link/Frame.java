package dev.weir.net.link;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;

/** Received bytes, as they lie in memory; numbers are big-endian. One object shows one frame after the other. */
public final class Frame {
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    /** Gives bytes away. */
    @FunctionalInterface
    public interface Keeper {
        /** The bytes from there on in the array, for good. */
        ByteBuffer keep(int from, int length);
    }

    /** Some bytes of an array that does not change any more: a copy if they are less than half of it. */
    public static ByteBuffer kept(byte[] array, int from, int count) {
        return count < array.length / 2
                ? ByteBuffer.wrap(Arrays.copyOfRange(array, from, from + count))
                : ByteBuffer.wrap(array, from, count).slice();
    }

    private final Keeper keeper;
    private byte[] array = {};
    private int start;
    private int length;

    public Frame(Keeper keeper) {
        this.keeper = keeper;
    }

    /** Shows these bytes, which nobody else has. */
    public Frame(byte[] bytes) {
        this((from, count) -> kept(bytes, from, count));
        show(bytes, 0, bytes.length);
    }

    /** Shows these bytes from now on. */
    public void show(byte[] newArray, int newStart, int newLength) {
        Objects.checkFromIndexSize(newStart, newLength, newArray.length);
        array = newArray;
        start = newStart;
        length = newLength;
    }

    public int length() {
        return length;
    }

    /** One byte, from 0 to 255. */
    public int octet(int at) {
        return array[at(at, 1)] & 0xff;
    }

    public int int16(int at) {
        int from = at(at, 2);
        return (array[from] & 0xff) << 8 | (array[from + 1] & 0xff);
    }

    public int int24(int at) {
        int from = at(at, 3);
        return (array[from] & 0xff) << 16 | (array[from + 1] & 0xff) << 8 | (array[from + 2] & 0xff);
    }

    public int int32(int at) {
        return (int) INT.get(array, at(at, Integer.BYTES));
    }

    public long int64(int at) {
        return (long) LONG.get(array, at(at, Long.BYTES));
    }

    public String text(int from, int count) {
        return new String(array, at(from, count), count, StandardCharsets.UTF_8);
    }

    /** A copy of some bytes. */
    public byte[] copy(int from, int count) {
        int first = at(from, count);
        return Arrays.copyOfRange(array, first, first + count);
    }

    /** Copies some bytes into an array, from there on. */
    public void copy(int from, int count, byte[] into, int at) {
        System.arraycopy(array, at(from, count), into, at, count);
    }

    /**
     * Some bytes, for good. They are not copied if they are at least half of the memory that they came in, so that what is
     * kept holds twice its size at most.
     */
    public ByteBuffer keep(int from, int count) {
        return keeper.keep(at(from, count), count);
    }

    private int at(int from, int count) {
        return start + Objects.checkFromIndexSize(from, count, length);
    }
}
