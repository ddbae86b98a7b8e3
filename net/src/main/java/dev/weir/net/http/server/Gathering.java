package dev.weir.net.http.server;

import dev.weir.Many;
import dev.weir.One;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** A body that is gathered as a whole, in an array that grows with what has come, whatever was announced. */
final class Gathering {
    private static final int LEAST = 1024;

    private final BodyMemory memory;
    private final long most;
    private byte[] bytes = {};
    private int size;

    private Gathering(BodyMemory memory, long most) {
        this.memory = memory;
        this.most = most;
    }

    /**
     * The whole.
     *
     * @param length how many bytes it has, -1 if that is not known
     */
    static One<byte[]> whole(Many<ByteBuffer> pieces, long length, BodyMemory memory) {
        int most = memory.limits().maxBody();
        if (length > most) {
            return One.fail(memory::tooLarge);
        }
        return pieces.reduce(() -> new Gathering(memory, length < 0 ? most : length), Gathering::add)
                .map(Gathering::bytes);
    }

    private Gathering add(ByteBuffer piece) {
        int length = piece.remaining();
        if (size + (long) length > most) {
            throw memory.tooLarge();
        }
        if (size + length > bytes.length) {
            int room = (int) Math.min(most, Math.max(Math.max(LEAST, size + (long) length), 2L * bytes.length));
            memory.hold(room - bytes.length);
            bytes = Arrays.copyOf(bytes, room);
        }
        piece.get(piece.position(), bytes, size, length);
        size += length;
        return this;
    }

    private byte[] bytes() {
        return size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
    }
}
