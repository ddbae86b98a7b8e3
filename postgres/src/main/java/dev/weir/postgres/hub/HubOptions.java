package dev.weir.postgres.hub;

import dev.weir.Clock;
import java.time.Duration;

/** How a hub keeps its connection. */
public record HubOptions(
        Clock clock, Duration linger, Duration heartbeat, Duration patience, Duration backoff, Duration maxBackoff) {
    /** How long an attempt to connect may hang. */
    public Duration longestAttempt() {
        return patience.multipliedBy(30);
    }
}
