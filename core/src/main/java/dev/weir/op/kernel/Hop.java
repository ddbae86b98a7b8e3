package dev.weir.op.kernel;

import dev.weir.Context;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Gives an outcome that is known already on an executor, or fails if that rejects it. */
public final class Hop extends Pending {
    private final Executor executor;
    private final @Nullable Object outcome;

    public Hop(Executor executor, @Nullable Object outcome) {
        this.executor = executor;
        this.outcome = outcome;
    }

    @Override
    protected void start(Context startContext) {
        try {
            executor.execute(() -> accept(outcome));
        } catch (Throwable rejection) {
            accept(outcome instanceof Failure failure ? failure.replacedBy(rejection) : new Failure(rejection));
        }
    }
}
