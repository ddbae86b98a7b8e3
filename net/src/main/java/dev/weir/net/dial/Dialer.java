package dev.weir.net.dial;

import dev.weir.Clock;
import dev.weir.net.loop.Connector;
import dev.weir.net.loop.EventLoops;
import dev.weir.net.loop.LoopShares;

/**
 * Makes the connections of a client.
 *
 * @param clock of waits while there is no connection
 * @param manner of its sockets
 */
public record Dialer(EventLoops loops, LoopShares shares, Clock clock, Addresses addresses, Connector.Manner manner) {
    /** Begins to make one. */
    public Dial dial(Dial.Ask ask, Dial.Caller caller) {
        Dial dial = new Dial(this, ask, caller);
        dial.start();
        return dial;
    }
}
