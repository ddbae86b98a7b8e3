package dev.weir.op.kernel.run;

import org.jspecify.annotations.Nullable;

/** What {@link Step#poll} returns when it has no value. */
public abstract sealed class Signal permits Failure, Pending {
    private static final Object NULL = new Object(); // a value, in a place where null says that there is none yet

    /** Leads this signal through a step that came after the one that returned it. */
    public abstract @Nullable Object through(Continuation next, Run run, int depth);

    static Object marked(@Nullable Object value) {
        return value == null ? NULL : value;
    }

    static @Nullable Object unmarked(@Nullable Object stored) {
        return stored == NULL ? null : stored;
    }
}
