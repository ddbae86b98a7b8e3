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
     * @param streams of the peer that are open
     */
    @Nullable
    Lease next(int streams);

    /** So many requests in each period. */
    static LeasePolicy fixed(int requests, Duration period) {
        Lease lease = new Lease(period.multipliedBy(2), requests);
        return streams -> lease;
    }

    /** As many requests as bring the open streams to so many, looked at in each period. */
    static LeasePolicy upTo(int most, Duration period) {
        Duration time = new Lease(period.multipliedBy(2), most).timeToLive();
        return streams -> new Lease(time, Math.max(0, most - streams));
    }

    /** None but those that are given by hand: {@link dev.weir.rsocket.loop.LoopConnection#lease}. */
    static LeasePolicy byHand() {
        return streams -> null;
    }
}
