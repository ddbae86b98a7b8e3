package dev.weir.op.kernel;

import dev.weir.Many;
import dev.weir.Overflow;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** Items that wait, no more than an {@link Overflow} allows; any threads. */
final class BoundedBuffer<T> {
    /*
     * With unbounded demand an item waits only while another is on its way down on another thread. There is room
     * then for as many as a stream holds by default, besides the capacity.
     */
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
     * @param requested all that was ever requested; what waits for the thread that emits, and is demanded, needs no
     *     room
     * @return false if the policy is to fail; nothing is kept from then on, so no item comes after a lost one
     */
    synchronized boolean offer(T item, long requested) {
        if (overflown) {
            return false;
        }
        if (waiting.size() < Requested.sum(overflow.capacity(), due(requested))) {
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
        return requested == Long.MAX_VALUE && waiting.isEmpty()
                ? requested
                : Math.max(0, due(requested) - waiting.size());
    }

    private long due(long requested) {
        return requested == Long.MAX_VALUE ? Many.BUFFER_SIZE : Math.max(0, requested - taken);
    }

    synchronized boolean isEmpty() {
        return waiting.isEmpty();
    }

    synchronized void clear() {
        waiting.clear();
    }
}
