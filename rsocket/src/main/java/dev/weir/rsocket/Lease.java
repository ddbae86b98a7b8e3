package dev.weir.rsocket;

import java.time.Duration;

/**
 * How many requests a peer may send for some time, of all kinds together.
 *
 * @param timeToLive from when it comes; at least a millisecond
 * @param requests 0 for none: sent only to take back what is left of the lease before, as leases of the protocol are for more
 */
public record Lease(Duration timeToLive, int requests) {
    private static final Duration LONGEST_PERIOD = Duration.ofMillis(Integer.MAX_VALUE / 2);

    public Lease {
        if (!LimitsOf.isSayable(timeToLive)) {
            throw new IllegalArgumentException("a lease lives for 1 to 2,147,483,647 ms, not for " + timeToLive);
        }
        if (requests < 0) {
            throw new IllegalArgumentException("a lease is for 0 requests or more, not for " + requests);
        }
    }

    /** For two periods: so the next one comes while it lives. */
    static Lease ofTwo(Duration period, int requests) {
        if (period.isNegative() || period.compareTo(LONGEST_PERIOD) > 0) {
            throw new IllegalArgumentException("a period of leases has up to 1,073,741,823 ms, not " + period);
        }
        return new Lease(period.multipliedBy(2), requests);
    }
}
