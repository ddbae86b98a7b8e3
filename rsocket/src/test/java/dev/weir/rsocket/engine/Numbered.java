package dev.weir.rsocket.engine;

import dev.weir.net.link.Link;
import dev.weir.rsocket.Setup;
import dev.weir.rsocket.loop.Acceptor;
import dev.weir.rsocket.loop.LoopConnection;
import dev.weir.rsocket.loop.Responder;

/** Sessions, also those whose streams are far along, or very many. */
public final class Numbered {
    private static final int MOST = 7 << 27; // seven eighths of 2^30

    private Numbered() {}

    /** A server's end without leases. */
    public static Session server(Link link, Limits limits, Acceptor acceptor) {
        return new Session(link, limits, null, acceptor);
    }

    /** A client's end without leases. */
    public static Session client(Link link, Limits limits, Setup setup, Responder responder) {
        return Session.client(link, limits, null, setup, opened -> responder);
    }

    /** Makes an end go on as if that was the number of its last stream; on its event loop. */
    public static void goOnAfter(LoopConnection end, int number) {
        ((Handle) end).ownStreams().last = number;
    }

    /** Makes an end believe that it has as many streams as it may, or no longer; on its event loop. */
    public static void fill(LoopConnection end, boolean full) {
        ((Handle) end).ownStreams().table.size += full ? MOST : -MOST;
    }
}
