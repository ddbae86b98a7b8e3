package dev.weir.rsocket;

import dev.weir.Context;
import dev.weir.rsocket.engine.Holding;
import dev.weir.rsocket.loop.LoopConnection;
import java.util.concurrent.atomic.AtomicInteger;

/** What a request takes of its connection until the request and the blocking code that runs for it are done. For any thread. */
final class Occupancy {
    static final Context.Key<Occupancy> KEY = Context.Key.of("occupancy");

    private final Answering answering;
    private final LoopConnection connection;
    private final long bytes;
    private final AtomicInteger users = new AtomicInteger(1);

    /**
     * Begins, on the event loop.
     *
     * @param bytes 0 if they are not counted, of any number of requests
     */
    Occupancy(Answering answering, LoopConnection connection, long bytes) {
        this.answering = answering;
        this.connection = connection;
        this.bytes = bytes;
        if (bytes > 0) {
            Holding.of(connection).begin(bytes);
        }
    }

    /** Blocking code begins to run; false if all is done. */
    boolean enter() {
        return bytes == 0 || users.getAndUpdate(now -> now == 0 ? 0 : now + 1) > 0;
    }

    void leave() {
        if (bytes > 0 && users.decrementAndGet() == 0) {
            Holding.of(connection).end(bytes);
        }
    }

    /** Blocking code runs on though its request has ended: it counts as a stream, as long as it does. */
    void isLeft() {
        answering.linger(connection, 1);
    }

    /** That has ended. */
    void isLeftNoMore() {
        answering.linger(connection, -1);
    }
}
