package dev.weir.rsocket;

import dev.weir.Emitter;
import dev.weir.rsocket.loop.LoopConnection;
import dev.weir.rsocket.loop.View;

/** Gives the payloads of a stream to whoever demands them, and the demand to the peer. On the event loop. */
final class Inflow {
    private final LoopConnection connection;
    private final Emitter<Payload> emitter;
    private long told;
    private boolean over;

    Inflow(LoopConnection connection, Emitter<Payload> emitter) {
        this.connection = connection;
        this.emitter = emitter;
    }

    /** What is demanded that the peer was not told: see {@link #told}. */
    long untold() {
        return over ? 0 : Math.max(0, emitter.requested() - told);
    }

    /** The peer is told of so many more. */
    void told(long more) {
        told += more;
    }

    /** Tells the peer what is demanded. */
    void demand(int stream) {
        long more = untold();
        if (more > 0) {
            told += more;
            connection.request(stream, more);
        }
    }

    /** An item that was not asked for by itself, since it came with the request. */
    void first(Payload payload) {
        told++;
        give(payload);
    }

    void next(View view) {
        give(Payload.of(view));
    }

    private void give(Payload payload) {
        if (!over) {
            told--;
            emitter.next(payload);
        }
    }

    void complete() {
        if (!over) {
            over = true;
            emitter.complete();
        }
    }

    void fail(Throwable failure) {
        if (!over) {
            over = true;
            emitter.error(failure);
        }
    }

    /** Nobody demands any more; false if it had ended before. */
    boolean cancel() {
        boolean was = over;
        over = true;
        return !was;
    }
}
