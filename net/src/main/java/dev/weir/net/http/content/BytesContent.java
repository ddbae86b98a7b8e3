package dev.weir.net.http.content;

import dev.weir.Many;
import java.nio.ByteBuffer;

/** Large bodies that are there as a whole go out piece by piece, as the client keeps up. */
public final class BytesContent {
    /** Up to this size a body is written at once. */
    public static final int AT_ONCE = 64 * 1024;

    private static final int PIECE = 32 * 1024;

    private BytesContent() {}

    public static Many<ByteBuffer> pieces(byte[] content) {
        int count = Math.ceilDiv(content.length, PIECE);
        return Many.range(0, count).map(index -> {
            int from = index * PIECE;
            int length = Math.min(PIECE, content.length - from);
            return ByteBuffer.wrap(content, from, length);
        });
    }
}
