package dev.weir.net.http.client.pool;

import dev.weir.net.http.client.call.CallLimits;
import dev.weir.net.http.client.call.Route;
import dev.weir.net.http.client.call.Trouble;
import dev.weir.net.http.client.line.Connection;
import dev.weir.net.http.client.line.Exchange;
import dev.weir.net.http.client.line.Finder;
import dev.weir.net.loop.ConnectFailure;
import dev.weir.net.loop.EventLoops;
import dev.weir.net.loop.Serial;
import dev.weir.net.loop.Told;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The connections to one origin. */
final class Pool implements Finder {
    /*
     * What belongs to a pool is touched in tasks of `serial` only, and nothing else happens there: whoever waits is
     * told of a failure on a virtual thread of its own, as it may do anything then, also ask this pool and wait.
     *
     * A request takes the connection that was freed last, so that those beyond the need grow old and go. If there is
     * none it waits, and a connection is opened for it if there may be one more; whichever comes first serves whoever
     * waits longest. If one can't be opened and there is no other, it fails all but those for whom others are being
     * opened.
     *
     * Where HTTP/2 is spoken, one connection is enough: requests beyond its room wait. Where it may be, the first
     * connection tells.
     */
    private static final int MOST_IN_VAIN = 5;

    private final Serial serial = new Serial();
    private final Pools pools;
    private final Route route;
    private final CallLimits limits;

    private final SequencedSet<Slot> free = new LinkedHashSet<>(); // with room for one more
    private final Set<Slot> slots = new HashSet<>();
    private final Deque<Opening> openings = new ArrayDeque<>();
    private final WaitingExchanges waiting = new WaitingExchanges();
    private final CompletableFuture<@Nullable Void> ended = new CompletableFuture<>();
    private int idle; // of those that are free
    private int usable; // of the slots, those that are not retired
    private boolean multiplexed;
    private boolean ending;
    private boolean forgotten;

    final PoolCounters counters;

    Pool(Pools pools, Route route, CallLimits limits, PoolCounters counters) {
        this.counters = counters;
        this.pools = pools;
        this.route = route;
        this.limits = limits;
        this.multiplexed = pools.mayMultiplex(route);
    }

    void run(Runnable task) {
        serial.execute(() -> {
            try {
                task.run();
            } finally {
                counters.set(slots.size(), idle, waiting.size(), openings.size());
                forgetIfEmpty();
            }
        });
    }

    private void forgetIfEmpty() {
        if (slots.isEmpty() && openings.isEmpty() && waiting.isEmpty()) {
            forgotten = true;
            pools.forget(route, this);
            if (ending && !ended.isDone()) {
                Aside.run(() -> ended.complete(null));
            }
        }
    }

    private static void refuse(Exchange exchange, RuntimeException why) {
        Aside.run(() -> exchange.refuse(why));
    }

    /** As without memory or threads: else it would wait for ever. */
    private void refuseFor(Throwable cause, Exchange exchange) {
        String why = "no connection to " + route + " (" + ConnectFailure.text(cause) + ")";
        refuse(exchange, exchange.failure(Trouble.CONNECT, why, cause));
    }

    /** Counts the slot as what it is now. */
    private void count(Slot slot) {
        boolean isIdle = slot.active == 0 && free.contains(slot);
        boolean isUsable = !slot.retired && slots.contains(slot);
        idle += (isIdle ? 1 : 0) - (slot.idle ? 1 : 0);
        usable += (isUsable ? 1 : 0) - (slot.usable ? 1 : 0);
        slot.idle = isIdle;
        slot.usable = isUsable;
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
                EventLoops.queue(connection.loop(), exchange::release);
            } else if (waiting.remove(exchange)) {
                trimOpenings();
            }
        });
    }

    /** It takes too long; on any thread. */
    @Override
    public void expire(Exchange exchange, RuntimeException late) {
        run(() -> {
            Connection connection = exchange.connection();
            if (connection != null) {
                EventLoops.queue(connection.loop(), () -> exchange.fail(late));
            } else if (waiting.remove(exchange)) {
                trimOpenings();
                refuse(exchange, late);
            }
        });
    }

    void take(Exchange exchange) {
        try {
            find(exchange);
        } catch (Throwable failure) {
            waiting.remove(exchange);
            refuseFor(failure, exchange);
        }
    }

    private void find(Exchange exchange) {
        boolean sentBack = exchange.isFresh() || exchange.connection() != null;
        exchange.connection(null);
        RuntimeException overdue = exchange.overdue();
        if (exchange.isUnwanted()) {
            return;
        }
        if (overdue != null) {
            refuse(exchange, overdue);
            return;
        }
        if (exchange.isFresh()) {
            List.copyOf(free).forEach(this::retireIfUnused); // they were left at the same time as the one that broke
        }
        if (pools.refuses(exchange)) {
            refuse(exchange, exchange.shutDown());
        } else if (forgotten) {
            pools.acquire(exchange, route);
        } else if (!free.isEmpty()) {
            lend(free.getLast(), exchange);
        } else {
            await(exchange, sentBack);
        }
    }

    private void retireIfUnused(Slot slot) {
        if (slot.active == 0 && !multiplexed) {
            retired(slot);
        }
    }

    private void await(Exchange exchange, boolean sentBack) {
        if (!sentBack && !mayOpen() && waiting.size() - openings.size() >= limits.maxWaiting()) {
            String full = limits.maxWaiting() + " requests wait for one of the " + Slot.most(limits, multiplexed)
                    + " to " + route + " already" + Slot.why(slots, multiplexed, "maxWaiting");
            refuse(exchange, exchange.failure(Trouble.POOL_FULL, full));
            return;
        }
        var timer = pools.clock().schedule(() -> run(() -> expire(exchange)), limits.acquireTimeout());
        waiting.add(exchange, sentBack, timer);
        open();
    }

    private void expire(Exchange exchange) {
        if (waiting.remove(exchange)) {
            trimOpenings();
            String late = "none of the " + Slot.most(limits, multiplexed) + " to " + route + " became free within "
                    + Told.duration(limits.acquireTimeout()) + Slot.why(slots, multiplexed, "acquireTimeout");
            refuse(exchange, exchange.failure(Trouble.ACQUIRE_TIMEOUT, late));
        }
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
        count(slot);
        try {
            if (!EventLoops.queue(connection.loop(), () -> connection.begin(exchange))) {
                gone(slot);
                take(exchange);
            }
        } catch (Throwable failure) {
            refuseFor(failure, exchange);
            slot.active--;
            retired(slot);
        }
    }

    // ------------------------------------------------------------ new connections

    private boolean mayOpen() {
        boolean one = !multiplexed || (openings.isEmpty() && usable == 0);
        int counted = multiplexed ? usable : slots.size(); // what takes no more ends with the streams that it has
        return one && counted + openings.size() < limits.maxConnections();
    }

    private void open() {
        while (openings.size() < waiting.size() && mayOpen()) {
            Opening opening = pools.opening(this, route, new Slot(this));
            opening.start(); // what comes of it is a task that comes later
            openings.add(opening);
            counters.opened();
        }
    }

    private void trimOpenings() {
        while (openings.size() > waiting.size()) {
            openings.removeLast().cancel();
        }
    }

    /** The connection is there; on any thread. */
    void ready(Opening opening, Connection connection) {
        run(() -> {
            Slot slot = opening.slot();
            slot.connection = connection;
            slot.room = connection.room();
            multiplexed = connection.isShared();
            boolean wanted = openings.remove(opening);
            if (!slot.gone) {
                slots.add(slot);
                count(slot);
            }
            if (wanted) {
                offer(slot);
            } else {
                connection.close(); // it was given up meanwhile
            }
            open();
        });
    }

    /** The connection could not be made; on any thread. */
    void failed(Opening opening, Trouble trouble, String why, @Nullable Throwable cause) {
        run(() -> {
            boolean wanted = openings.remove(opening);
            int served = usable > 0 ? waiting.size() - 1 : openings.size();
            for (Exchange next; wanted && waiting.size() > served && (next = waiting.poll()) != null; ) {
                refuse(next, next.failure(trouble, why, cause));
            }
            open();
        });
    }

    // ------------------------------------------------------------ for slots, inside of run(..)

    private void offer(Slot slot) {
        if (slot.retired || !slots.contains(slot) || slot.active >= slot.room) {
            return;
        }
        free.add(slot);
        count(slot);
        while (free.contains(slot) && !waiting.isEmpty()) {
            Exchange next = waiting.poll();
            if (next != null && !next.isUnwanted()) {
                lend(slot, next);
            }
        }
        if (multiplexed) {
            trimOpenings();
        }
        if (ending && slot.active == 0) {
            retired(slot);
        }
    }

    void served(Slot slot) {
        slot.served = true;
        released(slot);
    }

    /** The connection did not begin with it: it was left meanwhile, or the server takes nothing, which is not tried for ever. */
    void sentBack(Slot slot, Exchange exchange) {
        int tries = slot.served ? 0 : pools.inVain(exchange);
        released(slot);
        retired(slot);
        if (tries < MOST_IN_VAIN || exchange.isUnwanted()) {
            take(exchange);
        } else {
            String gone = tries + " new connections to " + route + " were closed before they took it";
            refuse(exchange, exchange.failure(Trouble.CLOSED, gone));
        }
    }

    private void released(Slot slot) {
        slot.active--;
        count(slot);
        if (slot.retired) {
            closeIfUnused(slot);
        } else {
            offer(slot);
        }
    }

    void retired(Slot slot) {
        slot.retired = true;
        free.remove(slot);
        count(slot);
        closeIfUnused(slot);
        open();
    }

    private void closeIfUnused(Slot slot) {
        if (slot.active == 0) {
            slot.close();
        }
    }

    void resized(Slot slot, int room) {
        slot.room = room;
        free.remove(slot);
        count(slot);
        offer(slot);
    }

    void gone(Slot slot) {
        slot.retired = true;
        slot.gone = true;
        slots.remove(slot);
        free.remove(slot);
        count(slot);
        open();
    }

    // ------------------------------------------------------------ the end

    @Override
    public boolean isKilled() {
        return pools.isKilled();
    }

    /** Keeps no connection, and takes only what belongs to requests that run; ends when no connection is left. */
    CompletableFuture<@Nullable Void> end() {
        run(() -> {
            ending = true;
            refuseWaiting(Exchange::isEndless);
        });
        return ended;
    }

    private void refuseWaiting(Predicate<Exchange> which) {
        for (Exchange waits : waiting.all()) {
            if (which.test(waits) && waiting.remove(waits)) {
                refuse(waits, waits.shutDown());
            }
        }
        trimOpenings();
    }

    /** Fails what waits for a connection. */
    void kill() {
        run(() -> {
            refuseWaiting(waits -> true);
            slots.forEach(Slot::close);
        });
    }
}
