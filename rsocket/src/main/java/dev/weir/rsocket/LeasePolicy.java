package dev.weir.rsocket;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Says how many requests the peer of a connection may send: see section "Lease Semantics" of the protocol. */
@FunctionalInterface
public interface LeasePolicy {
    /**
     * The next lease of a connection, which takes the place of the one before; null if there is none for now. Called on the
     * event loop: when the connection is set up, then when half the time of the last lease has passed, and in rounds of a
     * second where there was none.
     *
     * @param load of the connection since the lease before
     */
    @Nullable
    Lease next(Load load);

    /** The policy of one connection, if it keeps something of it: this one. */
    default LeasePolicy ofConnection() {
        return this;
    }

    /**
     * What a peer has asked for.
     *
     * @param streams that are open, with requests that need no answer and still run
     * @param admitted requests, since the lease before
     * @param time that requests took on average, by how many were open and how many have ended (Little's law); null if none has
     */
    record Load(int streams, int admitted, @Nullable Duration time) {}

    /** So many requests in each period. */
    static LeasePolicy fixed(int requests, Duration period) {
        Lease lease = Lease.ofTwo(period, requests);
        return load -> lease;
    }

    /** As many requests as bring the open streams to so many, looked at in each period. */
    static LeasePolicy upTo(int most, Duration period) {
        Duration time = Lease.ofTwo(period, most).timeToLive();
        return load -> new Lease(time, Math.max(0, most - load.streams()));
    }

    /**
     * As many requests in each period as are answered in time: a quarter more when all were asked for and some have ended,
     * and less by as much as they took longer on average, at most by half. So a connection finds what the server can do, and
     * shares it with others.
     *
     * @param least to begin with, and in the worst case; positive
     * @param most at best
     * @param target the time that requests may take on average
     */
    static LeasePolicy adaptive(int least, int most, Duration target, Duration period) {
        return new AdaptiveLeases(least, most, target, period);
    }

    /**
     * None but those that are given by hand: {@link dev.weir.rsocket.loop.LoopConnection#lease}, from when the acceptor is asked
     * on. A session that is resumed begins without one.
     */
    static LeasePolicy byHand() {
        return load -> null;
    }
}
