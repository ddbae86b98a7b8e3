package dev.weir.op.kernel.drain;

import dev.weir.Many;
import dev.weir.Overflow;
import dev.weir.Overflow.WhenFull;
import dev.weir.op.kernel.race.Requested;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** Items that wait, no more than an {@link Overflow} allows; any threads. */
public final class BoundedBuffer<T> {
    /*
     * With unbounded demand an item waits only while another is on its way down on another thread. There is room
     * then for as many as a stream holds by default, besides the capacity and what was demanded before with a bound.
     */
    final Overflow overflow;
    private final ArrayDeque<T> waiting = new ArrayDeque<>(0); // most never wait; looks empty while it grows
    private volatile int size; // of it, for who has no lock; what replaces an item does not change it
    private long taken;
    private long promised; // up to which number of items there is room, whatever is asked for from then on
    /** Whether an item was lost where none may be; none is kept from then on, so that none comes after a lost one. */
    volatile boolean overflown;

    public BoundedBuffer(Overflow overflow) {
        this.overflow = overflow;
    }

    /**
     * Keeps the item if there is room, else does what the policy says.
     *
     * @param requested all that was ever requested; what waits for the thread that emits, and is demanded, needs no
     *     room
     * @return what is not kept: this item, or one that waited; null if nothing is lost
     */
    public synchronized @Nullable T offer(T item, long requested) {
        if (overflown) {
            return item;
        }
        if (waiting.size() < Requested.sum(overflow.capacity(), due(requested))) {
            waiting.offer(item);
            size = waiting.size();
            promised = requested == Long.MAX_VALUE - 1 ? taken + waiting.size() : promised; // to be kept in any case
            return null;
        }
        if (overflow.whenFull() == WhenFull.DROP_OLDEST) {
            T oldest = waiting.poll();
            waiting.offer(item);
            return oldest;
        }
        overflown = overflow.whenFull() == WhenFull.FAIL;
        return item;
    }

    /** Takes the oldest item, unless as many as were ever requested have been taken. */
    public synchronized @Nullable T poll(long requested) {
        @Nullable T item = taken < requested ? waiting.poll() : null;
        size = waiting.size();
        taken += item == null ? 0 : 1;
        return item;
    }

    /** Counts an item that need not wait; false if it has to, or can't be kept. */
    synchronized boolean take(long requested) {
        return takeAlone(requested);
    }

    /** As {@link #take}, for who polls, with unbounded demand: nobody counts then what is left of it. */
    boolean takeAlone(long requested) {
        boolean taking = size == 0 && taken < requested && !overflown;
        taken += taking ? 1 : 0;
        return taking;
    }

    /** What was taken last used up no demand. */
    synchronized void giveBack() {
        taken--;
    }

    /** How many items more than those that wait can be taken; for so many there is room from then on. */
    synchronized long outstanding(long wanted) {
        promised = wanted == Long.MAX_VALUE ? promised : wanted;
        return wanted == Long.MAX_VALUE && waiting.isEmpty() ? wanted : Math.max(0, due(wanted) - waiting.size());
    }

    private long due(long requested) {
        boolean all = requested == Long.MAX_VALUE;
        return (all ? Many.BUFFER_SIZE : 0) + Math.max(0, (all ? promised : requested) - taken);
    }

    /** Whether none waits; one that is offered meanwhile may be overlooked. */
    public boolean isEmpty() {
        return size == 0;
    }

    /** Keeps nothing from now on; what waits is to be polled. */
    public void close() {
        overflown = true;
    }
}
