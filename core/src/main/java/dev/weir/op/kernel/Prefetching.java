package dev.weir.op.kernel;

import java.util.Queue;

/**
 * A stage that asks for a bounded number of items ahead and keeps them, or what it makes of them, in a queue until
 * they can be emitted.
 */
public abstract class Prefetching<T, Q, R> extends SerialDrain<T, R> {
    protected final Queue<Q> queue;
    private final int ahead;
    private final int batch;
    private int consumed;
    private long refilling; // the id of the thread that asks for more, else 0

    protected Prefetching(Stage<? super R> downstream, int ahead) {
        super(downstream);
        this.queue = Queues.spsc(ahead);
        this.ahead = ahead;
        this.batch = ahead - (ahead >> 2);
    }

    @Override
    public void onSubscribe(Upstream newUpstream) {
        super.onSubscribe(newUpstream);
        newUpstream.request(ahead);
    }

    /** One item has been passed on: asks for more when three quarters have. For use in {@code emit}. */
    protected final void consumed() {
        if (++consumed == batch) {
            consumed = 0;
            refilling = Thread.currentThread().threadId();
            upstream.request(batch);
            refilling = 0;
        }
    }

    /** Whether the current thread is inside {@link #consumed}: {@code emit} will see what it offers. */
    protected final boolean isRefilling() {
        return refilling == Thread.currentThread().threadId();
    }

    @Override
    protected void clear() {
        queue.clear();
    }
}
