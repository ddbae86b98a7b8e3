package dev.weir.op.kernel.run;

import dev.weir.op.kernel.root.Failures;
import dev.weir.op.kernel.root.Origin;
import dev.weir.op.kernel.root.Root;
import org.jspecify.annotations.Nullable;

/** The failure of a step. */
public final class Failure extends Signal {
    private final Throwable error;
    private final @Nullable Origin origin; // as long as it is not written into the error

    public Failure(Throwable error, @Nullable Origin origin) {
        this.error = error;
        this.origin = origin;
    }

    public Throwable error() {
        return error;
    }

    /** The error, which leaves the pipeline, with a note of where it was made. */
    public Throwable noted() {
        return origin == null ? error : Failures.noted(origin);
    }

    /** The error, which goes on in a stream. */
    public Throwable into(Root root) {
        if (origin != null) {
            root.made(origin);
        }
        return error;
    }

    @Override
    public @Nullable Object through(Continuation next, Run run, int depth) {
        return next.recover(this, run, depth);
    }
}
