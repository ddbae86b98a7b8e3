package dev.weir.net.http.content;

import dev.weir.Many;
import dev.weir.One;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A body that is gathered as a whole, in an array that grows with what has come, whatever was announced. */
public final class Gathering {
    private static final int LEAST = 1024;

    /** Where it is counted what a body holds that is gathered. */
    public interface Memory {
        /** Counts so many bytes more, or fails if there is no room for them. */
        void hold(int more);

        /** The failure of a body that is larger than may be. */
        RuntimeException tooLarge();
    }

    private final Memory memory;
    private final long most;
    private byte[] bytes = {};
    private int size;

    /**
     * Nothing yet.
     *
     * @param most so many bytes it may have
     */
    public Gathering(Memory memory, long most) {
        this.memory = memory;
        this.most = most;
    }

    /**
     * The whole.
     *
     * @param length how many bytes it has, -1 if that is not known
     * @param most so many it may have
     */
    public static One<byte[]> whole(Many<ByteBuffer> pieces, long length, int most, Memory memory) {
        if (length > most) {
            return One.fail(memory::tooLarge);
        }
        return pieces.reduce(() -> new Gathering(memory, length < 0 ? most : length), Gathering::add)
                .map(Gathering::bytes);
    }

    /** Adds the piece, whose position stays. */
    public Gathering add(ByteBuffer piece) {
        int length = piece.remaining();
        makeRoom(length);
        piece.get(piece.position(), bytes, size, length);
        size += length;
        return this;
    }

    public void add(byte next) {
        makeRoom(1);
        bytes[size++] = next;
    }

    private void makeRoom(int length) {
        if (size + (long) length > most) {
            throw memory.tooLarge();
        }
        if (size + length > bytes.length) {
            int room = (int) Math.min(most, Math.max(Math.max(LEAST, size + (long) length), 2L * bytes.length));
            memory.hold(room - bytes.length);
            bytes = Arrays.copyOf(bytes, room);
        }
    }

    public byte[] bytes() {
        return size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
    }

    public int size() {
        return size;
    }

    /** It as text in UTF-8; it begins anew in the same memory. */
    public String takenText() {
        String text = new String(bytes, 0, size, StandardCharsets.UTF_8);
        size = 0;
        return text;
    }

    /** A copy of it; it begins anew in the same memory. */
    public byte[] taken() {
        byte[] taken = Arrays.copyOf(bytes, size);
        size = 0;
        return taken;
    }
}
