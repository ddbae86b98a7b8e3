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
    protected int batch; // so many are asked for at once; 0: all that went in a turn
    private int consumed;
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
        if (nested && !isCancelled() && queue.isEmpty() && isReadyFor(item)) {
            pass(item);
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

    /** Passes on what waits, as far as that can be now, and asks for more. */
    @Override
    protected void emit() {
        boolean refilled = batch == 0; // or a thread may have been woken: it may bring all there is room for
        while (!isCancelled()) {
            boolean last = isDone();
            Q next = queue.peek();
            if (last && mayEnd(next)) {
                end();
            } else if (next != null && isReadyFor(next)) {
                queue.poll(); // before: what is cancelled meanwhile is not to find it
                pass(next);
                refilled |= consumed(1);
            } else if (!(refilled && refill())) {
                return;
            }
        }
    }

    /** Whether this ends now, as upstream has. */
    protected boolean mayEnd(@Nullable Q next) {
        return next == null;
    }

    /** Whether the next item may be passed on now; in the drain, as what follows. */
    protected boolean isReadyFor(Q item) {
        return emitted < demand();
    }

    protected void pass(Q item) {} // who has an emission of its own does it there

    /**
     * So many items have been passed on: asks for more when a batch has, and says whether it did. For use in
     * {@code emit}.
     */
    protected final boolean consumed(int items) {
        consumed += items;
        return batch > 0 && consumed >= batch && refill();
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
