package dev.weir.net.http.client.pool;

import dev.weir.Clock;
import dev.weir.net.http.client.call.CallLimits;
import dev.weir.net.http.client.call.Route;
import dev.weir.net.http.client.line.Exchange;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A client's connections. */
public final class Pools {

    private final Means means;
    private final CallLimits limits;
    private final Map<Route, Pool> pools = new ConcurrentHashMap<>();
    private final Map<Exchange, Integer> inVain = Collections.synchronizedMap(new WeakHashMap<>(1));
    private final AtomicLong opened = new AtomicLong();
    private final AtomicLong reused = new AtomicLong();
    private volatile boolean closed;
    private volatile boolean killed;

    public Pools(Means means, CallLimits limits) {
        this.means = means;
        this.limits = limits;
    }

    /** Finds a connection for the exchange; on any thread. */
    public void acquire(Exchange exchange, Route route) {
        Pool pool = pools.computeIfAbsent(route, key -> new Pool(this, key, limits, new PoolCounters(opened, reused)));
        if (closed) { // only now: a pool that was made before is ended with the others
            exchange.refuse(exchange.shutDown());
            return;
        }
        exchange.finder(pool);
        pool.acquire(exchange);
    }

    /** How many new connections did not begin with it, with one more; its pool may be forgotten meanwhile. */
    int inVain(Exchange exchange) {
        return inVain.merge(exchange, 1, Integer::sum);
    }

    void forget(Route route, Pool pool) {
        pools.remove(route, pool);
    }

    /** Whether it could be that HTTP/2 is spoken there. */
    boolean mayMultiplex(Route route) {
        return route.tls() ? means.http2() : means.priorKnowledge() && !route.isForwarded();
    }

    public Clock clock() {
        return means.dialer().clock();
    }

    Opening opening(Pool pool, Route route, Slot slot) {
        return new Opening(means, limits, pool, route, slot);
    }

    /** What they do now. */
    public Counts counts() {
        Counts none = new Counts(0, 0, 0, 0, opened.get(), reused.get());
        return pools.values().stream().map(pool -> pool.counters.now()).reduce(none, Counts::plus);
    }

    /** Takes no more requests; ends when no connection is left. */
    public CompletableFuture<@Nullable Void> end() {
        closed = true;
        CompletableFuture<?>[] ends = pools.values().stream().map(Pool::end).toArray(CompletableFuture[]::new);
        means.dialer().shares().drain();
        return CompletableFuture.allOf(ends).thenApply(done -> null);
    }

    /** Whether it is the client itself that closes its connections. */
    boolean isKilled() {
        return killed;
    }

    /** Closes what is open. */
    public void kill() {
        killed = true;
        pools.values().forEach(Pool::kill);
        means.dialer().shares().kill();
    }
}
