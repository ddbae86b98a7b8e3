package dev.weir.net.http.client.call;

import java.time.Duration;
import java.util.List;

/** The limits of a client; each is explained at the method of {@code HttpClientBuilder} of the same name. */
public record CallLimits(
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
    public Duration shortest() {
        return List.of(idleTimeout, headTimeout, stallTimeout, unreadTimeout, continueTimeout).stream()
                .min(Duration::compareTo)
                .orElseThrow();
    }
}
