package dev.weir.rsocket.engine;

import java.time.Duration;

/**
 * What one connection may take.
 *
 * @param maxStreams that the peer may have open
 * @param maxPayload bytes of one payload, metadata and data
 * @param maxAssembled bytes of all payloads of which not all fragments have come
 * @param maxWaitingBytes bytes of answers that need no demand, as long as the peer does not read
 * @param maxSignals of the connection, as keepalives, in a second
 * @param fragment bytes of the longest frame that is sent
 * @param setupTimeout until the first frame
 */
public record Limits(
        int maxStreams,
        int maxPayload,
        int maxAssembled,
        int maxWaitingBytes,
        int maxSignals,
        int fragment,
        Duration setupTimeout) {
    private static final long USUAL_HELD = 64L * 1024 * 1024;

    /** Bytes of requests that are not done. */
    long maxHeld() {
        return Math.max(USUAL_HELD, 2L * maxAssembled);
    }
}
