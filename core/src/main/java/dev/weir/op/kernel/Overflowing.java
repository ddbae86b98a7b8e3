package dev.weir.op.kernel;

import dev.weir.Overflow;
import dev.weir.OverflowException;
import org.jspecify.annotations.Nullable;

/**
 * A stage whose items come unasked, from any threads, and wait in a bounded buffer until they are
 * demanded.
 */
public class Overflowing<T> extends SerialDrain<T, T> {
    private final Overflow overflow;
    private final BoundedBuffer<T> buffer;
    private volatile long emitted; // changed inside the drain only

    public Overflowing(Stage<? super T> downstream, Overflow overflow) {
        super(downstream);
        this.overflow = overflow;
        this.buffer = new BoundedBuffer<>(overflow);
    }

    @Override
    public void onSubscribe(Upstream newUpstream) {
        super.onSubscribe(newUpstream);
        newUpstream.request(Long.MAX_VALUE);
    }

    @Override
    public boolean onNext(T item) {
        offer(item);
        drain();
        return true;
    }

    /** Keeps or drops the item, or fails the stream; {@link #drain} must follow. */
    protected final void offer(T item) {
        if (isDone() || isCancelled()) {
            return;
        }
        if (!buffer.offer(item, Math.max(0, requested.get() - emitted))) {
            upstream.cancel();
            storeEnd(new OverflowException("the source emitted more than was requested and the buffer of "
                    + overflow.capacity()
                    + " is full: request more, use a larger Overflow.buffer(n) or"
                    + " one that drops"));
        }
    }

    /** How many items would be emitted at once. */
    public final long outstanding() {
        long total = requested.get();
        return total == Long.MAX_VALUE ? total : Math.max(0, total - emitted);
    }

    @Override
    protected void emit() {
        long count = emitted;
        long demand = requested.get();
        while (!isCancelled()) {
            boolean last = isDone();
            @Nullable T item = count < demand ? buffer.poll() : null;
            if (item == null) {
                if (last && buffer.isEmpty()) {
                    end();
                }
                return;
            }
            emitted = ++count; // before it is emitted, so that it does not make room for another
            if (!downstream.onNext(item)) {
                emitted = --count;
            }
        }
    }

    @Override
    protected void clear() {
        buffer.clear();
    }
}
