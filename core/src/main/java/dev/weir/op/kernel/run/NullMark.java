package dev.weir.op.kernel.run;

import org.jspecify.annotations.Nullable;

/** Stands for a null that is a value, in a place where null says that there is none yet. */
final class NullMark {
    private static final Object NULL = new Object();

    private NullMark() {}

    static Object marked(@Nullable Object value) {
        return value == null ? NULL : value;
    }

    static @Nullable Object unmarked(@Nullable Object stored) {
        return stored == NULL ? null : stored;
    }
}
