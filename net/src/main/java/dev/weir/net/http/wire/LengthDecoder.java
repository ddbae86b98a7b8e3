package dev.weir.net.http.wire;

import dev.weir.net.loop.Received;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A body whose length is known, or will be when the connection has ended. */
final class LengthDecoder extends BodyDecoder {
    private final boolean lasts;
    private long remaining;

    /**
     * A body of which nothing has come.
     *
     * @param length negative if it lasts until the connection ends
     */
    LengthDecoder(long length) {
        lasts = length < 0;
        remaining = lasts ? Long.MAX_VALUE : length;
    }

    @Override
    public void end(Received in) {
        remaining = lasts ? in.available() : remaining;
    }

    @Override
    public @Nullable ByteBuffer next(Received in) {
        int count = (int) Math.min(remaining, in.available());
        if (count == 0) {
            return null;
        }
        remaining -= count;
        return in.take(count);
    }

    @Override
    public boolean isDone() {
        return remaining == 0;
    }

    @Override
    public long remaining() {
        return remaining;
    }
}
