package dev.weir.op.kernel.stage;

import dev.weir.op.kernel.race.Requested;
import dev.weir.op.kernel.race.Slot;
import dev.weir.op.kernel.root.Atomics;
import dev.weir.op.kernel.root.Root;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A stage that downstream is subscribed to at once, before there is an upstream: it may have to end the wait for that. */
public abstract class Early<T, R> extends Intercept<T, R> {
    private static final VarHandle EARLY = Atomics.field(MethodHandles.lookup(), "early", long.class);
    private static final long OPEN = -1;

    private final Slot slot = new Slot();
    private volatile long early; // what is asked for before there is an upstream; then OPEN

    protected Early(Stage<? super R> downstream, Root root) {
        super(downstream, root);
    }

    /** To be called when the stage has been made. */
    public void begin() {
        downstream.onSubscribe(this);
    }

    @Override
    public final void onSubscribe(Upstream newUpstream) {
        if (slot.put(newUpstream)) {
            upstream = newUpstream;
            long n = (long) EARLY.getAndSet(this, OPEN);
            if (n > 0) {
                newUpstream.request(n);
            }
        }
    }

    @Override
    public void request(long n) {
        for (long before = early; before != OPEN; before = early) {
            if (EARLY.compareAndSet(this, before, Requested.sum(before, n))) {
                return;
            }
        }
        upstream.request(n);
    }

    public final boolean isCancelled() {
        return slot.isCancelled();
    }

    /** Of upstream also if it is still to come. */
    @Override
    public void cancel() {
        slot.cancel();
    }
}
