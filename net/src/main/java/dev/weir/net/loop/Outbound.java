package dev.weir.net.loop;

import dev.weir.Cancellable;
import io.netty.channel.EventLoop;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Sends the items of a stream, asking for more only while the peer keeps up. */
public final class Outbound<T> extends Turn implements Flow.Subscriber<T>, Cancellable {
    /*
     * Demand goes out in batches while the connection is writable, that is while less than 64 KiB wait for the
     * socket. A batch is as many items as make up 64 KiB by the mean of the sizes seen so far, at most 64. The first
     * is one item, as nothing is known of their size. So a peer that does not read leaves a source at most one batch
     * beyond those 64 KiB, plus what the two kernels hold.
     *
     * After a thousand items, or a megabyte, the loop turns to its other connections first: a source that is never out of
     * items would keep it for itself.
     *
     * Items that come on the connection's event loop are written at once. Items from other threads cross in a
     * ring that holds a whole batch, and one task per burst takes them over: `wip` counts the signals that the
     * loop has not seen, and only the signal that finds zero wakes it. Bursts for many connections are taken over in turns.
     */
    private static final int BUDGET = 64 * 1024;
    private static final int LARGEST_BATCH = 64;
    private static final int AN_ITEM = 256; // of a turn
    private static final int BYTES = 4; // that are copied, for one that is made

    /** Writes one item; throwing ends the stream as if its source had failed. */
    @FunctionalInterface
    public interface Encoder<T> {
        void write(T item, Output out) throws Exception;
    }

    /** Called once on the event loop when the stream has ended and all its items are written. */
    @FunctionalInterface
    public interface End {
        /**
         * Tells how it ended.
         *
         * @param failure null if the stream completed
         */
        void ended(@Nullable Throwable failure);
    }

    private final Output out;
    private final Progress progress;
    private final Encoder<? super T> encoder;
    private final End end;
    private final AtomicInteger wip = new AtomicInteger();
    private @Nullable Ring<T> ring;
    private @Nullable Throwable failure;
    private volatile boolean done;

    private Flow.@Nullable Subscription upstream;
    private int outstanding;
    private int batch = 1;
    private long meanSize;
    private boolean pulling;
    private boolean over;

    public Outbound(EventLoop loop, Output out, Encoder<? super T> encoder, End end) {
        this(loop, out, out, encoder, end);
    }

    /**
     * As above, for items that may have to wait for others after they are encoded.
     *
     * @param progress says whether the peer keeps up, and counts the bytes of what was encoded
     */
    public Outbound(EventLoop loop, Output out, Progress progress, Encoder<? super T> encoder, End end) {
        super(loop);
        this.out = out;
        this.progress = progress;
        this.encoder = encoder;
        this.end = end;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        if (!EventLoops.run(loop, () -> begin(subscription))) {
            subscription.cancel();
        }
    }

    private void begin(Flow.Subscription subscription) {
        if (over) {
            subscription.cancel();
            return;
        }
        upstream = subscription;
        pull();
    }

    @Override
    public void onNext(T item) {
        if (loop.inEventLoop() && wip.get() == 0) {
            write(item);
            if (!pulling) {
                pull();
            }
            return;
        }
        if (crossing().offer(item)) {
            wake();
        } else {
            onError(new IllegalStateException("the stream emitted more than was requested"));
        }
    }

    @Override
    public void onError(Throwable newFailure) {
        failure = newFailure;
        onComplete();
    }

    @Override
    public void onComplete() {
        if (loop.inEventLoop() && wip.get() == 0) {
            finish(failure);
            return;
        }
        done = true;
        wake();
    }

    /** Stops the source; {@link End} will not be called. On the event loop only. */
    @Override
    public void cancel() {
        if (!over) {
            over = true;
            if (upstream != null) {
                upstream.cancel();
            }
        }
    }

    /** Asks for more if the peer keeps up. On the event loop only; to be called when it keeps up again. */
    public void pull() {
        Flow.Subscription source = upstream;
        if (pulling || source == null) {
            return;
        }
        pulling = true;
        giveWay();
        while (!over && outstanding <= batch / 4 && progress.isWritable() && !rests()) {
            int more = batch - outstanding;
            outstanding += more;
            source.request(more);
        }
        pulling = false;
    }

    @Override
    protected void goOn() {
        pull();
    }

    private Ring<T> crossing() {
        Ring<T> current = ring;
        if (current == null) {
            current = new Ring<>(LARGEST_BATCH);
            ring = current;
        }
        return current;
    }

    private void wake() {
        if (wip.getAndIncrement() == 0 && !isWoken()) {
            cancel(); // nobody else touches this any more
        }
    }

    private boolean isWoken() {
        try {
            return EventLoops.queue(loop, this::takeOver);
        } catch (Throwable full) {
            wip.set(0); // the next signal, such as this failure, asks again
            throw full;
        }
    }

    private void takeOver() {
        LoopTurn all = LoopTurn.of(loop);
        if (all.isOver()) {
            all.afterOthers(this::takeOver);
            return;
        }
        boolean alone = out.isAlone();
        if (alone) {
            out.willFlush();
        }
        int seen = wip.get();
        do {
            boolean last = done;
            for (T item = poll(); item != null; item = poll()) {
                write(item);
            }
            if (last) {
                finish(failure);
            }
            seen = wip.addAndGet(-seen);
        } while (seen != 0);
        pull();
        if (alone) {
            out.flush();
        }
    }

    private @Nullable T poll() {
        Ring<T> current = ring;
        return current == null ? null : current.poll();
    }

    private void write(T item) {
        if (over) {
            return;
        }
        outstanding--;
        long before = progress.total();
        try {
            encoder.write(item, out);
        } catch (Throwable thrown) {
            if (upstream != null) {
                upstream.cancel();
            }
            finish(thrown);
            return;
        }
        long size = progress.total() - before;
        worked(AN_ITEM + (int) (size / BYTES));
        observe(size);
        out.flushSoon();
    }

    private void observe(long size) {
        meanSize += meanSize == 0 ? size : (size - meanSize) / 8;
        batch = Math.clamp(BUDGET / Math.max(1, meanSize), 1, LARGEST_BATCH);
    }

    private void finish(@Nullable Throwable cause) {
        if (!over) {
            over = true;
            end.ended(cause);
        }
    }
}
