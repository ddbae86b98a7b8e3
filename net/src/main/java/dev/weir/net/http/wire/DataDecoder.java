package dev.weir.net.http.wire;

import dev.weir.net.loop.Received;
import io.netty.handler.codec.http2.Http2Headers;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A body that comes in DATA frames of HTTP/2 (RFC 9113 section 8.1). */
public final class DataDecoder extends BodyDecoder {
    private final long declared;
    private final Runnable onTaken;
    private long received;
    private long taken;
    private boolean ended;
    private List<String> behind = List.of();

    /**
     * A body of which nothing has come.
     *
     * @param declared how many bytes it has, -1 if only its end will tell
     * @param onTaken runs when a piece has been taken, so that the peer may send more
     */
    public DataDecoder(long declared, Runnable onTaken) {
        this.declared = declared;
        this.onTaken = onTaken;
    }

    /** A frame has come, and its content is among what was received. */
    public void frame(int length, boolean last) throws BadRequest {
        received += length;
        ended |= last;
        if (declared >= 0 && (received > declared || (ended && received < declared))) {
            throw new BadRequest("the body is not as long as the content-length says");
        }
        show();
    }

    /**
     * The fields behind the body have come, which are told when all of it was taken; a last frame of no length is to follow.
     * Gives how many bytes they take while they are kept; zero if they are some of the usual ones.
     */
    public int trailers(Http2Headers fields, int maxFields) throws BadRequest {
        behind = Http2Head.trailers(fields, maxFields);
        return RequestHead.kept(0, behind);
    }

    private void show() {
        if (isDone()) {
            trailers(behind);
        }
    }

    @Override
    public @Nullable ByteBuffer next(Received in) {
        int available = in.available();
        if (available == 0) {
            return null;
        }
        taken += available;
        ByteBuffer piece = in.take(available);
        show();
        onTaken.run();
        return piece;
    }

    @Override
    public boolean isDone() {
        return ended && taken == received;
    }

    @Override
    public long remaining() {
        if (ended) {
            return received - taken;
        }
        return declared >= 0 ? declared - taken : Long.MAX_VALUE;
    }
}
