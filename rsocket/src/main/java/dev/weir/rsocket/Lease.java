package dev.weir.rsocket;

import java.time.Duration;

/**
 * How many requests a peer may send for some time, of all kinds together.
 *
 * @param timeToLive from when it comes; at least a millisecond
 * @param requests 0 for none: sent only to take back what is left of the lease before, as leases of the protocol are for more
 */
public record Lease(Duration timeToLive, int requests) {
    public Lease {
        if (timeToLive.toMillis() < 1 || timeToLive.toMillis() > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("a lease lives for 1 to 2,147,483,647 ms, not for " + timeToLive);
        }
        if (requests < 0) {
            throw new IllegalArgumentException("a lease is for 0 requests or more, not for " + requests);
        }
    }
}
