package dev.weir.net.http.client;

import dev.weir.Clock;
import dev.weir.net.ClientTls;
import dev.weir.net.http.client.ClientException.Reason;
import dev.weir.net.loop.EventLoops;
import dev.weir.net.loop.LoopShares;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A client's connections. */
final class Pools {
    /**
     * How connections are made.
     *
     * @param clock of waits without a connection
     * @param http2 whether HTTP/2 is offered in the TLS handshake
     * @param priorKnowledge whether HTTP/2 is spoken without TLS
     */
    record Means(
            EventLoops loops,
            LoopShares shares,
            Clock clock,
            Addresses addresses,
            ClientTls tls,
            boolean http2,
            boolean priorKnowledge) {}

    private final Means means;
    private final Limits limits;
    private final Map<Route, Pool> pools = new ConcurrentHashMap<>();
    private final AtomicLong opened = new AtomicLong();
    private final AtomicLong reused = new AtomicLong();
    private volatile boolean closed;
    private volatile boolean killed;

    Pools(Means means, Limits limits) {
        this.means = means;
        this.limits = limits;
    }

    void acquire(Exchange exchange, Route route) {
        if (closed) {
            exchange.refuse(exchange.failure(Reason.SHUT_DOWN, "the client is closed"));
            return;
        }
        Pool pool = pools.computeIfAbsent(route, key -> new Pool(this, key, limits, new PoolCounters(opened, reused)));
        exchange.pool = pool;
        pool.acquire(exchange);
    }

    void forget(Route route, Pool pool) {
        pools.remove(route, pool);
    }

    /** Whether it could be that HTTP/2 is spoken there. */
    boolean mayMultiplex(Route route) {
        return route.tls() ? means.http2() : means.priorKnowledge() && !route.isForwarded();
    }

    Clock clock() {
        return means.clock();
    }

    Dial dial(Pool pool, Route route, Slot slot) {
        return new Dial(means, limits, pool, route, slot);
    }

    PoolStats stats() {
        PoolStats none = new PoolStats(0, 0, 0, 0, opened.get(), reused.get());
        return pools.values().stream().map(pool -> pool.counters.stats()).reduce(none, PoolStats::plus);
    }

    /** Takes no more requests; ends when no connection is left. */
    CompletableFuture<@Nullable Void> end() {
        closed = true;
        CompletableFuture<?>[] ends = pools.values().stream().map(Pool::end).toArray(CompletableFuture[]::new);
        means.shares().drain();
        return CompletableFuture.allOf(ends).thenApply(done -> null);
    }

    /** Whether it is the client itself that closes its connections. */
    boolean isKilled() {
        return killed;
    }

    /** Closes what is open. */
    void kill() {
        killed = true;
        pools.values().forEach(Pool::kill);
        means.shares().kill();
    }
}
