package dev.weir.net.http.client;

import java.time.Duration;
import java.util.List;

/** The limits of a client; each is explained at the method of {@link HttpClient.Builder} of the same name. */
record Limits(
        int maxConnections,
        int maxStreams,
        int maxWaiting,
        Duration acquireTimeout,
        Duration idleTimeout,
        Duration maxAge,
        Duration connectTimeout,
        Duration handshakeTimeout,
        Duration headTimeout,
        Duration stallTimeout,
        Duration unreadTimeout,
        Duration continueTimeout,
        int maxHeaderBytes,
        int maxHeaderFields,
        int maxBody,
        int maxInflation) {
    /** The shortest of those that are checked in rounds. */
    Duration shortest() {
        return List.of(idleTimeout, headTimeout, stallTimeout, unreadTimeout, continueTimeout).stream()
                .min(Duration::compareTo)
                .orElseThrow();
    }
}
