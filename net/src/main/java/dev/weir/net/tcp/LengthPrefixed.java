package dev.weir.net.tcp;

import dev.weir.net.link.Frame;
import dev.weir.net.link.Framing;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Messages behind their length, as links have them: see {@link Framer#lengthPrefix} and {@link FrameEncoder#lengthPrefix}. */
final class LengthPrefixed implements Framer<ByteBuffer>, FrameEncoder<ByteBuffer> {
    private final Framing framing;

    LengthPrefixed(int bytes) {
        framing = Framing.lengthPrefix(bytes, Long.MAX_VALUE); // the limit is the connection's
    }

    @Override
    public @Nullable ByteBuffer next(ByteBuffer received) throws ProtocolException {
        long length = length(received);
        if (length == Framing.UNKNOWN || received.remaining() < length) {
            return null;
        }
        byte[] message = new byte[(int) length - framing.mark()];
        received.position(received.position() + framing.mark()).get(message);
        return ByteBuffer.wrap(message);
    }

    @Override
    public long length(ByteBuffer begun) throws ProtocolException {
        byte[] mark = new byte[Math.min(framing.mark(), begun.remaining())];
        begun.get(begun.position(), mark);
        return framing.length(new Frame(mark));
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
