package dev.weir.net.tcp;

import java.nio.ByteBuffer;

/**
 * Writes messages as a {@link Framer} finds them: see {@link TcpConnection#sendFrames}. Called on the event loop, it must not
 * block.
 *
 * <pre>{@code
 * FrameEncoder<Integer> numbers = number -> ByteBuffer.allocate(4).putInt(number).flip();
 * }</pre>
 */
@FunctionalInterface
public interface FrameEncoder<T> {
    /**
     * The message as it is sent: the remaining bytes of the buffer, which may be used again when the next message is encoded.
     * Throwing fails who sends, and what was sent before stays sent.
     */
    ByteBuffer encode(T message) throws Exception;

    /**
     * Writes the length of each message before it, big-endian; {@link Framer#lengthPrefix} finds them. A message that is too
     * long for its length's bytes fails who sends with {@link IllegalArgumentException}.
     *
     * @param bytes of the length, which does not count them: 1 to 4
     * @throws IllegalArgumentException if it is another number of bytes
     */
    static FrameEncoder<ByteBuffer> lengthPrefix(int bytes) {
        return new LengthPrefixed(bytes);
    }
}
