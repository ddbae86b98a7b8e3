package dev.weir.op.kernel.drain;

import dev.weir.Overflow;
import dev.weir.OverflowException;
import dev.weir.op.kernel.root.Carried;
import dev.weir.op.kernel.root.Failures;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.root.Undelivered;
import dev.weir.op.kernel.stage.Stage;
import dev.weir.op.kernel.stage.Upstream;
import org.jspecify.annotations.Nullable;

/**
 * A stage whose items come unasked, from any threads, and wait in a bounded buffer until they are
 * demanded.
 */
public class Overflowing<T> extends SerialDrain<T, T> {
    private final BoundedBuffer<T> buffer;
    private boolean failed; // by an overflow, in the drain

    public Overflowing(Stage<? super T> downstream, Root root, Overflow overflow) {
        super(downstream, root);
        this.buffer = new BoundedBuffer<>(overflow);
    }

    @Override
    public void onSubscribe(Upstream newUpstream) {
        super.onSubscribe(newUpstream);
        newUpstream.request(Long.MAX_VALUE);
    }

    /** It has asked for all by then. */
    @Override
    public final boolean isEager() {
        return true;
    }

    @Override
    public boolean onNext(T item) {
        if (!passesAtOnce(item)) {
            undelivered(offer(item, Long.MAX_VALUE));
            drain();
        }
        return true;
    }

    /** Whether the item has gone straight down: nobody emits, nothing waits, and there is demand. */
    private boolean passesAtOnce(T item) {
        if (Carried.isAway(context()) || isDone() || !tryEnter()) {
            return false;
        }
        long demand = demand();
        boolean passes = demand == Long.MAX_VALUE ? buffer.takeAlone(demand) : buffer.take(demand);
        try {
            if (passes && !downstream.onNext(item)) {
                dropped();
            }
        } catch (Throwable thrown) {
            crashed(thrown);
        }
        leave();
        return passes;
    }

    /**
     * Keeps or drops the item, or marks the stream as overflown; {@link #drain} must follow. Returns what is not
     * delivered for that, and has to be told: this item, or one that waited.
     *
     * @param most how much may be asked for: less than without bound, if all of it is to be kept
     */
    final @Nullable T offer(T item, long most) {
        return isDone() || isCancelled() ? item : buffer.offer(item, Math.min(demand(), most));
    }

    /** How many more items would be emitted at once. */
    protected final long outstanding() {
        return isDone() || isCancelled() ? 0 : buffer.outstanding(demand());
    }

    /** Downstream has dropped an item, so one more may be emitted. */
    protected void dropped() {
        buffer.giveBack();
    }

    /** Whoever brings an item may come from anywhere. */
    @Override
    protected void begin() {
        Carried.run(context(), this::runDrain);
    }

    @Override
    protected void emit() {
        long demand = demand();
        while (!isCancelled()) {
            boolean last = isDone();
            failIfOverflown(); // after `last` was read: a completion that came later must not hide it
            @Nullable T item = buffer.isEmpty() ? null : buffer.poll(demand);
            if (item == null) {
                if (last && buffer.isEmpty()) {
                    end();
                }
                return;
            }
            if (!downstream.onNext(item)) {
                dropped();
            }
        }
    }

    private void failIfOverflown() {
        if (buffer.overflown && !failed) {
            failed = true;
            upstream.release();
            cancelOthers();
            String what = "the source emitted more than was requested"
                    + Failures.inPipeline(context().name())
                    + " and the buffer of " + buffer.overflow.capacity()
                    + " is full: request more, use a larger Overflow.buffer(n) or one that drops";
            onError(here(new OverflowException(what), null));
        }
    }

    @Override
    protected void clear() {
        Undelivered.tellAll(() -> buffer.poll(Long.MAX_VALUE), context());
    }
}
