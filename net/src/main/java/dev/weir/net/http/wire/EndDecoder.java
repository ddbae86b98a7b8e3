package dev.weir.net.http.wire;

import dev.weir.net.loop.Received;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A body that lasts until something other than its bytes says so: the end of the connection or of its stream. */
public final class EndDecoder extends BodyDecoder {
    private boolean ended;
    private boolean done;

    /** What has been received is all. */
    public void end(Received in) {
        ended = true;
        done = in.available() == 0;
    }

    @Override
    public @Nullable ByteBuffer next(Received in) {
        int count = done ? 0 : in.available();
        if (count == 0) {
            return null;
        }
        done = ended;
        return in.take(count);
    }

    @Override
    public boolean isDone() {
        return done;
    }

    @Override
    public long remaining() {
        return done ? 0 : Long.MAX_VALUE;
    }
}
