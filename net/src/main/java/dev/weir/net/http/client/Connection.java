package dev.weir.net.http.client;

import io.netty.channel.EventLoop;

/** A connection, as a pool sees it. */
interface Connection {
    EventLoop loop();

    /** How many exchanges it can carry at the same time, to begin with. */
    int room();

    /** Carries the exchange; on the event loop. */
    void begin(Exchange exchange);

    /** Ends it and what it carries; on any thread. */
    void close();
}
