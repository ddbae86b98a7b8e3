package dev.weir.net.tcp;

import dev.weir.net.link.Framing;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Messages behind their length: see {@link Framer#lengthPrefix} and {@link FrameEncoder#lengthPrefix}. */
final class LengthPrefixed implements Framer<ByteBuffer>, FrameEncoder<ByteBuffer> {
    private final Framing framing;

    LengthPrefixed(int bytes) {
        framing = Framing.lengthPrefix(bytes, Integer.MAX_VALUE - bytes);
    }

    @Override
    public @Nullable ByteBuffer next(ByteBuffer received) {
        long length = length(received);
        if (length < 0 || received.remaining() < length) {
            return null;
        }
        byte[] message = new byte[(int) length - framing.mark()];
        received.position(received.position() + framing.mark()).get(message);
        return ByteBuffer.wrap(message);
    }

    @Override
    public long length(ByteBuffer begun) {
        if (begun.remaining() < framing.mark()) {
            return -1;
        }
        long length = 0;
        for (int i = 0; i < framing.mark(); i++) {
            length = length << Byte.SIZE | (begun.get(begun.position() + i) & 0xff);
        }
        return framing.mark() + length;
    }

    @Override
    public ByteBuffer encode(ByteBuffer message) {
        byte[] mark = new byte[framing.mark()];
        framing.mark(message.remaining(), mark);
        return ByteBuffer.allocate(mark.length + message.remaining())
                .put(mark)
                .put(message.duplicate())
                .flip();
    }
}
