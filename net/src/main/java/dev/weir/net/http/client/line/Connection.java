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

    /** Carries the exchange; on the event loop. */
    void begin(Exchange exchange);

    /** Ends it and what it carries; on any thread. */
    void close();
}
