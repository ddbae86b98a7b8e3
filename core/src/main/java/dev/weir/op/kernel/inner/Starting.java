package dev.weir.op.kernel.inner;

import dev.weir.Cancellable;
import dev.weir.Many;
import dev.weir.op.kernel.race.CancelSet;
import dev.weir.op.kernel.root.Atomics;
import dev.weir.op.kernel.stage.Source;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** The inner streams of one stage that run now, started one after the other. */
public final class Starting extends CancelSet {
    /*
     * Most inner streams end before the call that starts them has returned. Those never get into the set, and cost no
     * lock: the one that is being started is in a field. It is written before the set is asked whether it was cancelled;
     * who cancels the set looks at the field afterwards. One of the two sees the other.
     */
    private static final VarHandle STARTED = Atomics.field(MethodHandles.lookup(), "started", Cancellable.class);

    private volatile @Nullable Cancellable started;
    private @Nullable Thread starter;

    /** Subscribes to the stream. */
    public <T> void start(Inner<T> inner, Many<? extends T> stream) {
        if (begin(inner)) {
            Source.connect(stream, inner);
        }
        end();
        if (!inner.over) {
            add(inner);
            if (inner.over) { // meanwhile, when it could not be removed yet
                remove(inner);
            }
        }
    }

    /** The current thread starts it, until {@link #end}; false if all is cancelled. */
    public boolean begin(Cancellable one) {
        starter = Thread.currentThread();
        started = one;
        return !isCancelled();
    }

    public void end() {
        STARTED.setOpaque(this, (Cancellable) null);
        starter = null;
    }

    /** Whether this thread is just starting that inner stream. */
    public boolean isStarting(Cancellable one) {
        return starter == Thread.currentThread() && started == one;
    }

    /** It is over. */
    public void ended(Cancellable one) {
        if (!isStarting(one)) {
            remove(one);
        }
    }

    @Override
    public void cancel() {
        super.cancel();
        Cancellable current = started;
        if (current != null) {
            current.cancel();
        }
    }
}
