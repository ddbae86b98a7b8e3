package dev.weir.net.http.client.call;

import dev.weir.Many;
import dev.weir.net.http.content.BytesContent;
import java.nio.ByteBuffer;

/** What a request carries. */
public sealed interface Content {
    long UNKNOWN = -1;

    /** How many bytes it has, or {@link #UNKNOWN}. */
    long length();

    /** It in pieces. */
    Many<ByteBuffer> pieces();

    /** Bytes that are there. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Bytes(byte[] bytes) implements Content {
        public static final Bytes NONE = new Bytes(new byte[0]);

        @Override
        public long length() {
            return bytes.length;
        }

        @Override
        public Many<ByteBuffer> pieces() {
            return BytesContent.pieces(bytes);
        }
    }

    /** Bytes that come. */
    record Stream(long length, Many<ByteBuffer> pieces) implements Content {}
}
