package dev.weir.postgres.pipe;

import dev.weir.sql.engine.Gate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** The connections that statements share. What comes while the loop is busy goes out together, in one write. */
final class Lanes {
    private final Loop loop;
    private final Lines lines;
    private final Gate gate;
    private final int depth;
    private final List<Lane> lanes = new ArrayList<>();
    private final Queue<Point<?>> arrivals = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean filling = new AtomicBoolean();
    private final Deque<Point<?>> waiting = new ArrayDeque<>();

    Lanes(Loop loop, Lines lines, Gate gate, int number, int depth) {
        this.loop = loop;
        this.lines = lines;
        this.gate = gate;
        this.depth = depth;
        for (int i = 0; i < number; i++) {
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

    /** A statement has its permit; on any thread. */
    void arrive(Point<?> point) {
        arrivals.add(point);
        fill();
    }

    /** A statement has not been done, and goes before others. */
    void again(Point<?> point) {
        waiting.addFirst(point);
    }

    /** Sends what can be sent, soon; on any thread. */
    void fill() {
        if ((!arrivals.isEmpty() || !waiting.isEmpty()) && filling.compareAndSet(false, true)) {
            loop.execute(this::send);
        }
    }

    private void send() {
        filling.set(false);
        for (Point<?> point = arrivals.poll(); point != null; point = arrivals.poll()) {
            waiting.add(point);
        }
        lanes.forEach(Lane::cork);
        long now = System.nanoTime();
        Lane lane = waiting.isEmpty() ? null : free(now);
        while (lane != null && !waiting.isEmpty()) {
            Point<?> point = waiting.removeFirst();
            if (point.isCancelled()) {
                point.end(null, null);
            } else {
                lane.send(point);
                lane = free(now);
            }
        }
        lanes.forEach(Lane::uncork);
    }

    /** The one with the least to do. */
    private @Nullable Lane free(long now) {
        Lane least = null;
        for (Lane lane : lanes) {
            if (lane.accepts(now) && (least == null || lane.size() < least.size())) {
                least = lane;
            }
        }
        return least;
    }
}
