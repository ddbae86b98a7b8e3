package dev.weir.net.tcp;

import dev.weir.net.loop.Inbound;
import dev.weir.net.loop.Received;

/** What a connection receives, in items; each kind says how they are taken off. */
abstract class ReceivedFeed<T> implements Inbound.Feed<T> {
    final ConnectionHandler connection;
    final Received received;

    ReceivedFeed(ConnectionHandler connection, Received received) {
        this.connection = connection;
        this.received = received;
    }

    @Override
    public final boolean isFinished() {
        return received.available() == 0 && connection.inputHasEnded();
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
