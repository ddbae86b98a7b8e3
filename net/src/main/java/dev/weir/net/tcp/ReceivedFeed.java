package dev.weir.net.tcp;

import dev.weir.net.loop.Inbound;
import dev.weir.net.loop.Received;

/** What a connection receives, in items; each kind says how they are taken off. */
abstract class ReceivedFeed<T> implements Inbound.Feed<T> {
    final ConnectionHandler connection;

    ReceivedFeed(ConnectionHandler connection) {
        this.connection = connection;
    }

    final Received received() {
        return connection.received();
    }

    @Override
    public final boolean isFinished() {
        return received().available() == 0 && connection.inputHasEnded();
    }

    @Override
    public final void more() {
        connection.read();
    }

    @Override
    public final void abandoned() {
        connection.abandonInput();
    }
}
