package dev.weir.op.kernel.run;

import dev.weir.Context;
import org.jspecify.annotations.Nullable;

/** What is done when an asynchronous step has ended. */
public interface Continuation {
    /** Goes on with the value, which is passed on unless the operator changes it; returns what {@link Step#poll} returns. */
    default @Nullable Object resume(@Nullable Object value, Run run, int depth) {
        return value;
    }

    /** Goes on after a failure, which is passed on unless the operator recovers. */
    default @Nullable Object recover(Failure failure, Run run, int depth) {
        return failure;
    }

    /** The run was cancelled, and neither of the two will be called; returns the context of the step that comes next. */
    default Context cancelled(Context seen) {
        return seen; // most have nothing to do
    }
}
