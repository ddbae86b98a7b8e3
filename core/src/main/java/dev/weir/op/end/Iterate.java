package dev.weir.op.end;

import dev.weir.Context;
import dev.weir.Items;
import dev.weir.Many;
import dev.weir.op.kernel.race.GrowingQueue;
import dev.weir.op.kernel.race.Once;
import dev.weir.op.kernel.race.Parking;
import dev.weir.op.kernel.race.Slot;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Carried;
import dev.weir.op.kernel.root.Dropped;
import dev.weir.op.kernel.root.Failures;
import dev.weir.op.kernel.root.Trampoline;
import dev.weir.op.kernel.root.Undelivered;
import dev.weir.op.kernel.root.VirtualThreads;
import dev.weir.op.kernel.stage.RootStage;
import dev.weir.op.kernel.stage.Source;
import dev.weir.op.kernel.stage.Unscoped;
import dev.weir.op.kernel.stage.Upstream;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** A loop as the subscriber. */
@SuppressWarnings("IterableAndIterator") // it can be looped over once, and says so
public final class Iterate<T> extends RootStage<T> implements Items<T>, Iterator<T> {
    private final int bufferSize;
    private final GrowingQueue<T> queue;
    private final Parking parking = new Parking();
    private final Slot slot = new Slot();
    private Upstream upstream = Upstream.NONE;
    private @Nullable Throwable failure; // before `done`
    private final Once told = new Once(); // of it
    private volatile boolean done;
    private int consumed;
    private boolean iterating;
    private @Nullable Thread starter = Thread.currentThread(); // as long as nobody can wait

    private Iterate(Context context, int bufferSize) {
        super(context, 0);
        this.bufferSize = bufferSize;
        this.queue = new GrowingQueue<>(bufferSize);
    }

    /** The items as a stream of the JDK, which has to be closed. */
    public static <T> Stream<T> stream(Items<T> items) {
        var all = Spliterators.spliteratorUnknownSize(items.iterator(), Spliterator.ORDERED | Spliterator.NONNULL);
        return StreamSupport.stream(all, false).onClose(items::close);
    }

    public static <T> Items<T> start(Many<T> source, int bufferSize) {
        VirtualThreads.checkMayBlock("iterate");
        int most = Argument.checked(
                bufferSize, bufferSize > 0 && bufferSize <= 1 << 24, "iterate: the buffer size must be 1 to 16777216");
        Unscoped<T> unscoped = Unscoped.of(Source.of(source), Carried.fresh());
        boolean few = Source.hasFew(unscoped.source());
        Iterate<T> iterate = new Iterate<>(unscoped.context(), most);
        unscoped.connect(iterate, few);
        iterate.starter = null;
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
        wake(); // a fence, too: who closes sees the item, or this sees that it is closed
        if (slot.isCancelled()) {
            Undelivered.tellAll(queue::poll, context());
        }
        return true;
    }

    @Override
    public void onError(Throwable newFailure) {
        if (done || slot.isCancelled()) {
            Dropped.report(newFailure, context());
        } else {
            failure = noted(newFailure);
            onComplete();
        }
    }

    @Override
    public void onComplete() {
        done = true;
        if (!slot.put(null)) { // what has run is not kept
            close(); // which has met this
        }
        wake();
    }

    private void wake() {
        if (Thread.currentThread() != starter) {
            parking.wake();
        }
    }

    @Override
    public void crash(Throwable thrown) {
        slot.replace(null);
        onError(thrown);
    }

    @Override
    public Iterator<T> iterator() {
        if (iterating) {
            throw new IllegalStateException(
                    "iterate() can be looped over once: call it again for another subscription");
        }
        iterating = true;
        return this;
    }

    @Override
    public boolean hasNext() {
        VirtualThreads.checkMayBlock("hasNext");
        if (queue.isEmpty()) {
            try {
                parking.await(() -> !queue.isEmpty() || done || slot.isCancelled());
            } catch (InterruptedException interrupt) {
                close();
                Thread.currentThread().interrupt();
                throw new CompletionException("interrupted while waiting for the next item", interrupt);
            }
        }
        if (!queue.isEmpty() && !slot.isCancelled()) {
            return true;
        }
        upstream = Upstream.NONE;
        if (failure != null && !slot.isCancelled()) {
            boolean _ = told.first();
            throw Failures.unchecked(Failures.withoutOwnFrames(failure));
        }
        return false;
    }

    @Override
    public T next() {
        T item = hasNext() ? queue.poll() : null; // null also if it was closed just now
        if (item == null) {
            throw new NoSuchElementException("the stream has ended");
        }
        int batch = bufferSize - (bufferSize >> 2);
        if (++consumed == batch) {
            consumed = 0;
            // now, or the loop would wait for itself
            Trampoline.now(() -> Carried.run(context(), () -> upstream.request(batch)));
        }
        return item;
    }

    @Override
    public void close() {
        Carried.run(context(), slot::cancel);
        parking.wake();
        Undelivered.tellAll(queue::poll, context());
        Dropped.report(failure != null && told.first() ? failure : null, context()); // the loop has not come to it
        upstream = Upstream.NONE;
    }
}
