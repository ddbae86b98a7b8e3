package dev.weir.op.kernel.race;

import java.util.AbstractQueue;
import java.util.Collections;
import java.util.Iterator;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** A queue as {@link Queues#spsc} makes one, made when the first item has to wait: in short streams none has to. */
public final class LateQueue<T> extends AbstractQueue<T> {
    private final int capacity;
    private volatile @Nullable Queue<T> made; // by the thread that offers

    public LateQueue(int capacity) {
        this.capacity = capacity;
    }

    @Override
    public boolean offer(T item) {
        Queue<T> queue = made;
        if (queue == null) {
            queue = Queues.spsc(capacity);
            made = queue;
        }
        return queue.offer(item);
    }

    @Override
    public @Nullable T poll() {
        Queue<T> queue = made;
        return queue == null ? null : queue.poll();
    }

    @Override
    public @Nullable T peek() {
        Queue<T> queue = made;
        return queue == null ? null : queue.peek();
    }

    @Override
    public boolean isEmpty() {
        Queue<T> queue = made;
        return queue == null || queue.isEmpty();
    }

    @Override
    public int size() {
        Queue<T> queue = made;
        return queue == null ? 0 : queue.size();
    }

    @Override
    public Iterator<T> iterator() {
        Queue<T> queue = made;
        return queue == null ? Collections.emptyIterator() : queue.iterator();
    }
}
