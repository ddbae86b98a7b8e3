package dev.weir.net.tcp;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Finds the messages in what a connection receives: see {@link TcpConnection#frames}; a {@link FrameEncoder} writes them.
 * Called on the event loop, it must not block.
 *
 * <pre>{@code
 * Framer<Integer> numbers = received -> received.remaining() < 4 ? null : received.getInt();
 * }</pre>
 */
@FunctionalInterface
public interface Framer<T> {
    /**
     * Takes the next message; null if it has not all come. It is asked again when more has come; what it has read of an
     * incomplete message is there again then. Throwing fails whoever reads.
     *
     * @param received from the message's first byte on; read-only, and of others when this returns, so what is to stay is
     *     copied. Its position is moved behind the message.
     */
    @Nullable
    T next(ByteBuffer received) throws Exception;

    /**
     * How long the message is that has not all come, with what {@link #next} takes for it; −1 where that is not known, as
     * by default. One that is too long is refused at once then, before it has come.
     *
     * @param begun as {@code next} has it
     */
    default long length(ByteBuffer begun) throws Exception {
        return -1;
    }

    /**
     * Messages that stand behind their length, big-endian; {@link FrameEncoder#lengthPrefix} writes them.
     *
     * @param bytes of the length, which does not count them: 1 to 4
     * @throws IllegalArgumentException if it is another number of bytes
     */
    static Framer<ByteBuffer> lengthPrefix(int bytes) {
        return new LengthPrefixed(bytes);
    }

    /**
     * Messages of one length.
     *
     * @throws IllegalArgumentException if it is not positive
     */
    static Framer<ByteBuffer> fixedLength(int bytes) {
        return new FixedLength(bytes);
    }
}
