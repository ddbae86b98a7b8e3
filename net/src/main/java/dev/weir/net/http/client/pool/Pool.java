package dev.weir.net.http.client.pool;

import dev.weir.Cancellable;
import dev.weir.net.http.client.call.Limits;
import dev.weir.net.http.client.call.Route;
import dev.weir.net.http.client.call.Trouble;
import dev.weir.net.http.client.line.Connection;
import dev.weir.net.http.client.line.Exchange;
import dev.weir.net.http.client.line.Finder;
import dev.weir.net.loop.Serial;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The connections to one origin. */
final class Pool implements Finder {
    /*
     * What belongs to a pool is touched in tasks of `serial` only. A request takes the connection that was freed
     * last, so that those beyond the need grow old and go. If there is none it waits, and a connection is opened
     * for it if there may be one more; whichever comes first serves whoever waits longest.
     *
     * Where HTTP/2 is spoken, one connection is enough: requests beyond its room wait. Where it may be, the first
     * connection tells.
     */
    private final Serial serial = new Serial();
    private final Pools pools;
    private final Route route;
    private final Limits limits;

    private final Deque<Slot> free = new ArrayDeque<>(); // with room for one more
    private final Set<Slot> slots = new HashSet<>();
    private final Deque<Dial> dials = new ArrayDeque<>();
    private final Map<Exchange, Cancellable> waiting = new LinkedHashMap<>();
    private final CompletableFuture<@Nullable Void> ended = new CompletableFuture<>();
    private boolean multiplexed;
    private boolean ending;
    private boolean forgotten;

    final PoolCounters counters;

    Pool(Pools pools, Route route, Limits limits, PoolCounters counters) {
        this.counters = counters;
        this.pools = pools;
        this.route = route;
        this.limits = limits;
        this.multiplexed = pools.mayMultiplex(route);
    }

    void run(Runnable task) {
        serial.execute(() -> {
            task.run();
            counters.set(
                    slots.size(), free.stream().filter(slot -> slot.active == 0).count(), waiting.size(), dials.size());
            forgetIfEmpty();
        });
    }

    private void forgetIfEmpty() {
        if (slots.isEmpty() && dials.isEmpty() && waiting.isEmpty()) {
            forgotten = true;
            pools.forget(route, this);
            ended.complete(null);
        }
    }

    // ------------------------------------------------------------ requests

    /** Finds a connection for the exchange; on any thread. */
    void acquire(Exchange exchange) {
        run(() -> take(exchange));
    }

    /** Nobody wants the exchange any longer; on any thread. */
    @Override
    public void cancel(Exchange exchange) {
        run(() -> {
            Connection connection = exchange.connection();
            if (connection != null) {
                onLoop(connection, exchange::release);
            } else if (unwait(exchange)) {
                trimDials();
            }
        });
    }

    /** It takes too long; on any thread. */
    @Override
    public void expire(Exchange exchange, RuntimeException late) {
        run(() -> {
            Connection connection = exchange.connection();
            if (connection != null) {
                onLoop(connection, () -> exchange.fail(late));
            } else if (unwait(exchange)) {
                trimDials();
                exchange.refuse(late);
            }
        });
    }

    void take(Exchange exchange) {
        exchange.connection(null);
        if (exchange.isUnwanted()) {
            return;
        }
        if (exchange.isFresh()) {
            List.copyOf(free).forEach(this::retireIfUnused); // they were left at the same time as the one that broke
        }
        if (forgotten && !ending) {
            pools.acquire(exchange, route);
        } else if (ending) {
            exchange.refuse(exchange.shutDown());
        } else if (!free.isEmpty()) {
            lend(free.getLast(), exchange);
        } else {
            await(exchange);
        }
    }

    private void retireIfUnused(Slot slot) {
        if (slot.active == 0 && !multiplexed) {
            retired(slot);
        }
    }

    private void await(Exchange exchange) {
        if (!mayDial() && waiting.size() - dials.size() >= limits.maxWaiting()) {
            exchange.refuse(exchange.failure(
                    Trouble.POOL_FULL,
                    limits.maxWaiting() + " requests wait for one of the " + limits.maxConnections()
                            + " connections to " + route + " already (settings: maxWaiting, maxConnections)"));
            return;
        }
        waiting.put(exchange, pools.clock().schedule(() -> run(() -> expire(exchange)), limits.acquireTimeout()));
        dial();
    }

    private void expire(Exchange exchange) {
        if (unwait(exchange)) {
            trimDials();
            exchange.refuse(exchange.failure(
                    Trouble.ACQUIRE_TIMEOUT,
                    "no connection to " + route + " became free within " + Limits.text(limits.acquireTimeout())
                            + ", of " + limits.maxConnections()
                            + " at most (settings: acquireTimeout, maxConnections)"));
        }
    }

    private boolean unwait(Exchange exchange) {
        Cancellable timer = waiting.remove(exchange);
        if (timer == null) {
            return false;
        }
        timer.cancel();
        return true;
    }

    private @Nullable Exchange longestWaiting() {
        if (waiting.isEmpty()) {
            return null;
        }
        Exchange first = waiting.keySet().iterator().next();
        boolean _ = unwait(first);
        return first;
    }

    private void lend(Slot slot, Exchange exchange) {
        Connection connection = slot.connection;
        if (connection == null) {
            return;
        }
        exchange.connection(connection);
        slot.active++;
        if (slot.used) {
            counters.reused();
        }
        slot.used = true;
        if (slot.active >= slot.room) {
            free.remove(slot);
        }
        if (!onLoop(connection, () -> connection.begin(exchange))) {
            gone(slot);
            take(exchange);
        }
    }

    private static boolean onLoop(Connection connection, Runnable task) {
        try {
            connection.loop().execute(task);
            return true;
        } catch (RejectedExecutionException loopHasEnded) {
            return false; // and so has the connection
        }
    }

    // ------------------------------------------------------------ new connections

    private boolean mayDial() {
        boolean one = !multiplexed || (dials.isEmpty() && slots.stream().allMatch(slot -> slot.retired));
        return one && slots.size() + dials.size() < limits.maxConnections();
    }

    private void dial() {
        while (dials.size() < waiting.size() && mayDial()) {
            Dial dial = pools.dial(this, route, new Slot(this));
            dials.add(dial);
            counters.opened();
            dial.start();
        }
    }

    private void trimDials() {
        while (dials.size() > waiting.size()) {
            dials.removeLast().cancel();
        }
    }

    /** The connection is there; on any thread. */
    void ready(Dial dial, Connection connection) {
        run(() -> {
            Slot slot = dial.slot();
            slot.connection = connection;
            slot.room = connection.room();
            multiplexed = connection.isShared();
            slots.add(slot);
            if (!dials.remove(dial)) {
                connection.close(); // it was given up meanwhile
            } else {
                offer(slot);
            }
            dial();
        });
    }

    /** The connection could not be made; on any thread. */
    void failed(Dial dial, Trouble trouble, String why, @Nullable Throwable cause) {
        run(() -> {
            Exchange first = dials.remove(dial) ? longestWaiting() : null;
            if (first != null) {
                first.refuse(first.failure(trouble, why, cause));
            }
            dial();
        });
    }

    // ------------------------------------------------------------ for slots, inside of run(..)

    private void offer(Slot slot) {
        if (slot.retired || !slots.contains(slot) || slot.active >= slot.room) {
            return;
        }
        if (!free.contains(slot)) {
            free.add(slot);
        }
        while (free.contains(slot) && !waiting.isEmpty()) {
            Exchange next = longestWaiting();
            if (next != null && !next.isUnwanted()) {
                lend(slot, next);
            }
        }
        if (multiplexed) {
            trimDials();
        }
        if (ending && slot.active == 0) {
            retired(slot);
        }
    }

    void released(Slot slot) {
        slot.active--;
        if (slot.retired) {
            closeIfUnused(slot);
        } else {
            offer(slot);
        }
    }

    void retired(Slot slot) {
        slot.retired = true;
        free.remove(slot);
        closeIfUnused(slot);
        dial();
    }

    private void closeIfUnused(Slot slot) {
        if (slot.active == 0 && slot.connection != null) {
            slot.connection.close();
        }
    }

    void resized(Slot slot, int room) {
        slot.room = room;
        free.remove(slot);
        offer(slot);
    }

    void gone(Slot slot) {
        slot.retired = true;
        slots.remove(slot);
        free.remove(slot);
        dial();
    }

    // ------------------------------------------------------------ the end

    @Override
    public boolean isKilled() {
        return pools.isKilled();
    }

    /** Takes no more requests; ends when no connection is left. */
    CompletableFuture<@Nullable Void> end() {
        run(() -> {
            ending = true;
            refuse(Exchange::isEndless);
        });
        return ended;
    }

    private void refuse(Predicate<Exchange> which) {
        for (Exchange waits : List.copyOf(waiting.keySet())) {
            if (which.test(waits) && unwait(waits)) {
                waits.refuse(waits.shutDown());
            }
        }
        trimDials();
    }

    /** Fails what waits for a connection. */
    void kill() {
        run(() -> {
            refuse(waits -> true);
            slots.forEach(slot -> {
                if (slot.connection != null) {
                    slot.connection.close();
                }
            });
        });
    }
}
