package dev.weir.net.tcp;

import java.net.ProtocolException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Finds the messages in what a connection receives: see {@link TcpConnection#frames}. Called on the event loop, it must
 * not block.
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
     * Messages that stand behind their length, big-endian.
     *
     * @param bytes of the length, which does not count them: 1 to 4
     * @throws IllegalArgumentException if it is another number of bytes
     */
    static Framer<ByteBuffer> lengthPrefix(int bytes) {
        if (bytes < 1 || bytes > Integer.BYTES) {
            throw new IllegalArgumentException("a length has 1 to 4 bytes, not " + bytes);
        }
        return received -> {
            if (received.remaining() < bytes) {
                return null;
            }
            int length = 0;
            for (int i = 0; i < bytes; i++) {
                length = length << 8 | (received.get() & 0xff);
            }
            if (length < 0) {
                throw new ProtocolException("no message has " + Integer.toUnsignedString(length) + " bytes");
            }
            return received.remaining() < length ? null : copy(received, length);
        };
    }

    /**
     * Messages of one length.
     *
     * @throws IllegalArgumentException if it is not positive
     */
    static Framer<ByteBuffer> fixedLength(int bytes) {
        if (bytes < 1) {
            throw new IllegalArgumentException("a message has at least 1 byte, not " + bytes);
        }
        return received -> received.remaining() < bytes ? null : copy(received, bytes);
    }

    private static ByteBuffer copy(ByteBuffer received, int length) {
        byte[] message = new byte[length];
        received.get(message);
        return ByteBuffer.wrap(message);
    }
}
