package dev.weir.net.tcp;

import dev.weir.net.loop.Inbound;
import dev.weir.net.loop.Received;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** What a connection receives, as it comes. */
final class ByteFeed implements Inbound.Feed<ByteBuffer> {
    private final ConnectionHandler connection;
    private final Received received;

    ByteFeed(ConnectionHandler connection, Received received) {
        this.connection = connection;
        this.received = received;
    }

    @Override
    public @Nullable ByteBuffer next() {
        int available = received.available();
        return available == 0 ? null : received.take(available);
    }

    @Override
    public boolean isFinished() {
        return received.available() == 0 && connection.inputHasEnded();
    }

    @Override
    public void more() {
        connection.read();
    }

    @Override
    public void abandoned() {
        connection.abandonInput();
    }
}
