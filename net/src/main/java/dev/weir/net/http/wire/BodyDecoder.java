package dev.weir.net.http.wire;

import dev.weir.net.loop.Received;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Cuts the body of one message out of what a connection has received. */
public abstract sealed class BodyDecoder permits LengthDecoder, ChunkDecoder, DataDecoder {
    private volatile String[] trailers = Trailers.NONE; // readers of the body are on other threads

    /** For a request that has a body. */
    public static BodyDecoder of(RequestHead head, int maxTrailerBytes, int maxTrailers) {
        return head.isChunked()
                ? new ChunkDecoder(maxTrailerBytes, maxTrailers, false)
                : new LengthDecoder(head.contentLength());
    }

    /** For a response that has a body. */
    public static BodyDecoder of(StatusHead head, int maxTrailerBytes, int maxTrailers) {
        return head.contentLength() == StatusHead.CHUNKED
                ? new ChunkDecoder(maxTrailerBytes, maxTrailers, true)
                : new LengthDecoder(head.contentLength());
    }

    /** For a body of a known length. */
    public static BodyDecoder ofLength(long length) {
        return new LengthDecoder(length);
    }

    /** The next piece, never an empty one, or null if there is none now or at all. */
    public abstract @Nullable ByteBuffer next(Received in) throws BadRequest;

    /** Throws away what was received; gives how much that was. */
    public final int skip(Received in) throws BadRequest {
        int skipped = 0;
        for (ByteBuffer piece = next(in); piece != null; piece = next(in)) {
            skipped += piece.remaining();
        }
        return skipped;
    }

    /** Whether the whole body has been taken. */
    public abstract boolean isDone();

    /** The fields behind the body, empty until all of it was taken: lower-case name, value, name, value …; for any thread. */
    public String[] trailers() {
        return trailers;
    }

    final void trailers(List<String> fields) {
        trailers = fields.toArray(Trailers.NONE);
    }

    /** The connection has ended: what has been received is all of a body that lasts until then. */
    public void end(Received in) {}

    /** How many bytes are still to come at most. */
    public abstract long remaining();
}
