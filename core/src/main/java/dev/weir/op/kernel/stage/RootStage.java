package dev.weir.op.kernel.stage;

import dev.weir.Context;
import dev.weir.op.kernel.root.Failures;
import dev.weir.op.kernel.root.Origin;
import dev.weir.op.kernel.root.Root;
import org.jspecify.annotations.Nullable;

/** The last stage of a subscription, which is its root. */
public abstract class RootStage<T> extends Stage<T> implements Root {
    private final Context context;
    private @Nullable Origin origin; // of the newest failure

    protected RootStage(Context context, int depth) {
        super(depth);
        this.context = context;
    }

    @Override
    public final Context context() {
        return context;
    }

    @Override
    public final void made(Origin newOrigin) {
        origin = newOrigin;
    }

    @Override
    public final Throwable noted(Throwable failure) {
        Origin known = origin(failure);
        return known == null ? failure : Failures.noted(known);
    }

    /** Where the failure was made, if that is known still. */
    protected final @Nullable Origin origin(Throwable failure) {
        Origin newest = origin;
        return newest != null && newest.failure() == failure ? newest : null;
    }
}
