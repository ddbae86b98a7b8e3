package dev.weir.op.kernel.inner;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** The items of one inner stream that wait: as many as it may emit ahead. Any thread can close it. */
public final class InnerBuffer<T> {
    private final Queue<T> waiting = new ArrayDeque<>();
    private boolean closed;

    /** Keeps the item; false if it is closed. */
    public synchronized boolean offer(T item) {
        return !closed && waiting.add(item);
    }

    public synchronized @Nullable T poll() {
        return waiting.poll();
    }

    public synchronized boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** Keeps nothing from now on; returns what waited. */
    public synchronized List<T> close() {
        closed = true;
        List<T> left = List.copyOf(waiting);
        waiting.clear();
        return left;
    }
}
