package dev.weir.op.kernel.inner;

import dev.weir.op.kernel.drain.SerialDrain;
import dev.weir.op.kernel.race.LateQueue;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.stage.Stage;
import org.jspecify.annotations.Nullable;

/**
 * A stage that takes what several streams bring, and the ends of these, in the order in which they come: at once if nobody
 * else is emitting, nothing waits and there is demand, else from one queue.
 */
public abstract class Arriving<T, I, R> extends SerialDrain<T, R> {
    private final LateQueue<Waiting<I>> waiting = new LateQueue<>(0); // bounded by what each stream may emit ahead
    private @Nullable Thread asking; // which sees itself here, whatever others see

    /**
     * An item of an inner stream.
     *
     * @param inner null if it is a One, which is asked for nothing more
     * @param item null says that the inner stream has completed
     */
    private record Waiting<T>(
            @Nullable Inner<T> inner, @Nullable T item) {}

    protected Arriving(Stage<? super R> downstream, Root root) {
        super(downstream, root);
    }

    /** Takes an item, or null: the stream's end. In the drain, and within the demand for what {@link #emits} says. */
    protected abstract void take(@Nullable Inner<I> inner, @Nullable I item);

    /** Whether the stream's next item leads to one that is emitted. */
    protected boolean emits(@Nullable Inner<I> inner) {
        return true;
    }

    /**
     * All that has come is taken.
     *
     * @param last whether upstream has ended
     */
    protected void idle(boolean last) {} // most have no upstream

    /** Whether a failure that is stored ends this now. */
    protected boolean failsNow() {
        return hasFailed();
    }

    /** A stream has brought an item, or null: its end. False if that waits. */
    protected final boolean arrived(@Nullable Inner<I> inner, @Nullable I item) {
        boolean nested = asking == Thread.currentThread() && !isCancelled();
        if (!nested && !tryEnter()) {
            offer(inner, item);
            return false;
        }
        asking = null;
        boolean taken = !(nested && failsNow()) && waiting.isEmpty() && !mustWait(inner, item);
        try {
            if (taken) {
                take(inner, item);
                if (item == null && !isCancelled()) { // upstream's end may have come and gone before this entered
                    idle(isDone());
                }
            } else {
                waiting.offer(new Waiting<>(inner, item));
            }
            if (nested && failsNow()) { // else nobody would look as long as the stream goes on
                emit();
            }
        } catch (Throwable thrown) {
            crashed(thrown);
        }
        if (nested) {
            asking = Thread.currentThread();
            return taken;
        }
        left();
        return taken;
    }

    /** An item has been taken for good, and nothing more is to be done: what the stream brings for it is taken at once. */
    protected final void consumed(Inner<I> inner) {
        asking = Thread.currentThread();
        inner.consumed();
        asking = null;
    }

    /** Subscribes to streams: what these bring meanwhile on this thread is taken at once. */
    protected final void connecting(Runnable subscribing) {
        while (!tryEnter()) { // whoever asks is in it, and finds nothing there yet
            if (isCancelled()) {
                return;
            }
            Thread.onSpinWait();
        }
        asking = Thread.currentThread();
        try {
            subscribing.run();
        } finally {
            asking = null;
            left();
        }
    }

    private void left() {
        leave();
        if (isCancelled()) {
            drain();
        }
    }

    /** As {@link #arrived}, behind what waits, or a failure. */
    protected final void offer(@Nullable Inner<I> inner, @Nullable I item) {
        waiting.offer(new Waiting<>(inner, item));
        drain();
    }

    private boolean mustWait(@Nullable Inner<I> inner, @Nullable I item) {
        return item != null && emitted >= demand() && emits(inner);
    }

    @Override
    protected final void emit() {
        while (!isCancelled()) {
            if (failsNow()) {
                upstream.release();
                end();
                return;
            }
            boolean last = isDone();
            Waiting<I> head = waiting.peek();
            if (head == null) {
                idle(last);
                return;
            }
            if (mustWait(head.inner(), head.item())) {
                return;
            }
            waiting.poll();
            take(head.inner(), head.item());
        }
    }

    @Override
    protected void clear() {
        for (Waiting<I> head = waiting.poll(); head != null; head = waiting.poll()) {
            undelivered(head.item());
        }
    }
}
