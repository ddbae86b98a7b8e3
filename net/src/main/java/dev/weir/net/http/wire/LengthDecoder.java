package dev.weir.net.http.wire;

import dev.weir.net.loop.Received;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A body whose length is known. */
final class LengthDecoder extends BodyDecoder {
    private long remaining;

    LengthDecoder(long length) {
        remaining = length;
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
