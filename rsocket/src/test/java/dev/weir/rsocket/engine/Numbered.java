package dev.weir.rsocket.engine;

import dev.weir.net.link.Link;
import dev.weir.rsocket.Setup;
import dev.weir.rsocket.loop.Acceptor;
import dev.weir.rsocket.loop.Responder;

/** Sessions, also those whose first streams are far along. */
public final class Numbered {
    private Numbered() {}

    /** A server's end without leases that has used no number. */
    public static Session server(Link link, Limits limits, Acceptor acceptor) {
        return server(link, limits, acceptor, 0);
    }

    /** A server's end that has used all numbers up to one, or none if that is 0. */
    public static Session server(Link link, Limits limits, Acceptor acceptor, int before) {
        return new Session(link, limits, null, acceptor, before);
    }

    /** A client's end that has used all numbers up to one, or none if that is 0. */
    public static Session client(Link link, Limits limits, Setup setup, Responder responder, int before) {
        return Session.client(link, limits, null, setup, opened -> responder, before);
    }
}
