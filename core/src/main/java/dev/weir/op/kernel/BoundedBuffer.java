package dev.weir.op.kernel;

import dev.weir.Overflow;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** Items that wait, no more than an {@link Overflow} allows; any threads. */
final class BoundedBuffer<T> {
    private final Overflow overflow;
    private final ArrayDeque<T> waiting = new ArrayDeque<>();

    BoundedBuffer(Overflow overflow) {
        this.overflow = overflow;
    }

    /**
     * Keeps the item if there is room, else does what the policy says.
     *
     * @param demanded how many of those that wait will be taken at once and need no room
     * @return false if the policy is to fail
     */
    synchronized boolean offer(T item, long demanded) {
        if (waiting.size() < Requested.sum(overflow.capacity(), demanded)) {
            waiting.offer(item);
            return true;
        }
        switch (overflow.whenFull()) {
            case FAIL -> {
                return false;
            }
            case DROP_LATEST -> {
                // the item is not kept
            }
            case DROP_OLDEST -> {
                waiting.poll();
                waiting.offer(item);
            }
        }
        return true;
    }

    synchronized @Nullable T poll() {
        return waiting.poll();
    }

    synchronized boolean isEmpty() {
        return waiting.isEmpty();
    }

    synchronized void clear() {
        waiting.clear();
    }
}
