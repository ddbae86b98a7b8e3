package dev.weir.op.kernel.run;

import dev.weir.op.kernel.root.Atomics;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.stage.Stage;
import dev.weir.op.kernel.stage.Upstream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** A run whose value is a stream's only item, unless it is null; it starts when it is asked for the first time. */
final class Asked<T> extends Run implements Upstream {
    private static final VarHandle STARTED = Atomics.field(MethodHandles.lookup(), "started", boolean.class);

    @SuppressWarnings("UnusedVariable") // written through its handle
    private volatile boolean started;

    private final Step<?> step;
    private final Stage<? super T> downstream;
    private final Root root;

    Asked(Step<?> step, Stage<? super T> downstream, Root root) {
        super(downstream, root);
        this.step = step;
        this.downstream = downstream;
        this.root = root;
        makeKnown();
    }

    @Override
    public void request(long n) {
        if (STARTED.compareAndSet(this, false, true)) {
            start(step);
        }
    }

    @Override
    protected void ended(@Nullable Object outcome) {
        root.guard(() -> emit(outcome));
    }

    @SuppressWarnings("unchecked") // the One's value
    private void emit(@Nullable Object outcome) {
        if (outcome instanceof Failure failure) {
            downstream.onError(failure.into(root));
            return;
        }
        if (outcome != null) {
            downstream.onNext((T) outcome);
        }
        if (!isCancelled()) {
            downstream.onComplete();
        }
    }
}
