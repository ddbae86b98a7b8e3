package dev.weir.net.http.client;

import dev.weir.net.http.client.pool.Counts;

/**
 * What a client's connections do at a moment.
 *
 * @param connections that are open
 * @param idle of these, those that carry no request
 * @param connecting that are being opened
 * @param waiting requests that wait for a connection
 * @param opened connections that were begun since the client was made
 * @param reused requests since then that went over a connection that had carried others before
 */
public record PoolStats(long connections, long idle, long connecting, long waiting, long opened, long reused) {
    /** Those that carry requests. */
    public long active() {
        return connections - idle;
    }

    static PoolStats of(Counts counts) {
        return new PoolStats(
                counts.connections(),
                counts.idle(),
                counts.connecting(),
                counts.waiting(),
                counts.opened(),
                counts.reused());
    }
}
