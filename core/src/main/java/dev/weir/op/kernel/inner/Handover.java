package dev.weir.op.kernel.inner;

import dev.weir.Cancellable;
import dev.weir.op.kernel.race.Requested;
import dev.weir.op.kernel.root.Atomics;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.stage.PassThrough;
import dev.weir.op.kernel.stage.Stage;
import dev.weir.op.kernel.stage.Upstream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A stage that is fed by one source after the other and carries the demand they left over to the
 * next. Downstream is subscribed to it before the first.
 */
public abstract class Handover<T, R> extends PassThrough<T, R> implements Upstream {
    /*
     * Requests and new sources meet in a small drain: `requested` counts demand, `next` is the source that takes
     * over, and only the thread inside the drain asks the current source, so demand goes to exactly one of
     * them. A source that emits while it is asked does so inside the drain, which makes requests from below
     * wait there: recursion becomes a loop. Both counts only grow, so a source that ends before the drain
     * has even seen it loses nothing.
     */
    private static final VarHandle WIP = Atomics.field(MethodHandles.lookup(), "wip", int.class);
    private static final VarHandle NEXT = Atomics.field(MethodHandles.lookup(), "next", Upstream.class);
    private static final VarHandle FEEDING = Atomics.field(MethodHandles.lookup(), "feeding", Cancellable.class);
    private static final Cancellable CANCELLED = () -> {};

    private final Requested requested = new Requested();

    @SuppressWarnings("UnusedVariable") // read through its handle
    private volatile int wip;

    private volatile @Nullable Upstream next;
    private volatile @Nullable Cancellable feeding;
    private Upstream current = Upstream.NONE;
    private long seen; // of `requested`, in the drain
    private long produced;
    private long producedAtSwitch;

    protected Handover(Stage<? super R> downstream, Root root) {
        super(downstream, root);
    }

    /**
     * The source that feeds from now on; call it from its {@code onSubscribe}, when the one before
     * has ended.
     */
    protected final void handTo(Upstream newUpstream) {
        if (isFedBy(newUpstream)) {
            producedAtSwitch = produced;
            next = newUpstream;
            drain();
        }
    }

    /** What is cancelled from now on if this is: a source, or what is waited for until there is one. False if this was. */
    protected final boolean isFedBy(Cancellable newFeeding) {
        for (; ; ) {
            Cancellable before = feeding;
            if (before == CANCELLED) {
                newFeeding.cancel();
                return false;
            }
            if (FEEDING.compareAndSet(this, before, newFeeding)) {
                return true;
            }
        }
    }

    /** Passes on what {@code downstream.onNext} returned, keeping the account. */
    protected final boolean count(boolean accepted) {
        if (accepted) {
            produced++;
        }
        return accepted;
    }

    /** Whether so many more items may be emitted; call it where an item would be. */
    protected final boolean hasRoom(int items) {
        return requested.get() - produced >= items;
    }

    @Override
    public final void request(long n) {
        requested.add(n);
        drain();
    }

    @Override
    public final void cancel() {
        Cancellable before = (Cancellable) FEEDING.getAndSet(this, CANCELLED);
        if (before != null) {
            before.cancel();
        }
        cancelOthers();
    }

    /** Cancels what runs besides the current source. */
    protected void cancelOthers() {
        // most have nothing else
    }

    protected final boolean isCancelled() {
        return feeding == CANCELLED;
    }

    private void drain() {
        if ((int) WIP.getAndAdd(this, 1) != 0) {
            return;
        }
        int missed = 1;
        do {
            Upstream newcomer = next == null ? null : (Upstream) NEXT.getAndSet(this, null);
            long all = requested.get();
            long served = newcomer == null ? seen : producedAtSwitch;
            seen = all;
            if (newcomer != null) {
                current = newcomer;
            }
            if (served < all) {
                current.request(all == Long.MAX_VALUE ? all : all - served);
            }
            missed = (int) WIP.getAndAdd(this, -missed) - missed;
        } while (missed != 0);
    }
}
