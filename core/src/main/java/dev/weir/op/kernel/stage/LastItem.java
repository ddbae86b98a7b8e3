package dev.weir.op.kernel.stage;

import dev.weir.op.kernel.root.Atomics;
import dev.weir.op.kernel.root.Root;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A stage that may emit one item more when upstream has ended, as soon as there is demand for it. */
public abstract class LastItem<T> extends Counting<T, T> {
    /*
     * Whoever asks counts first and looks at the state then; who ends sets the state first and looks at the count then: one
     * of them sees what the other did, and the state lets just one of them emit.
     */
    private static final VarHandle STATE = Atomics.field(MethodHandles.lookup(), "state", int.class);
    private static final int OPEN = 0;
    private static final int WAITING = 1; // for demand
    private static final int OVER = 2;

    private volatile int state;
    private long produced; // before the last item
    private @Nullable T last;

    protected LastItem(Stage<? super T> downstream, Root root) {
        super(downstream, root);
    }

    /** Passes on what {@code downstream.onNext} returned, keeping the account. */
    protected final boolean produced(boolean accepted) {
        if (accepted) {
            produced++;
        }
        return accepted;
    }

    protected final boolean isCancelled() {
        return state == OVER;
    }

    /** Upstream has ended: emits the item and completes, now or when it is asked for. */
    protected final void completeWith(T item) {
        last = item;
        if (STATE.compareAndSet(this, OPEN, WAITING)) {
            emitIfAsked();
        } else {
            undelivered(item);
        }
    }

    private void emitIfAsked() {
        if (state == WAITING && demand() > produced && STATE.compareAndSet(this, WAITING, OVER)) {
            downstream.onNext(Objects.requireNonNull(last));
            downstream.onComplete();
        }
    }

    @Override
    public final void request(long n) {
        count(n);
        if (state == OPEN) {
            upstream.request(n);
        } else {
            emitIfAsked();
        }
    }

    @Override
    public final void cancel() {
        upstream.cancel();
        if ((int) STATE.getAndSet(this, OVER) == WAITING) {
            undelivered(last);
        }
    }
}
