package dev.weir.net.http.wire;

import dev.weir.net.loop.Received;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Cuts the body of one message out of what a connection has received. */
public abstract sealed class BodyDecoder permits LengthDecoder, ChunkDecoder, DataDecoder, EndDecoder {
    /** For a request that has a body. */
    public static BodyDecoder of(RequestHead head, int maxTrailerBytes) {
        return head.isChunked() ? new ChunkDecoder(maxTrailerBytes, false) : new LengthDecoder(head.contentLength());
    }

    /** For a response that has a body. */
    public static BodyDecoder of(StatusHead head, int maxTrailerBytes) {
        long length = head.contentLength();
        return length >= 0
                ? new LengthDecoder(length)
                : head.endsWithConnection() ? new EndDecoder() : new ChunkDecoder(maxTrailerBytes, true);
    }

    /** For a body of a known length. */
    public static BodyDecoder ofLength(long length) {
        return new LengthDecoder(length);
    }

    /** The next piece, never an empty one, or null if there is none now or at all. */
    public abstract @Nullable ByteBuffer next(Received in) throws BadRequest;

    /** Whether the whole body has been taken. */
    public abstract boolean isDone();

    /** How many bytes are still to come at most. */
    public abstract long remaining();
}
