package dev.weir.net.dial;

import dev.weir.Clock;
import dev.weir.One;
import dev.weir.net.loop.Connector;
import dev.weir.net.loop.EventLoops;
import dev.weir.net.loop.Held;
import dev.weir.net.loop.LoopShares;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Makes the connections of a client.
 *
 * @param clock of waits while there is no connection
 * @param manner of its sockets
 */
public record Dialer(EventLoops loops, LoopShares shares, Clock clock, Addresses addresses, Connector.Manner manner) {
    /**
     * That of a client.
     *
     * @param held what all its connections hold
     * @param own its clock, null for the system's and that of each event loop
     * @param shortest the shortest deadline that connections have
     */
    public static Dialer of(
            EventLoops loops,
            Held held,
            @Nullable Clock own,
            Duration shortest,
            Function<String, One<List<InetAddress>>> resolver,
            Connector.Manner manner) {
        Clock clock = own != null ? own : Clock.system();
        return new Dialer(
                loops, new LoopShares(loops, held, own, shortest), clock, new Addresses(resolver, clock), manner);
    }

    /** Begins to make one. */
    public Dial dial(Dial.Ask ask, Dial.Caller caller) {
        Dial dial = new Dial(this, ask, caller);
        dial.start();
        return dial;
    }
}
