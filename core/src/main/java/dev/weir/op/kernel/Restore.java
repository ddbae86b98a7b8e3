package dev.weir.op.kernel;

import dev.weir.Context;
import org.jspecify.annotations.Nullable;

/**
 * Marks where the steps that a changed context was meant for end; the run goes on with the one
 * before.
 */
record Restore(Context context) implements Then {
    @Override
    public @Nullable Object resume(@Nullable Object value, Context unused, int depth) {
        return value;
    }
}
