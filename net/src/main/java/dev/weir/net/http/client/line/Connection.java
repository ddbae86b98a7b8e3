package dev.weir.net.http.client.line;

import io.netty.channel.EventLoop;

/** A connection, as a pool sees it. */
public interface Connection {
    EventLoop loop();

    /** How many exchanges it can carry at the same time, to begin with. */
    int room();

    /** Whether it is one for many, so that one is enough. */
    default boolean isShared() {
        return false;
    }

    /** How many exchanges it carries whose response nobody has begun to read; about so many, on any thread. */
    int unread();

    /** Carries the exchange; on the event loop. */
    void begin(Exchange exchange);

    /** Ends it and what it carries; on any thread. */
    void close();
}
