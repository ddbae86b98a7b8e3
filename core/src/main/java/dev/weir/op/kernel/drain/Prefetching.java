package dev.weir.op.kernel.drain;

import dev.weir.op.kernel.race.LateQueue;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.root.Undelivered;
import dev.weir.op.kernel.stage.Stage;

/**
 * A stage that asks for a bounded number of items ahead and keeps them, or what it makes of them, in a queue until
 * they can be emitted.
 */
public abstract class Prefetching<T, Q, R> extends SerialDrain<T, R> {
    protected final LateQueue<Q> queue;
    protected final int ahead;
    private final int batch;
    private int consumed;
    private boolean isFed;
    private long refilling; // the id of the thread that asks for more, else 0

    protected Prefetching(Stage<? super R> downstream, Root root, int ahead) {
        super(downstream, root);
        this.queue = new LateQueue<>(ahead);
        this.ahead = ahead;
        this.batch = ahead - (ahead >> 2);
    }

    @Override
    protected void asked() {
        upstream.request(ahead);
    }

    /** An item is passed on at once if it was asked for on this thread and nothing waits; else it waits, as it is. */
    @Override
    @SuppressWarnings("unchecked") // who keeps something else has a method of its own
    public boolean onNext(T arrived) {
        Q item = (Q) arrived;
        boolean nested = isNested();
        if (nested && !isCancelled() && queue.isEmpty() && passes(item)) {
            consumed(1);
            return true;
        }
        queue.offer(item);
        if (nested && !isCancelled()) {
            emit();
        } else {
            drain();
        }
        return true;
    }

    @Override
    public void onComplete() {
        if (isNested() && !isCancelled()) {
            done();
            emit();
        } else {
            super.onComplete();
        }
    }

    /** Whether this thread is in the drain, and asks for more. */
    private boolean isNested() {
        return refilling == Thread.currentThread().threadId();
    }

    /** Passes the item on, in the drain, if that can be now. */
    protected boolean passes(Q item) {
        return false;
    }

    /**
     * So many items have been passed on: asks for more when three quarters have, and says whether it did. For use in
     * {@code emit}.
     */
    protected final boolean consumed(int items) {
        consumed += items;
        return consumed >= batch && refill();
    }

    /**
     * Asks for the first items, if nobody has: those that come at once are passed on at once. For use in {@code emit}, by
     * who begins with nothing else when items are asked for.
     */
    protected final void feed() {
        if (!isFed) {
            isFed = true;
            consumed(ahead);
        }
    }

    /** Asks for as many items as have been passed on since, if any; {@code emit} looks again then. */
    protected final boolean refill() {
        int items = consumed;
        if (items == 0) {
            return false;
        }
        long around = refilling; // those that came may have been passed on within
        consumed = 0;
        refilling = Thread.currentThread().threadId();
        upstream.request(items);
        refilling = around;
        return true;
    }

    @Override
    protected void clear() {
        Undelivered.tellAll(queue::poll, context());
    }
}
