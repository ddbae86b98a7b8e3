package dev.weir.op.kernel;

import dev.weir.Overflow;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** Items that wait, no more than an {@link Overflow} allows; any threads. */
final class BoundedBuffer<T> {
    private final Overflow overflow;
    private final ArrayDeque<T> waiting = new ArrayDeque<>();
    private long taken;
    private boolean overflown;

    BoundedBuffer(Overflow overflow) {
        this.overflow = overflow;
    }

    /**
     * Keeps the item if there is room, else does what the policy says.
     *
     * @param requested all that was ever requested; who waits for what is demanded already needs no room
     * @return false if the policy is to fail; nothing is kept from then on, so no item comes after a lost one
     */
    synchronized boolean offer(T item, long requested) {
        if (overflown) {
            return false;
        }
        if (waiting.size() < Requested.sum(overflow.capacity(), Math.max(0, requested - taken))) {
            waiting.offer(item);
            return true;
        }
        switch (overflow.whenFull()) {
            case FAIL -> {
                overflown = true;
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

    /** Takes the oldest item, unless as many as were ever requested have been taken. */
    synchronized @Nullable T poll(long requested) {
        @Nullable T item = taken < requested ? waiting.poll() : null;
        if (item != null) {
            taken++;
        }
        return item;
    }

    /** What was taken last used up no demand. */
    synchronized void giveBack() {
        taken--;
    }

    /** How many items more than those that wait can be taken. */
    synchronized long outstanding(long requested) {
        return requested == Long.MAX_VALUE ? requested : Math.max(0, requested - taken - waiting.size());
    }

    synchronized boolean isEmpty() {
        return waiting.isEmpty();
    }

    synchronized void clear() {
        waiting.clear();
    }
}
