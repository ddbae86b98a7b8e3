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

    /** What is demanded that the peer was not told; it is taken for told. */
    long untold() {
        long more = over ? 0 : emitter.requested() - told;
        if (more <= 0) {
            return 0;
        }
        told += more;
        return more;
    }

    /** Tells the peer what is demanded. */
    void demand(int stream) {
        long more = untold();
        if (more > 0) {
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
