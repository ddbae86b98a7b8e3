package dev.weir.op.end;

import dev.weir.Context;
import dev.weir.Items;
import dev.weir.Many;
import dev.weir.op.kernel.Failure;
import dev.weir.op.kernel.Parking;
import dev.weir.op.kernel.Queues;
import dev.weir.op.kernel.Slot;
import dev.weir.op.kernel.Source;
import dev.weir.op.kernel.Stage;
import dev.weir.op.kernel.Upstream;
import dev.weir.op.kernel.VirtualThreads;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** A loop as the subscriber. */
@SuppressWarnings("IterableAndIterator") // it can be looped over once, and says so
public final class Iterate<T> extends Stage<T> implements Items<T>, Iterator<T> {
    private final int bufferSize;
    private final int batch;
    private final Queue<T> queue;
    private final Parking parking = new Parking();
    private final Slot slot = new Slot();
    private Upstream upstream = Upstream.NONE;
    private @Nullable Throwable failure;
    private volatile boolean done;
    private @Nullable T next;
    private int consumed;
    private boolean iterating;

    private Iterate(int bufferSize) {
        super(Context.empty());
        this.bufferSize = bufferSize;
        this.batch = bufferSize - (bufferSize >> 2);
        this.queue = Queues.spsc(bufferSize);
    }

    public static <T> Items<T> start(Many<T> source, int bufferSize) {
        VirtualThreads.checkMayBlock("iterate");
        Iterate<T> iterate = new Iterate<>(bufferSize);
        Source.connect(source, iterate);
        return iterate;
    }

    @Override
    public void onSubscribe(Upstream newUpstream) {
        upstream = newUpstream;
        if (slot.put(newUpstream)) {
            newUpstream.request(bufferSize);
        }
    }

    @Override
    public boolean onNext(T item) {
        queue.offer(item);
        parking.wake();
        return true;
    }

    @Override
    public void onError(Throwable newFailure) {
        failure = newFailure;
        onComplete();
    }

    @Override
    public void onComplete() {
        done = true;
        parking.wake();
    }

    @Override
    public Iterator<T> iterator() {
        if (iterating) {
            throw new IllegalStateException(
                    "iterate() is one subscription and can be looped over once:" + " call iterate() again for another");
        }
        iterating = true;
        return this;
    }

    @Override
    public boolean hasNext() {
        if (next != null) {
            return true;
        }
        VirtualThreads.checkMayBlock("hasNext");
        if (queue.isEmpty()) {
            parking.await(() -> !queue.isEmpty() || done || slot.isCancelled());
        }
        next = slot.isCancelled() ? null : queue.poll();
        if (next == null) {
            if (failure != null && !slot.isCancelled()) {
                throw Failure.unchecked(failure);
            }
            return false;
        }
        if (++consumed == batch) {
            consumed = 0;
            upstream.request(batch);
        }
        return true;
    }

    @Override
    public T next() {
        if (!hasNext() || next == null) {
            throw new NoSuchElementException("the stream has ended");
        }
        T item = next;
        next = null;
        return item;
    }

    @Override
    public void close() {
        slot.cancel();
        parking.wake();
    }
}
