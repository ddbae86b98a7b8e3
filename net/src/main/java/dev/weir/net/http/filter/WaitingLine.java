package dev.weir.net.http.filter;

import dev.weir.net.http.load.Gate;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Those that wait before a gate, first come first served. */
final class WaitingLine {
    /** One that waits. */
    interface Waiter {
        /** Takes the place behind the gate; false if it does not wait any more. */
        boolean admit();
    }

    private final int most;
    private final Gate gate;
    private final Queue<Waiter> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger size = new AtomicInteger();

    WaitingLine(int most, Gate gate) {
        this.most = most;
        this.gate = gate;
    }

    /** False if the line is too long. */
    boolean add(Waiter waiter) {
        if (size.incrementAndGet() > most) {
            size.decrementAndGet();
            return false;
        }
        waiting.add(waiter);
        move(null);
        return true;
    }

    /**
     * Admits those for whom there is a place. Whoever made a place or a place in the line calls this after that, so
     * none is left between.
     *
     * @param gone has stopped waiting
     */
    void move(@Nullable Waiter gone) {
        if (gone != null && waiting.remove(gone)) {
            size.decrementAndGet();
        }
        while (!waiting.isEmpty() && gate.enter()) {
            Waiter next = waiting.poll();
            if (next != null) {
                size.decrementAndGet();
            }
            if (next == null || !next.admit()) {
                gate.leave();
            }
        }
    }

    int size() {
        return size.get();
    }
}
