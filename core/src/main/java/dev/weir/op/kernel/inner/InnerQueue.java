package dev.weir.op.kernel.inner;

import dev.weir.Context;
import dev.weir.op.kernel.race.Queues;
import dev.weir.op.kernel.root.Atomics;
import dev.weir.op.kernel.root.Undelivered;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * What inner streams emitted and nobody could take yet, in the order it came. Made when the first
 * item has to wait. Bounded by what each inner may emit ahead: an inner's place is given away only
 * when its end is polled.
 */
public final class InnerQueue<T> {
    private static final VarHandle QUEUE = Atomics.field(MethodHandles.lookup(), "queue", Queue.class);

    private volatile @Nullable Queue<Waiting<T>> queue;

    /**
     * An item of an inner stream.
     *
     * @param inner null if it is a One, which is asked for nothing more
     * @param item null says that the inner stream has completed
     */
    public record Waiting<T>(
            @Nullable Inner<T> inner, @Nullable T item) {}

    public void offer(@Nullable Inner<T> inner, @Nullable T item) {
        Queue<Waiting<T>> current = queue;
        if (current == null) {
            Queue<Waiting<T>> made = Queues.mpsc();
            @SuppressWarnings("unchecked") // the field's type
            Queue<Waiting<T>> before = (Queue<Waiting<T>>) QUEUE.compareAndExchange(this, null, made);
            current = before == null ? made : before;
        }
        current.offer(new Waiting<>(inner, item));
    }

    public @Nullable Waiting<T> peek() {
        Queue<Waiting<T>> current = queue;
        return current == null ? null : current.peek();
    }

    public void remove() {
        Queue<Waiting<T>> current = queue;
        if (current != null) {
            current.poll();
        }
    }

    public boolean isEmpty() {
        Queue<Waiting<T>> current = queue;
        return current == null || current.isEmpty();
    }

    /** Empties it; nobody receives the items any more. */
    public void clear(Context context) {
        for (Waiting<T> head = peek(); head != null; head = peek()) {
            remove();
            Undelivered.tell(head.item, context);
        }
    }
}
