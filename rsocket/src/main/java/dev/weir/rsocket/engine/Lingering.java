package dev.weir.rsocket.engine;

import dev.weir.rsocket.loop.Responder;

/** A responder that knows how long what needs no answer takes. */
public interface Lingering extends Responder {
    /** How much of that runs now, which counts as streams of the peer. On the event loop. */
    int running();

    /** How much of it was asked for by requests, which is all but pushed metadata. On the event loop. */
    int runningRequests();
}
