package dev.weir.net.http.client.pool;

/** What pools do at a moment; explained at {@code PoolStats}. */
public record Counts(long connections, long idle, long connecting, long waiting, long opened, long reused) {
    Counts plus(Counts other) {
        return new Counts(
                connections + other.connections,
                idle + other.idle,
                connecting + other.connecting,
                waiting + other.waiting,
                opened,
                reused);
    }
}
