package dev.weir.rsocket.engine;

import dev.weir.rsocket.loop.Responder;
import org.jspecify.annotations.Nullable;

/** A responder that knows how long what needs no answer takes. */
public interface Lingering extends Responder {
    /** How much of that runs now, which counts as streams of the peer. On the event loop. */
    int running();

    /** How much of it was asked for by requests, which is all but pushed metadata. On the event loop. */
    int runningRequests();

    /** How much runs that needs no answer, and counts as streams of the peer. */
    static int running(@Nullable Responder responder) {
        return responder instanceof Lingering known ? known.running() : 0;
    }

    /** How many requests of the peer are open, as leases count them: metadata is pushed without one. */
    static int requests(Streams streams, @Nullable Responder responder) {
        return streams.ofPeer() + (responder instanceof Lingering known ? known.runningRequests() : 0);
    }
}
