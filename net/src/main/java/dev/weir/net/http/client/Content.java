package dev.weir.net.http.client;

import dev.weir.Many;
import java.nio.ByteBuffer;

/** What a request carries. */
sealed interface Content {
    long UNKNOWN = -1;

    /** How many bytes it has, or {@link #UNKNOWN}. */
    long length();

    /** It in pieces. */
    Many<ByteBuffer> pieces();

    /** Bytes that are there. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Bytes(byte[] bytes) implements Content {
        static final Bytes NONE = new Bytes(new byte[0]);
        private static final int PIECE = 32 * 1024;

        @Override
        public long length() {
            return bytes.length;
        }

        @Override
        public Many<ByteBuffer> pieces() {
            return Many.range(0, Math.ceilDiv(bytes.length, PIECE)).map(index -> {
                int from = index * PIECE;
                return ByteBuffer.wrap(bytes, from, Math.min(PIECE, bytes.length - from));
            });
        }
    }

    /** Bytes that come. */
    record Stream(long length, Many<ByteBuffer> pieces) implements Content {}
}
