package dev.weir.op.kernel.inner;

import dev.weir.Cancellable;
import dev.weir.op.kernel.race.Slot;
import dev.weir.op.kernel.root.Atomics;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.stage.Counting;
import dev.weir.op.kernel.stage.Stage;
import dev.weir.op.kernel.stage.Upstream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A stage that is fed by one source after the other and carries the demand they left over to the
 * next; or by one alone, part by part. Downstream is subscribed to it before the first.
 */
public abstract class Handover<T, R> extends Counting<T, R> {
    /*
     * Requests, new sources and, in subclasses, what the end of a source leads to meet in a small drain: `next` is the
     * source that takes over, and only the thread inside the drain asks the current one, which is `upstream`, so demand
     * goes to exactly one of them. A source that emits while it is asked does so inside the drain, which makes requests
     * from below wait there: recursion becomes a loop. Both counts only grow, so a source that ends before the drain has
     * even seen it loses nothing. What the thread inside the drain brings itself needs no atomic.
     */
    private static final VarHandle WIP = Atomics.field(MethodHandles.lookup(), "wip", int.class);
    private static final VarHandle NEXT = Atomics.field(MethodHandles.lookup(), "next", Upstream.class);

    volatile int wip; // read through its handle

    private volatile @Nullable Upstream next;
    /** How many items the sources may have been asked for by now; who adds to it drains. */
    protected long mostAsked = Long.MAX_VALUE;

    private final Slot feeding = new Slot();
    private @Nullable Thread drainer; // the thread that is in the drain
    private long served; // of the demand, in the drain
    private long produced;

    protected Handover(Stage<? super R> downstream, Root root) {
        super(downstream, root);
    }

    /** Does what is due, subscribes downstream, and does what there is to do. */
    protected final void begin() {
        WIP.set(this, 1);
        drainer = Thread.currentThread();
        step(); // before downstream can cancel it: what has begun elsewhere is known to it then
        downstream.onSubscribe(this);
        runDrain();
    }

    /**
     * The source that feeds from now on; call it from its {@code onSubscribe}, when the one before
     * has ended.
     */
    public final void handTo(Upstream newUpstream) {
        boolean feeds = isFedBy(newUpstream);
        if (feeds && drainer == Thread.currentThread()) {
            NEXT.setRelease(this, null); // it has ended
            upstream = newUpstream;
            served = produced;
            if (newUpstream.isEager()) {
                ask();
            }
        } else if (feeds) {
            next = newUpstream; // it emits nothing before it is asked, so `produced` stays as it is
            drain();
        }
    }

    /** Downstream is subscribed to it with the first source, unless it {@link #begin begins} before. */
    @Override
    public void onSubscribe(Upstream first) {
        if (isFedBy(first)) {
            super.onSubscribe(first);
        }
    }

    /** Does what is due, in the drain, as soon as an item may be emitted; the other if this is cancelled before. */
    public final void onDemand(Runnable due, Runnable cancelled) {
        handTo(new OnDemand(new AtomicReference<>(asked -> (asked ? due : cancelled).run())));
    }

    /** Keeps an item until one may be emitted; tells of it if this is cancelled before. */
    protected final void keep(T item) {
        onDemand(() -> kept(item), () -> undelivered(item));
    }

    /** Does, in the drain, what is due with an item that was kept. */
    protected void kept(T item) {} // most keep none

    /** What is cancelled from now on if this is: a source, or what is waited for until there is one. False if this was. */
    public final boolean isFedBy(Cancellable newFeeding) {
        return feeding.put(newFeeding);
    }

    /** Passes on what {@code downstream.onNext} returned, keeping the account. */
    protected final boolean produced(boolean accepted) {
        produced += accepted ? 1 : 0;
        return accepted;
    }

    /** Whether so many more items may be emitted; call it where an item would be. */
    public final boolean hasRoom(int items) {
        return demand() - produced >= items;
    }

    @Override
    public final void cancel() {
        feeding.cancel();
        cancelOthers();
    }

    /** Cancels what runs besides the current source. */
    protected void cancelOthers() {} // most have nothing else

    protected final boolean isCancelled() {
        return feeding.isCancelled();
    }

    /** Does what there is to do, now or as soon as the thread in the drain has done its part. */
    @Override
    protected final void drain() {
        if (drainer != Thread.currentThread() && (int) WIP.getAndAdd(this, 1) == 0) {
            runDrain();
        }
    }

    private void runDrain() {
        for (int missed = 1; missed != 0; ) {
            drainer = Thread.currentThread();
            while (step() || ask()) {
                // there may be more
            }
            drainer = null;
            missed = (int) WIP.getAndAdd(this, -missed) - missed;
        }
    }

    /** Does, in the drain, what the end of a source has led to; false if there is nothing to do. */
    protected boolean step() {
        return false;
    }

    /** Asks the current source for what is left to ask for; false if nothing is. */
    private boolean ask() {
        Upstream newcomer = next == null ? null : (Upstream) NEXT.getAndSet(this, null);
        if (newcomer != null) {
            upstream = newcomer;
            served = produced;
        }
        long all = Math.min(demand(), mostAsked);
        if (served >= all || isCancelled()) {
            return false;
        }
        long left = all == Long.MAX_VALUE ? all : all - served;
        served = all;
        upstream.requestAlone(left);
        return true;
    }
}
