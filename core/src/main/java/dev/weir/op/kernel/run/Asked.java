package dev.weir.op.kernel.run;

import dev.weir.op.kernel.root.Atomics;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.stage.Stage;
import dev.weir.op.kernel.stage.Upstream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** A run inside a stream, which starts when it is asked for the first time. */
public abstract class Asked extends Run implements Upstream {
    private static final VarHandle STARTED = Atomics.field(MethodHandles.lookup(), "started", boolean.class);

    volatile boolean started; // written through its handle

    protected final Root root;
    private final Step<?> step;

    protected Asked(Step<?> step, Stage<?> stage, Root root) {
        super(stage, root);
        this.step = step;
        this.root = root;
        makeKnown();
    }

    /** Tells the stage of the outcome. */
    protected abstract void tell(@Nullable Object outcome);

    @Override
    protected final void ended(@Nullable Object outcome) {
        try {
            tell(outcome);
        } catch (Throwable thrown) {
            root.caught(thrown);
        }
    }

    @Override
    public final boolean isEager() {
        return false;
    }

    @Override
    public final void request(long n) {
        if (STARTED.compareAndSet(this, false, true)) {
            start(step);
        }
    }
}
