package dev.weir.op.kernel.inner;

import dev.weir.Many;
import dev.weir.op.kernel.race.CancelSet;
import dev.weir.op.kernel.root.Atomics;
import dev.weir.op.kernel.stage.Source;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** The inner streams of one stage that run now, started one after the other. */
public final class Starting {
    /*
     * Most inner streams end before the call that starts them has returned. Those never get into the set, and cost no
     * lock: the one that is being started is in a field. It is written before the set is asked whether it was cancelled;
     * who cancels the set looks at the field afterwards. One of the two sees the other.
     */
    private static final VarHandle STARTED = Atomics.field(MethodHandles.lookup(), "started", Inner.class);

    private final CancelSet running = new CancelSet();
    private volatile @Nullable Inner<?> started;
    private @Nullable Thread starter;

    /** Subscribes to the stream. */
    public <T> void start(Inner<T> inner, Many<? extends T> stream) {
        starter = Thread.currentThread();
        started = inner;
        if (!running.isCancelled()) {
            Source.connect(stream, inner);
        }
        STARTED.setOpaque(this, (Inner<?>) null);
        starter = null;
        if (!inner.isOver()) {
            running.add(inner);
            if (inner.isOver()) { // meanwhile, when it could not be removed yet
                running.remove(inner);
            }
        }
    }

    /** Whether this thread is just starting that inner stream. */
    public boolean isStarting(Inner<?> inner) {
        return starter == Thread.currentThread() && started == inner;
    }

    public void remove(Inner<?> inner) {
        if (!isStarting(inner)) {
            running.remove(inner);
        }
    }

    public void cancelAll() {
        running.cancel();
        Inner<?> current = started;
        if (current != null) {
            current.cancel();
        }
    }
}
