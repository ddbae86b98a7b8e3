package dev.weir.net.tcp;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** See {@link Framer#fixedLength}. */
record FixedLength(int bytes) implements Framer<ByteBuffer> {
    FixedLength {
        if (bytes < 1) {
            throw new IllegalArgumentException("a message has at least 1 byte, not " + bytes);
        }
    }

    @Override
    public @Nullable ByteBuffer next(ByteBuffer received) {
        if (received.remaining() < bytes) {
            return null;
        }
        byte[] message = new byte[bytes];
        received.get(message);
        return ByteBuffer.wrap(message);
    }

    @Override
    public long length(ByteBuffer begun) {
        return bytes;
    }
}
