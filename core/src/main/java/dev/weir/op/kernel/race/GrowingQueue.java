package dev.weir.op.kernel.race;

import java.util.Queue;
import org.jctools.queues.varhandle.unpadded.SpmcVarHandleUnpaddedArrayQueue;
import org.jspecify.annotations.Nullable;

/** A bounded queue that one thread offers to and any polls: small at first, as most streams are, then with all its room. */
public final class GrowingQueue<T> {
    private static final int FEW = 16;

    private final int capacity;
    private Queue<T> first; // what is polled: the small queue as long as it has something
    private Queue<T> last; // what is offered to
    private volatile @Nullable Queue<T> whole; // once the small one was full: that one gets no more

    public GrowingQueue(int capacity) {
        this.capacity = capacity;
        first = last = new SpmcVarHandleUnpaddedArrayQueue<>(Math.min(FEW, capacity));
    }

    public void offer(T item) {
        if (!last.offer(item) && whole == null) {
            last = new SpmcVarHandleUnpaddedArrayQueue<>(capacity);
            last.offer(item);
            whole = last;
        }
    }

    public @Nullable T poll() {
        Queue<T> more = whole; // before, as what it has comes after
        T item = first.poll();
        if (item == null && more != null) {
            first = more;
            item = more.poll();
        }
        return item;
    }

    public boolean isEmpty() {
        Queue<T> more = whole; // before, too
        return first.isEmpty() && (more == null || more.isEmpty());
    }
}
