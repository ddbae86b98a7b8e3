package dev.weir.net.tcp;

import dev.weir.net.loop.Received;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** What a connection receives, as it comes. */
final class ByteFeed extends ReceivedFeed<ByteBuffer> {
    ByteFeed(ConnectionHandler connection) {
        super(connection);
    }

    @Override
    public @Nullable ByteBuffer next() {
        Received received = received();
        int available = received.available();
        return available == 0 ? null : received.take(available);
    }
}
