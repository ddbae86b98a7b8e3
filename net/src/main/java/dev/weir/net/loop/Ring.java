package dev.weir.net.loop;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** A bounded queue between one thread that adds and one that takes. */
final class Ring<T> {
    private final AtomicReferenceArray<@Nullable T> slots;
    private final int mask;
    private int added; // the adding thread's
    private int taken; // the taking thread's

    /**
     * @param capacity a power of two
     */
    Ring(int capacity) {
        slots = new AtomicReferenceArray<>(capacity);
        mask = capacity - 1;
    }

    /** False if the ring is full. */
    boolean offer(T item) {
        int slot = added & mask;
        if (slots.getAcquire(slot) != null) {
            return false;
        }
        slots.setRelease(slot, item);
        added++;
        return true;
    }

    @Nullable
    T poll() {
        int slot = taken & mask;
        T item = slots.getAcquire(slot);
        if (item != null) {
            slots.setRelease(slot, null);
            taken++;
        }
        return item;
    }
}
