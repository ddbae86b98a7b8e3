package dev.weir.rsocket.engine;

import dev.weir.net.link.Frame;
import dev.weir.rsocket.loop.Bytes;
import java.nio.ByteBuffer;
import java.util.Objects;

/** A part of a frame. One object shows one after the other. */
final class FrameBytes implements Bytes {
    private static final Frame NOTHING = new Frame((from, length) -> ByteBuffer.allocate(0));

    private Frame frame = NOTHING;
    private int from;
    private int length;

    void show(Frame newFrame, int newFrom, int newLength) {
        frame = newFrame;
        from = newFrom;
        length = newLength;
    }

    void clear() {
        show(NOTHING, 0, 0);
    }

    @Override
    public int length() {
        return length;
    }

    @Override
    public int octet(int at) {
        return frame.octet(at(at, 1));
    }

    @Override
    public int int16(int at) {
        return frame.int16(at(at, Short.BYTES));
    }

    @Override
    public int int24(int at) {
        return frame.int24(at(at, 3));
    }

    @Override
    public int int32(int at) {
        return frame.int32(at(at, Integer.BYTES));
    }

    @Override
    public long int64(int at) {
        return frame.int64(at(at, Long.BYTES));
    }

    @Override
    public String text() {
        return frame.text(from, length);
    }

    @Override
    public String text(int first, int count) {
        return frame.text(at(first, count), count);
    }

    @Override
    public byte[] copy() {
        return frame.copy(from, length);
    }

    @Override
    public void copy(byte[] into, int at) {
        frame.copy(from, length, into, at);
    }

    @Override
    public ByteBuffer share() {
        return frame.keep(from, length);
    }

    private int at(int at, int count) {
        return from + Objects.checkFromIndexSize(at, count, length);
    }
}
