package dev.weir.op.kernel;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A stage that is fed by one source after the other and carries the demand they left over to the
 * next: concatenation, retry, recovery. Each source is subscribed to this stage, and the first subscribes it to
 * downstream.
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

    private final Requested requested = new Requested();
    private final Slot feeding = new Slot();
    private final Slot others = new Slot();
    private final SerialLoop starts = new SerialLoop(this::startUnlessCancelled);

    @SuppressWarnings("UnusedVariable") // read through its handle
    private volatile int wip;

    private volatile @Nullable Upstream next;
    private Upstream current = Upstream.NONE;
    private boolean subscribed;
    private long seen; // of `requested`, in the drain
    private long produced;
    private long producedAtSwitch;

    protected Handover(Stage<? super R> downstream) {
        super(downstream);
    }

    @Override
    public void onSubscribe(Upstream newUpstream) {
        handTo(newUpstream);
        if (!subscribed) {
            subscribed = true;
            downstream.onSubscribe(this);
        }
    }

    /**
     * The source that feeds from now on; call it from its {@code onSubscribe}, when the one before
     * has ended.
     */
    protected final void handTo(Upstream newUpstream) {
        if (feeding.put(newUpstream)) {
            producedAtSwitch = produced;
            next = newUpstream;
            drain();
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

    /**
     * Calls {@link #startNext}, in a loop if what it starts ends at once and asks for the next
     * start.
     */
    protected final void startSerially() {
        starts.run();
    }

    private void startUnlessCancelled() {
        if (!isCancelled()) {
            startNext();
        }
    }

    /** Calls {@link #startSerially} after a wait. */
    protected final void startAfter(long nanos) {
        if (nanos == 0) {
            startSerially();
        } else {
            others.schedule(context().clock(), this::startSerially, Duration.ofNanos(nanos));
        }
    }

    /** Subscribes to the next source; needed by those who call {@link #startSerially}. */
    protected void startNext() {
        throw new IllegalStateException(getClass().getName() + " starts no source");
    }

    /** What has to be cancelled besides the current source: the outer stream, a timer. */
    protected final Slot others() {
        return others;
    }

    /**
     * Cancels everything and fails downstream; call it where an item or an end would be signalled.
     */
    protected final boolean failAll(Throwable failure) {
        cancel();
        downstream.onError(failure);
        return true;
    }

    @Override
    public final void request(long n) {
        requested.add(n);
        drain();
    }

    @Override
    public final void cancel() {
        feeding.cancel();
        others.cancel();
    }

    protected final boolean isCancelled() {
        return feeding.isCancelled();
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
