package dev.weir.op.kernel;

import dev.weir.Context;
import org.jspecify.annotations.Nullable;

/** The failure of a step. */
public final class Failure extends Signal {
    private final Throwable error;

    public Failure(Throwable error) {
        this.error = error;
    }

    public Throwable error() {
        return error;
    }

    @Override
    public @Nullable Object through(Then then, Context context, int depth) {
        return then.recover(this, context, depth);
    }
}
