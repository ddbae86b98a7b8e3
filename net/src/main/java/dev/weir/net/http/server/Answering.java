package dev.weir.net.http.server;

/** What answers one request, as its carrier sees it; on the event loop. */
public interface Answering {
    /** The request's body. */
    RequestBody body();

    /** Begins to answer. */
    void begin();

    /** The client keeps up again. */
    void writable();

    /** The client has gone. */
    void abort();

    /** The server shuts down: what would never end by itself ends. */
    void drain();

    /** Checks what takes too long. */
    void look(long now);
}
