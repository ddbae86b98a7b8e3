package dev.weir.op.kernel.inner;

import dev.weir.op.kernel.drain.SerialDrain;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.stage.Stage;
import org.jspecify.annotations.Nullable;

/**
 * A stage that takes what several streams bring, and the ends of these, in the order in which they come: at once if nobody
 * else is emitting, nothing waits and there is demand, else from one queue.
 */
public abstract class Arriving<T, I, R> extends SerialDrain<T, R> {
    /** How many items were emitted. */
    protected long emitted;

    private final InnerQueue<I> waiting = new InnerQueue<>();

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
    protected void idle(boolean last) {
        // most have no upstream
    }

    /** Whether a failure that is stored ends this now. */
    protected boolean failsNow() {
        return hasFailed();
    }

    /** A stream has brought an item, or null: its end. False if that waits. */
    protected final boolean arrived(@Nullable Inner<I> inner, @Nullable I item) {
        if (!tryEnter()) {
            offer(inner, item);
            return false;
        }
        boolean taken = waiting.isEmpty() && !mustWait(inner, item);
        try {
            if (taken) {
                take(inner, item);
                if (item == null && !isCancelled()) { // upstream's end may have come and gone before this entered
                    idle(isDone());
                }
            } else {
                waiting.offer(inner, item);
            }
        } catch (Throwable thrown) {
            crashed(thrown);
        }
        leave();
        if (isCancelled()) {
            drain();
        }
        return taken;
    }

    /** As {@link #arrived}, behind what waits, or a failure. */
    protected final void offer(@Nullable Inner<I> inner, @Nullable I item) {
        waiting.offer(inner, item);
        drain();
    }

    private boolean mustWait(@Nullable Inner<I> inner, @Nullable I item) {
        return item != null && emitted >= demand() && emits(inner);
    }

    @Override
    protected final void emit() {
        while (!isCancelled()) {
            if (failsNow()) {
                upstream.cancel();
                end();
                return;
            }
            boolean last = isDone();
            InnerQueue.Waiting<I> head = waiting.peek();
            if (head == null) {
                idle(last);
                return;
            }
            if (mustWait(head.inner(), head.item())) {
                return;
            }
            waiting.remove();
            take(head.inner(), head.item());
        }
    }

    @Override
    protected void clear() {
        waiting.clear(context());
    }
}
