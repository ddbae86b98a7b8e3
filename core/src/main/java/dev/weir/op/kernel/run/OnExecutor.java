package dev.weir.op.kernel.run;

import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Gives an outcome that is known already on an executor, or fails if that rejects it. */
public final class OnExecutor extends Holding {
    private final Executor executor;

    public OnExecutor(Executor executor, @Nullable Object outcome) {
        super(outcome);
        this.executor = executor;
    }

    @Override
    protected void begin(Run starting) {
        executor.execute(this::give);
    }
}
