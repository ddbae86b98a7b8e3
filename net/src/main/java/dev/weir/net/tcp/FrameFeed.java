package dev.weir.net.tcp;

import dev.weir.net.loop.Received;
import dev.weir.net.loop.Trace;
import java.io.EOFException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Has a framer take its messages out of what a connection receives. */
final class FrameFeed<T> extends ReceivedFeed<T> {
    private final Framer<T> framer;
    private final int limit;

    FrameFeed(ConnectionHandler connection, Framer<T> framer, int limit) {
        super(connection);
        this.framer = framer;
        this.limit = limit;
    }

    @Override
    public @Nullable T next() throws Exception {
        Received received = received();
        int available = received.available();
        if (available == 0) {
            return null;
        }
        ByteBuffer view = ByteBuffer.wrap(received.array(), received.start(), available)
                .slice()
                .asReadOnlyBuffer();
        T message = framer.next(view);
        int taken = message == null ? available : view.position();
        check(taken);
        if (message == null) {
            check(framer.length(view.rewind()));
            end(available);
        } else if (taken == 0) {
            throw new IllegalStateException("the framer gave a message and took no bytes for it");
        } else {
            received.skip(taken);
        }
        return message;
    }

    private void check(long length) {
        if (length > limit) {
            throw new FrameTooLongException(connection.peer(), limit);
        }
    }

    private void end(int available) throws EOFException {
        if (connection.peerIsDone()) {
            throw Trace.none(new EOFException(
                    connection.peer() + " has sent its last byte, " + available + " bytes into a message"));
        }
        if (connection.inputHasEnded()) {
            received().clear(); // half a message, and the rest will not be read
        }
    }
}
