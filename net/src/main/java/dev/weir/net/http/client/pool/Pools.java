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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A client's connections. */
public final class Pools {
    /*
     * A request may have one exchange after the other, as over a redirect, and no connection in between. So requests
     * are counted, too: when no more are taken and those that run have their responses, nobody looks for a connection
     * any longer, and the pools that there are then are the last.
     */
    private final Means means;
    private final CallLimits limits;
    private final Map<Route, Pool> pools = new ConcurrentHashMap<>();
    private final Map<Exchange, Integer> inVain = Collections.synchronizedMap(new WeakHashMap<>(1));
    private final AtomicLong opened = new AtomicLong();
    private final AtomicLong reused = new AtomicLong();
    private final AtomicInteger running = new AtomicInteger();
    private final CompletableFuture<@Nullable Void> rested = new CompletableFuture<>();
    private volatile boolean closed;
    private volatile boolean killed;

    public Pools(Means means, CallLimits limits) {
        this.means = means;
        this.limits = limits;
    }

    /** A request begins: false if no more are taken. {@link #leave} follows if it is true. */
    public boolean enter() {
        running.incrementAndGet();
        boolean refused = closed;
        if (refused) {
            leave();
        }
        return !refused;
    }

    /** A request needs no connection any longer but that of its response. */
    public void leave() {
        if (running.decrementAndGet() == 0 && closed && !rested.isDone()) {
            Aside.run(() -> rested.complete(null));
        }
    }

    /** Finds a connection for the exchange of a request that has entered; on any thread. */
    public void acquire(Exchange exchange, Route route) {
        Pool pool = pools.computeIfAbsent(route, key -> new Pool(this, key, limits, new PoolCounters(opened, reused)));
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

    /** Whether no more requests are taken. */
    public boolean isClosed() {
        return closed;
    }

    /** Whether the exchange is to have no connection; asked by a pool that is known to who ends them all. */
    boolean refuses(Exchange exchange) {
        return killed || (closed && (rested.isDone() || exchange.isEndless()));
    }

    /** Takes no more requests; ends when none runs and no connection is left. */
    public CompletableFuture<@Nullable Void> end() {
        closed = true;
        var _ = endPools();
        means.dialer().shares().drain();
        if (running.get() == 0) {
            rested.complete(null);
        }
        return rested.thenCompose(none -> endPools());
    }

    private CompletableFuture<@Nullable Void> endPools() {
        CompletableFuture<?>[] ends = pools.values().stream().map(Pool::end).toArray(CompletableFuture[]::new);
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
        Aside.run(() -> rested.complete(null)); // whatever else requests wait for, they get no connection
    }
}
