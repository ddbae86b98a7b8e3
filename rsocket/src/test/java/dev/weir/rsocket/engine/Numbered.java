package dev.weir.rsocket.engine;

import dev.weir.net.link.Link;
import dev.weir.rsocket.Setup;
import dev.weir.rsocket.loop.Responder;

/** Sessions whose first streams are far along. */
public final class Numbered {
    private Numbered() {}

    /** A client's end that has used all numbers up to one, or none if that is 0. */
    public static Session client(Link link, Limits limits, Setup setup, Responder responder, int before) {
        return Session.client(link, limits, null, setup, opened -> responder, before);
    }
}
