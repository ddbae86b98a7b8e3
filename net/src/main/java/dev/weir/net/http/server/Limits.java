package dev.weir.net.http.server;

import java.time.Duration;

/** The limits; each is explained at the method of {@code HttpServer.Builder} of the same name. */
public record Limits(
        int maxRequestLine,
        int maxHeaderBytes,
        int maxHeaderFields,
        int maxBody,
        int maxPipelinedBytes,
        int maxInFlight,
        int maxConcurrentStreams,
        int maxResets,
        int streamWindow,
        Duration headerTimeout,
        Duration idleTimeout,
        Duration stallTimeout,
        Duration heartbeat) {
    /** The shortest of the deadlines. */
    public Duration shortest() {
        Duration shortest = headerTimeout;
        for (Duration other : new Duration[] {idleTimeout, stallTimeout, heartbeat}) {
            shortest = other.compareTo(shortest) < 0 ? other : shortest;
        }
        return shortest;
    }
}
