package dev.weir.op.kernel.run;

import org.jspecify.annotations.Nullable;

/** What {@link Step#poll} returns when it has no value. */
public abstract sealed class Signal permits Failure, Pending {
    /** Leads this signal through a step that came after the one that returned it. */
    public abstract @Nullable Object through(Continuation next, Run run, int depth);
}
