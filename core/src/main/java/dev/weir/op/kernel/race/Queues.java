package dev.weir.op.kernel.race;

import java.util.Queue;
import org.jctools.queues.varhandle.unpadded.SpmcVarHandleUnpaddedArrayQueue;
import org.jctools.queues.varhandle.unpadded.SpscChunkedVarHandleUnpaddedArrayQueue;
import org.jctools.queues.varhandle.unpadded.SpscVarHandleUnpaddedArrayQueue;

/** The queues between threads. */
public final class Queues {
    private static final int SMALL = 64;

    private Queues() {}

    /**
     * One thread offers, one polls; refuses what is beyond {@code capacity} rounded up to a power
     * of two.
     */
    public static <T> Queue<T> spsc(int capacity) {
        return capacity <= SMALL
                ? new SpscVarHandleUnpaddedArrayQueue<>(Math.max(2, capacity))
                : new SpscChunkedVarHandleUnpaddedArrayQueue<>(SMALL / 4, Math.min(capacity, 1 << 30));
    }

    /** One thread offers, any polls; refuses what is beyond {@code capacity} rounded up to a power of two. */
    public static <T> Queue<T> spmc(int capacity) {
        return new SpmcVarHandleUnpaddedArrayQueue<>(capacity);
    }
}
