package dev.weir.op.kernel.race;

import dev.weir.op.kernel.root.Atomics;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.Queue;
import org.jctools.queues.varhandle.SpscChunkedVarHandleArrayQueue;
import org.jctools.queues.varhandle.unpadded.MpscUnboundedVarHandleUnpaddedArrayQueue;
import org.jctools.queues.varhandle.unpadded.SpscVarHandleUnpaddedArrayQueue;
import org.jspecify.annotations.Nullable;

/** A queue that is made when the first item has to wait: in short streams none has to. */
public final class LateQueue<T> {
    private static final VarHandle MADE = Atomics.field(MethodHandles.lookup(), "made", Queue.class);

    private final int capacity;
    private volatile @Nullable Queue<T> made;

    /**
     * @param capacity how many items one thread offers at the most, which another polls; 0 if any number of threads offers
     *     any number
     */
    public LateQueue(int capacity) {
        this.capacity = capacity;
    }

    public boolean offer(T item) {
        Queue<T> queue = made;
        return queue == null ? first().offer(item) : queue.offer(item);
    }

    @SuppressWarnings("unchecked") // the field's type
    private Queue<T> first() {
        Queue<T> queue = capacity == 0 ? new MpscUnboundedVarHandleUnpaddedArrayQueue<>(16) : spsc(capacity);
        return Objects.requireNonNullElse((Queue<T>) MADE.compareAndExchange(this, null, queue), queue);
    }

    /** One thread offers, one polls; refuses what is beyond the capacity rounded up to a power of two. */
    private static <T> Queue<T> spsc(int capacity) {
        return capacity <= 64 // which needs no more room than what grows
                ? new SpscVarHandleUnpaddedArrayQueue<>(Math.max(2, capacity))
                : new SpscChunkedVarHandleArrayQueue<>(16, Math.min(capacity, 1 << 30));
    }

    public @Nullable T poll() {
        Queue<T> queue = made;
        return queue == null ? null : queue.poll();
    }

    public @Nullable T peek() {
        Queue<T> queue = made;
        return queue == null ? null : queue.peek();
    }

    public boolean isEmpty() {
        Queue<T> queue = made;
        return queue == null || queue.isEmpty();
    }

    public int size() {
        Queue<T> queue = made;
        return queue == null ? 0 : queue.size();
    }
}
