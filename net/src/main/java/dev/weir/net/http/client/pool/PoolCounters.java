package dev.weir.net.http.client.pool;

import java.util.concurrent.atomic.AtomicLong;

/** Counts what a pool does; written by the pool, read by anybody. */
final class PoolCounters {
    private final AtomicLong connections = new AtomicLong();
    private final AtomicLong idle = new AtomicLong();
    private final AtomicLong waiting = new AtomicLong();
    private final AtomicLong connecting = new AtomicLong();
    private final AtomicLong opened;
    private final AtomicLong reused;

    PoolCounters(AtomicLong opened, AtomicLong reused) {
        this.opened = opened;
        this.reused = reused;
    }

    void set(long nowConnected, long nowIdle, long nowWaiting, long nowConnecting) {
        connections.set(nowConnected);
        idle.set(nowIdle);
        waiting.set(nowWaiting);
        connecting.set(nowConnecting);
    }

    void opened() {
        opened.incrementAndGet();
    }

    void reused() {
        reused.incrementAndGet();
    }

    Counts now() {
        return new Counts(connections.get(), idle.get(), connecting.get(), waiting.get(), opened.get(), reused.get());
    }
}
