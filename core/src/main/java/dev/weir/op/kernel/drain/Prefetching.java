package dev.weir.op.kernel.drain;

import dev.weir.op.kernel.race.LateQueue;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.root.Undelivered;
import dev.weir.op.kernel.stage.Stage;
import org.jspecify.annotations.Nullable;

/**
 * A stage that asks for a bounded number of items ahead and keeps them, or what it makes of them, in a queue until
 * they can be emitted.
 */
public abstract class Prefetching<T, Q, R> extends SerialDrain<T, R> {
    protected final LateQueue<Q> queue;
    protected final int ahead;
    protected int batch; // so many are asked for at once; MAX_VALUE: those that went in a turn
    int consumed; // items that were passed on since more were asked for
    private long refilling; // the id of the thread that is in the drain, and asks for more; else 0

    protected Prefetching(Stage<? super R> downstream, Root root, int ahead) {
        super(downstream, root);
        this.queue = new LateQueue<>(ahead);
        this.ahead = ahead;
        this.batch = ahead - (ahead >> 2);
    }

    @Override
    protected void asked() {
        upstream.request(ahead == Integer.MAX_VALUE ? Long.MAX_VALUE : ahead);
    }

    /** An item is passed on at once if it was asked for on this thread and nothing waits; else it waits, as it is. */
    @Override
    @SuppressWarnings("unchecked") // who keeps something else has a method of its own
    public boolean onNext(T arrived) {
        Q item = (Q) arrived;
        boolean nested = refilling == Thread.currentThread().threadId();
        if (nested && !isCancelled() && queue.isEmpty() && isReadyFor(item, emitted < demand())) {
            emitted += pass(item) ? 1 : 0;
            return false; // which asks for the next
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
        if (refilling == Thread.currentThread().threadId() && !isCancelled()) {
            done();
            emit();
        } else {
            super.onComplete();
        }
    }

    /** Passes on what waits, as far as that can be now, and asks for more. */
    @Override
    protected void emit() {
        do {
            boolean last = isDone();
            passOn();
            if (last && !isCancelled() && mayEnd(queue.peek())) {
                end();
            }
        } while ((batch == Integer.MAX_VALUE || consumed >= batch) && !isCancelled() && refill());
    }

    /** Counts at the end: what is written for each item is not read by the thread that brings the items. */
    private void passOn() {
        int accepted = 0;
        int passed = consumed;
        Q next = queue.peek();
        while (next != null && passed < batch && !isCancelled() && isReadyFor(next, emitted + accepted < demand())) {
            queue.poll(); // before: what is cancelled meanwhile is not to find it
            accepted += pass(next) ? 1 : 0;
            passed++;
            next = queue.peek();
        }
        consumed = passed;
        if (accepted > 0) { // else somebody may count beside this
            emitted += accepted;
        }
    }

    /** Whether this ends now, as upstream has. */
    protected boolean mayEnd(@Nullable Q next) {
        return next == null;
    }

    /**
     * Whether the next item may be passed on now; in the drain, as what follows.
     *
     * @param hasRoom whether more was asked for than has been emitted
     */
    protected boolean isReadyFor(Q item, boolean hasRoom) {
        return hasRoom;
    }

    /** Passes on an item, or what has come of it; says whether that is to be counted as emitted. */
    protected boolean pass(Q item) {
        return false; // who has an emission of its own does it there
    }

    /** Asks for as many items as have been passed on since, if any; {@code emit} looks again then. */
    private boolean refill() {
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
