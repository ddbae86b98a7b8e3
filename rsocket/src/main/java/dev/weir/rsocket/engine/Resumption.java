package dev.weir.rsocket.engine;

import java.time.Duration;

/**
 * How sessions outlive their connections.
 *
 * @param lasts for how long after its connection was cut
 * @param maxKeptBytes bytes that were sent on streams, and the peer has not said to have
 * @param patience with a peer that is to say whether it resumes
 */
public record Resumption(Duration lasts, int maxKeptBytes, Duration patience) {}
