package dev.weir.op.kernel.stage;

import dev.weir.op.kernel.race.Requested;
import dev.weir.op.kernel.race.SerialLoop;
import dev.weir.op.kernel.race.Slot;
import dev.weir.op.kernel.root.Dropped;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.root.Trampoline;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Breaks a long chain: what crosses it, in either direction, does so when the stack has been left. Bounded by one item,
 * which is asked for when the one before has gone.
 */
final class Trampolined<T> extends Stage<T> implements Upstream {
    private final Stage<? super T> downstream;
    private final Requested requested = new Requested();
    private final Slot upstreamSlot = new Slot();
    private final SerialLoop loop = new SerialLoop(() -> root().guard(this::turn));
    private volatile Upstream upstream = Upstream.NONE;
    private volatile @Nullable T arrived;
    private volatile @Nullable Throwable failure; // before `done`
    private volatile boolean done;
    private long emitted; // this and what follows, in the loop
    private boolean asked;
    private boolean over;
    private volatile boolean left; // by those below: upstream may hear of it later

    private Trampolined(Stage<? super T> downstream, Root root) {
        super(root, 0);
        this.downstream = downstream;
    }

    static void connect(Source<Object> source, Stage<Object> below, Root root, boolean few) {
        Trampolined<Object> between = new Trampolined<>(below, root);
        below.onSubscribe(between);
        Trampoline.run(() -> Source.connect(source, between, root, few));
    }

    private void turn() {
        boolean last = done;
        T item = arrived;
        if (item != null) {
            arrived = null;
            asked = false;
            if (left) {
                undelivered(item);
            } else {
                emitted += downstream.onNext(item) ? 1 : 0;
            }
        }
        if (last && !over) { // behind the item: both may have come since the turn before
            over = true;
            if (!left) {
                downstream.onEnd(failure);
            } else if (failure != null) {
                Dropped.report(failure, context());
            }
        }
        if (!asked && !over && !left && upstream != Upstream.NONE && emitted < requested.get()) {
            asked = true;
            upstream.request(1);
        }
    }

    @Override
    public void onSubscribe(Upstream newUpstream) {
        if (upstreamSlot.put(newUpstream)) {
            upstream = newUpstream;
            Trampoline.run(loop);
        }
    }

    @Override
    public boolean onNext(T item) {
        arrived = item;
        Trampoline.run(loop);
        return true;
    }

    @Override
    public void onError(Throwable newFailure) {
        failure = newFailure;
        onComplete();
    }

    @Override
    public void onComplete() {
        done = true;
        Trampoline.run(loop);
    }

    @Override
    public void request(long n) {
        requested.add(n);
        Trampoline.run(loop);
    }

    @Override
    public void cancel() {
        leave(upstreamSlot::cancel);
    }

    @Override
    public void release() {
        leave(upstream::release);
    }

    /** Now, so that it comes before what the end leads to below. */
    private void leave(Runnable above) {
        if (!left) { // else each of a long chain would go through all of it
            left = true;
            Trampoline.runAll(6, List.of(above, upstreamSlot::cancel, loop), Runnable::run);
        }
    }
}
