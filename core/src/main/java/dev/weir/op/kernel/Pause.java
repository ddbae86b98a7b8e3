package dev.weir.op.kernel;

import dev.weir.Context;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Gives an outcome that is known already when some time has passed. */
public final class Pause extends Pending {
    private final Duration delay;
    private final @Nullable Object outcome;

    public Pause(Duration delay, @Nullable Object outcome) {
        this.delay = delay;
        this.outcome = outcome;
    }

    @Override
    protected void start(Context startContext) {
        onCancel(startContext.clock().schedule(() -> accept(outcome), delay));
    }
}
