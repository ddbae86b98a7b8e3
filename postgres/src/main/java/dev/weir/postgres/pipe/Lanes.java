package dev.weir.postgres.pipe;

import dev.weir.postgres.PostgresOptions;
import dev.weir.sql.Load;
import dev.weir.sql.engine.Gate;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The connections that statements share. What comes while the loop is busy goes out together, in one write. */
final class Lanes {
    /** A statement that takes longer is slow. */
    static final long SLOW_NANOS = 10_000_000;

    private final Loop loop;
    private final Lines lines;
    private final Gate gate;
    private final int depth;
    private final Duration longestWait;
    private final AtomicLong refused = new AtomicLong(); // for want of a connection, with a permit
    private final List<Lane> lanes = new ArrayList<>();
    private final Queue<Point<?>> arrivals = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean filling = new AtomicBoolean();
    private final Quick quick = new Quick(SLOW_NANOS);
    private final Deque<Point<?>> waiting = new ArrayDeque<>();

    Lanes(Loop loop, Lines lines, PostgresOptions options) {
        this.loop = loop;
        this.lines = lines;
        this.depth = options.inFlight();
        this.longestWait = options.longestWait();
        long permits = (long) options.shared() * depth;
        this.gate = new Gate(
                (int) Math.min(permits, Integer.MAX_VALUE), options.mostWaiting(), longestWait, lines::refusal);
        for (int i = 0; i < options.shared(); i++) {
            lanes.add(new Lane(this));
        }
    }

    Loop loop() {
        return loop;
    }

    Lines lines() {
        return lines;
    }

    Gate gate() {
        return gate;
    }

    int depth() {
        return depth;
    }

    Load load() {
        Load let = gate.load();
        return new Load(let.permits(), let.inUse(), let.waiting(), let.refused() + refused.get());
    }

    boolean isConnected() {
        return lanes.stream().anyMatch(Lane::isConnected);
    }

    /** How long a statement may wait for a connection. */
    Duration longestWait() {
        return longestWait;
    }

    /** Whether a statement was quick the last time, so that others may wait behind it. */
    boolean isQuick(Point<?> point) {
        return quick.has(point.query());
    }

    /** How long a statement took. */
    void took(Point<?> point, long nanos) {
        quick.took(point.query(), nanos);
    }

    /** A statement has its permit; on any thread. */
    void arrive(Point<?> point) {
        arrivals.add(point);
        try {
            fill();
        } catch (Throwable rejection) { // whoever let it in is told
            arrivals.remove(point);
            throw rejection;
        }
    }

    /** A statement has not been done, and goes before others. */
    void again(Point<?> point) {
        waiting.addFirst(point);
        point.await();
    }

    /** A statement does not wait any more; false if it did not. */
    boolean forget(Point<?> point) {
        boolean did = waiting.remove(point);
        if (did) {
            fill(); // those behind it may be sent where it was not
        }
        return did;
    }

    /** As {@link #forget}, for a statement that has waited too long. */
    boolean refuse(Point<?> point) {
        boolean did = forget(point);
        if (did) {
            refused.incrementAndGet();
        }
        return did;
    }

    /** Sends what can be sent, soon; on any thread. */
    void fill() {
        if ((!arrivals.isEmpty() || !waiting.isEmpty()) && filling.compareAndSet(false, true)) {
            try {
                loop.execute(this::send);
            } catch (Throwable rejection) {
                filling.set(false);
                throw rejection;
            }
        }
    }

    private void send() {
        filling.set(false);
        for (Point<?> point = arrivals.poll(); point != null; point = arrivals.poll()) {
            if (point.isCancelled()) {
                point.end(null, null);
            } else {
                waiting.add(point);
            }
        }
        lanes.forEach(Lane::cork);
        long now = System.nanoTime();
        for (Point<?> point = waiting.peekFirst(); point != null; point = waiting.peekFirst()) {
            Lane lane = point.isCancelled() ? null : free(point, now);
            if (lane == null && !point.isCancelled()) {
                break;
            }
            waiting.removeFirst();
            if (lane == null) {
                point.end(null, null);
            } else {
                lane.send(point);
            }
        }
        lanes.forEach(Lane::uncork);
        if (!waiting.isEmpty()) {
            awaited().forEach(Point::await);
        }
    }

    /** Those that have come last, and have to wait: none of them has a timer yet. */
    private List<Point<?>> awaited() {
        List<Point<?>> newest = new ArrayList<>();
        for (Iterator<Point<?>> last = waiting.descendingIterator(); last.hasNext(); ) {
            Point<?> point = last.next();
            if (point.isTimed()) {
                break;
            }
            newest.add(point);
        }
        return newest;
    }

    /** The one with the least to do. */
    private @Nullable Lane free(Point<?> point, long now) {
        Lane least = null;
        for (Lane lane : lanes) {
            if (lane.accepts(point, now) && (least == null || lane.size() < least.size())) {
                least = lane;
            }
        }
        return least;
    }
}
