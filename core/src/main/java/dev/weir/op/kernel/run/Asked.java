package dev.weir.op.kernel.run;

import dev.weir.op.kernel.root.Atomics;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.stage.Stage;
import dev.weir.op.kernel.stage.Upstream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** A run whose value is emitted, if there is one, and which starts when it is asked for the first time. */
public final class Asked<T> extends Run implements Upstream {
    private static final VarHandle STARTED = Atomics.field(MethodHandles.lookup(), "started", boolean.class);

    volatile boolean started; // written through its handle

    private final Stage<? super T> downstream;
    private final Step<?> step;
    private final Root root;

    public Asked(Step<?> step, Stage<? super T> downstream, Root root) {
        super(root.context(), downstream.depth() + LEVELS);
        this.downstream = downstream;
        this.step = step;
        this.root = root;
        makeKnown();
    }

    @Override
    @SuppressWarnings("unchecked") // the One's value
    protected void ended(@Nullable Object outcome) {
        root.guard(() -> {
            Throwable failure = outcome instanceof Failure failed ? failed.into(root) : null;
            if (failure == null && outcome != null) {
                downstream.onNext((T) outcome);
            }
            closeOpen(); // it may need what is closed at the end
            if (failure != null || !isCancelled()) {
                downstream.onEnd(failure);
            }
        });
    }

    @Override
    public boolean isEager() {
        return false;
    }

    @Override
    public void request(long n) {
        if (STARTED.compareAndSet(this, false, true)) {
            start(step);
        }
    }
}
