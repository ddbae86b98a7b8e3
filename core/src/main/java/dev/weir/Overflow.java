package dev.weir;

import dev.weir.op.kernel.root.Argument;
import java.util.Objects;

/**
 * What happens to items that nobody has asked for yet. Items that were asked for but come while another is still on
 * its way down, on another thread, wait too: as many as were asked for, or {@link Many#BUFFER_SIZE} if the demand is
 * unbounded, besides the capacity.
 *
 * @param capacity how many items wait at most
 * @param whenFull what gives way when one more comes
 */
public record Overflow(int capacity, WhenFull whenFull) {
    /** What gives way when the buffer is full. */
    public enum WhenFull {
        /** The stream fails with an {@link OverflowException}. */
        FAIL,
        /** The item that just came is dropped. */
        DROP_LATEST,
        /** The item that waited longest is dropped. */
        DROP_OLDEST
    }

    public Overflow {
        Objects.requireNonNull(whenFull, "whenFull");
        int least = whenFull == WhenFull.DROP_OLDEST ? 1 : 0;
        capacity = Argument.checked(capacity, capacity >= least, "capacity must be at least " + least);
    }

    /** Keeps up to {@code capacity} items, then fails with an {@link OverflowException}. */
    public static Overflow buffer(int capacity) {
        return new Overflow(capacity, WhenFull.FAIL);
    }

    /** Keeps up to {@code capacity} items, then drops those that come. */
    public static Overflow dropLatest(int capacity) {
        return new Overflow(capacity, WhenFull.DROP_LATEST);
    }

    /** Keeps up to {@code capacity} items, then drops those that have waited longest. */
    public static Overflow dropOldest(int capacity) {
        return new Overflow(capacity, WhenFull.DROP_OLDEST);
    }

    /** Keeps only the newest item. */
    public static Overflow latest() {
        return dropOldest(1);
    }

    /** Keeps nothing: drops an item that comes while there is no demand. */
    public static Overflow drop() {
        return dropLatest(0);
    }

    /** Keeps nothing: an item that comes while there is no demand fails the stream. */
    public static Overflow fail() {
        return buffer(0);
    }
}
